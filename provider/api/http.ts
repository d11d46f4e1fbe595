import { BlockList, isIP } from "node:net";
import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { bounds } from "./bounds";
import type { Deadline } from "./deadline";
import { SettingsError } from "./settings";
import { isLoopback } from "./settings-table";

/**
 * Makes the dispatcher of a client. It reuses connections, follows no redirects, and uses the proxies of the environment
 * (HTTPS_PROXY, NO_PROXY), except for this machine itself and for addresses in a subnet of NO_PROXY.
 */
export function makeDispatcher(baseUrl: string): Dispatcher {
  const options = {
    maxResponseSize: bounds.responseBytes,
    // One request at a time per connection, so that a failure affects that request only.
    allowH2: false,
  };
  const url = new URL(baseUrl);
  if (isLoopback(url) || isInSubnet(url.hostname)) return new Agent(options);
  try {
    // The client of a proxy sends nothing but CONNECT: each request to the API goes through the tunnel.
    const clientFactory = (proxy: URL, given: object) =>
      new Pool(proxy, { ...given, headersTimeout: bounds.tunnelTime });
    return new EnvHttpProxyAgent({ ...options, clientFactory });
  } catch {
    // The caught error is not shown. It contains the address of the proxy, and the address can contain a password.
    throw new SettingsError([
      "The proxy that the environment names cannot be used. Set HTTPS_PROXY and HTTP_PROXY to an address such as http://proxy.example.com:3128, or unset them.",
    ]);
  }
}

/** Whether NO_PROXY has a subnet with an address, such as 10.0.0.0/8. undici compares only texts. */
function isInSubnet(hostname: string): boolean {
  const address = hostname.replaceAll(/^\[|\]$/gu, "");
  const [version, subnets] = [isIP(address), new BlockList()];
  if (version === 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  const { no_proxy: listed = process.env["NO_PROXY"] ?? "" } = process.env;
  for (const [, net = "", prefix] of listed.matchAll(/([^\s,]+)\/(\d{1,3})(?![^\s,])/gu))
    if (isIP(net) === version && Number(prefix) <= (version === 6 ? 128 : 32))
      subnets.addSubnet(net, Number(prefix), family);
  return subnets.check(address, family);
}

export interface HttpRequest {
  readonly method: "GET" | "PATCH" | "POST";
  /** The path and the query, from the first "/". */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface ResponseHead {
  readonly status: number;
  readonly location?: string;
  /** The delay until the next request that the response asks for, in milliseconds. */
  readonly retryAfter?: number;
  /** Whether the body has a Content-Encoding. No request allows one, so it is not decoded. */
  readonly isEncoded?: boolean;
}

export type HttpExchange =
  | (ResponseHead & { readonly outcome: "response"; readonly body: string })
  /** The response began, but did not arrive completely. */
  | (ResponseHead & { readonly outcome: "interrupted"; readonly reason: string; readonly body?: undefined })
  /**
   * If `sent` is false, the request cannot have had an effect. `code` is the error code of Node.js, or UNASKED_CONTINUE.
   */
  | (Partial<Record<keyof ResponseHead | "body", undefined>> & {
      readonly outcome: "noResponse";
      readonly sent: boolean;
      readonly reason: string;
      readonly code?: string;
    });

/**
 * Sends one request and returns how it ended; never rejects.
 *
 * It uses undici's `dispatch` and not `request`, because only a handler of `dispatch` is called before the request is
 * written. A request that fails before that call was not sent.
 *
 * @param signals - `signal` aborts the request before it is sent, `lastSignal` after that.
 */
export async function exchange(
  dispatcher: Pick<Dispatcher, "dispatch">,
  origin: string,
  request: HttpRequest,
  { signal, lastSignal }: Pick<Deadline, "signal" | "lastSignal">,
): Promise<HttpExchange> {
  const ended = Promise.withResolvers<HttpExchange>();
  // Not the decoder of Buffer: TextDecoder drops a byte order mark. JSON.parse would reject the mark.
  const decoder = new TextDecoder();
  let received = "";
  let controller: Dispatcher.DispatchController | undefined;
  let head: ResponseHead | undefined;
  const fail = (reason: string, code?: string): void =>
    ended.resolve(
      head === undefined
        ? { outcome: "noResponse", sent: controller !== undefined, reason, code }
        : { outcome: "interrupted", ...head, reason },
    );
  const onAbort = (): void => {
    // Until the connection is made, there is no controller. Then onRequestStart aborts the request.
    if (controller === undefined) fail(abortReason(signal));
  };
  const onLastAbort = (): void => controller?.abort(new Error(abortReason(lastSignal)));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      if (signal.aborted) started.abort(new Error(abortReason(signal)));
      else controller = started;
    },
    onResponseStart: (_, status, headers) => void (head = readHead(status, headers)),
    onResponseData: (_, chunk) => void (received += decoder.decode(chunk, { stream: true })),
    onResponseEnd: () => {
      if (head === undefined) fail("the connection ended without a response");
      else ended.resolve({ outcome: "response", ...head, body: received });
    },
    onResponseError: (_, error) => {
      if (lastSignal.aborted) fail(abortReason(lastSignal));
      else fail(...describeFailure(error));
    },
  };
  signal.addEventListener("abort", onAbort);
  lastSignal.addEventListener("abort", onLastAbort);
  try {
    if (signal.aborted) onAbort();
    // Only the signals limit a request: an API may process a long list for longer than undici's 300 s.
    else dispatcher.dispatch({ origin, ...request, headersTimeout: 0, bodyTimeout: 0 }, handler);
    return await ended.promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    lastSignal.removeEventListener("abort", onLastAbort);
  }
}

/** Why a signal ended a request, as a part of a sentence. */
function abortReason(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error && reason.name === "TimeoutError" ? "the timeout was reached" : "it was canceled";
}

function readHead(status: number, headers: Record<string, string | string[] | undefined>): ResponseHead {
  // With other statuses, Retry-After is not about the next request.
  const asksForDelay = status === 429 || status === 503;
  const [delay, date, location, encoding = "identity"] = headNames.map((name) => headers[name]?.toString());
  const retryAfter = asksForDelay ? parseRetryAfter(delay, date) : undefined;
  return { status, location, retryAfter, isEncoded: encoding !== "identity" };
}

const headNames = ["retry-after", "date", "location", "content-encoding"];

/**
 * The reason and the code of a failure. If a host has several addresses, Node.js wraps the errors in one without a
 * message. OpenSSL's message is "…:error:0A00010B:SSL routines:FUNCTION:wrong version number:FILE:LINE:".
 */
function describeFailure(error: Error): [reason: string, code: string] {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const cause = first instanceof Error ? first : error;
  const [, ofTls] = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+)/u.exec(cause.message) ?? [];
  const reason = ofTls === undefined ? cause.message.trim() : `TLS failed (${ofTls})`;
  const code = "code" in cause ? String(cause.code) : "";
  // undici's text. It ends the connection, so the response that follows is not known.
  if (cause.message === "bad response")
    return ["a gateway sent an unasked 100 Continue: turn that off", "UNASKED_CONTINUE"];
  if (code !== "UND_ERR_HEADERS_TIMEOUT") return [reason || cause.name, code];
  // Only the tunnel of a proxy has this timeout. undici prefers the variables in this order.
  const proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"].map((name) => process.env[name]);
  return [`the proxy ${URL.parse(proxies.find(Boolean) ?? "")?.host ?? ""} did not connect to it in time`, code];
}

/**
 * Parses Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date.
 *
 * @param date - The Date of the response: the clock of the API, because that of this machine can be wrong.
 * @returns milliseconds; undefined if the header is missing, invalid, or a date in the past.
 */
export function parseRetryAfter(header = "", date = ""): number | undefined {
  if (/^\s*\d{1,9}\s*$/u.test(header)) return Number(header) * 1000;
  const now = Date.parse(date) || Date.now();
  return header.endsWith("GMT") ? Math.max(0, Date.parse(header) - now) || undefined : undefined;
}

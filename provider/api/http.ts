import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici";
import { SettingsError } from "./settings";
import { isLoopback } from "./settings-table";

/** 64 MiB: about two million app bundles, far more than any list, and little enough to hold in memory a few times. */
export const maxResponseBytes = 64 * 1024 * 1024;

/**
 * Makes the dispatcher of a client. It reuses connections, follows no redirects, and uses the proxies of the environment
 * (HTTPS_PROXY, NO_PROXY), except for this machine itself.
 */
export function makeDispatcher(baseUrl: string): Dispatcher {
  const options = {
    // In milliseconds.
    connectTimeout: 10_000,
    maxResponseSize: maxResponseBytes,
    // One request at a time per connection, so that its failure concerns that request only.
    allowH2: false,
  };
  if (isLoopback(new URL(baseUrl))) return new Agent(options);
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // The caught error contains the address of the proxy, which can contain a password.
    throw new SettingsError([
      "The proxy that the environment names cannot be used. Set HTTPS_PROXY and HTTP_PROXY to an address such as http://proxy.example.com:3128, or unset them.",
    ]);
  }
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
  readonly contentType?: string;
  /** The delay for which the Retry-After header asks, in milliseconds. */
  readonly retryAfter?: number;
}

interface ExchangeFailure {
  readonly reason: string;
  /** Whether a retry can succeed: a broken connection, and not a response that is too large or a name that is unknown. */
  readonly isTransient: boolean;
}

export type Exchange =
  | (ResponseHead & { readonly outcome: "response"; readonly body: string })
  /** The response began and did not arrive as a whole. */
  | (ResponseHead & ExchangeFailure & { readonly outcome: "interrupted" })
  /** If nothing was sent, the request cannot have had an effect. */
  | (ExchangeFailure & { readonly outcome: "noResponse"; readonly sent: boolean });

/**
 * Sends one request and returns how it ended; never rejects.
 *
 * This is undici's `dispatch` and not its `request`, since only a handler learns when the connection is established and
 * the request begins to be written. Whatever fails before that was not sent.
 *
 * @param signal - Aborts the request before it is sent.
 * @param lastSignal - Aborts it after that.
 */
export async function exchange(
  dispatcher: Dispatcher,
  origin: string,
  { method, path, headers, body }: HttpRequest,
  signal: AbortSignal,
  lastSignal: AbortSignal,
): Promise<Exchange> {
  const ended = Promise.withResolvers<Exchange>();
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let head: ResponseHead | undefined;
  const fail = (reason: string, isTransient: boolean): void =>
    ended.resolve(
      head === undefined
        ? { outcome: "noResponse", sent: controller !== undefined, reason, isTransient }
        : { outcome: "interrupted", ...head, reason, isTransient },
    );
  const onAbort = (): void => {
    // While the connection is being made, there is no controller; onRequestStart aborts the request then.
    if (controller === undefined) fail(abortReason(signal), false);
  };
  const onLastAbort = (): void => controller?.abort(new Error(abortReason(lastSignal)));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      if (signal.aborted) started.abort(new Error(abortReason(signal)));
      else controller = started;
    },
    onResponseStart: (_, status, headers) => {
      if (status >= 200) head = readHead(status, headers);
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd: () => {
      if (head === undefined) fail("the connection ended without a response", true);
      // Not toString: TextDecoder drops a byte order mark, which JSON.parse does not accept.
      else ended.resolve({ outcome: "response", ...head, body: new TextDecoder().decode(Buffer.concat(chunks)) });
    },
    onResponseError: (_, error) => {
      if (lastSignal.aborted) fail(abortReason(lastSignal), false);
      else fail(failureReason(error), isTransient(error));
    },
  };
  signal.addEventListener("abort", onAbort);
  lastSignal.addEventListener("abort", onLastAbort);
  try {
    if (signal.aborted) onAbort();
    else dispatcher.dispatch({ origin, path, method, headers, body: body ?? null, ...noTimeouts }, handler);
    return await ended.promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    lastSignal.removeEventListener("abort", onLastAbort);
  }
}

/** The signal alone limits a request: an API may work on a long list for longer than undici's 300 s. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

/** Why a signal ended a request, as a part of a sentence. */
function abortReason(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error && reason.name === "TimeoutError" ? "the timeout was reached" : "it was canceled";
}

function readHead(status: number, headers: Record<string, string | string[] | undefined>): ResponseHead {
  const text = (name: string) => headers[name]?.toString();
  const retryAfter = parseRetryAfter(text("retry-after"), text("date"), Date.now());
  return { status, location: text("location"), contentType: text("content-type"), retryAfter };
}

/** The codes of Node.js and undici for failures that a retry can get past. */
const transientCodes: ReadonlySet<unknown> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  // Of a proxy that does not answer to CONNECT.
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
]);

function isTransient(error: Error): boolean {
  return causes(error).some((cause) => "code" in cause && transientCodes.has(cause.code));
}

/** The error of each address: if a host has several, Node.js throws one error without a message for all of them. */
function causes(error: Error): readonly Error[] {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return all.filter((cause) => cause instanceof Error);
}

function failureReason(error: Error): string {
  const cause = causes(error)[0] ?? error;
  if (cause.message !== "") return cause.message;
  return "code" in cause ? String(cause.code) : cause.name;
}

/** The longest delay, in seconds: about 300 years, which still can be added to a time. */
const maxSeconds = 9_999_999_999;

/**
 * Parses Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date, which is compared with the API's own clock if
 * the response shows it.
 *
 * @param date - The Date header of the same response.
 * @param now - The time of this machine, in milliseconds since 1970.
 * @returns milliseconds from the response on; undefined if the header is missing or neither.
 */
export function parseRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\s*\d+\s*$/u.test(retryAfter)) return Math.min(Number(retryAfter), maxSeconds) * 1000;
  // The dates of HTTP end with GMT; Date.parse alone would take "-5" for a year.
  const until = retryAfter.trim().endsWith("GMT") ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const since = date === undefined ? now : Date.parse(date);
  return Math.max(0, until - (Number.isNaN(since) ? now : since));
}

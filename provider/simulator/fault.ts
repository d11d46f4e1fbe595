import { listIdIn, type ParsedRequest, type SimulatedAction } from "./request";
import { jsonAnswer, type Answer } from "./respond";

/** A failure of the simulator. */
export interface Fault {
  /** The requests that fail; every member narrows them. */
  readonly on: {
    readonly action?: SimulatedAction;
    /** 1 for the first request that matches since the fault was added, and so on. Default: every one. */
    readonly nth?: number;
    readonly appListId?: number;
    /** How the path begins, such as `/v1/app_list`; paths that the API does not have match as well. */
    readonly path?: string;
  };
  /** "before": the request has no effect. "after": it has its effect, and only its answer fails. */
  readonly effect: "before" | "after";
  readonly answer: FaultAnswer;
}

/** The answer of a request that fails. */
export type FaultAnswer =
  /** Another answer. A body without a content type in `headers` has the one of JSON. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Default: empty. */
      readonly body?: string;
    }
  /** An answer in JSON that repeats the request, with its credentials, as some gateways do. */
  | { readonly kind: "echo"; readonly status: number }
  /** The connection is reset. */
  | { readonly kind: "reset" }
  /** No answer; the connection stays open until the client or the simulator closes it. */
  | { readonly kind: "hang" }
  /**
   * The true answer, this many seconds of the simulator's clock later, with the effect of the request at that time: also
   * if the client no longer waits, or a gateway has answered 504 after `gatewaySeconds`. A request without effect gets 504.
   */
  | { readonly kind: "slow"; readonly seconds: number; readonly gatewaySeconds?: number }
  /** Half of the true answer's body, then the connection is closed. */
  | { readonly kind: "cut" }
  /** The true answer's body, byte by byte, with this many milliseconds after each. Default: 100. */
  | { readonly kind: "drip"; readonly pause?: number }
  /** The true answer's body, filled with spaces to this many bytes; with an encoding, compressed to a thousandth. */
  | { readonly kind: "flood"; readonly bytes: number; readonly encoding?: "gzip" };

/** The 404 of a gateway in front of the API, as a web page and as JSON: it proves nothing about a list. */
export const gatewayNotFound = {
  html: {
    kind: "status",
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>",
  },
  json: { kind: "status", status: 404, body: '{"message":"no Route matched with those values"}' },
} as const satisfies Readonly<Record<string, FaultAnswer>>;

export interface CountedFault {
  readonly fault: Fault;
  matched: number;
}

/** Counts a request for every fault that it matches, and finds the first fault that applies to it. */
export function findFault(faults: readonly CountedFault[], parsed: ParsedRequest): Fault | undefined {
  const matching = faults.filter(({ fault }) => matches(fault, parsed));
  for (const counted of matching) counted.matched += 1;
  return matching.find(({ fault, matched }) => fault.on.nth === undefined || fault.on.nth === matched)?.fault;
}

function matches({ on }: Fault, { request, route }: ParsedRequest): boolean {
  if (on.path !== undefined && !request.path.startsWith(on.path)) return false;
  if (on.action !== undefined && on.action !== route.action) return false;
  return on.appListId === undefined || on.appListId === listIdIn(route);
}

export const gatewayTimeout = jsonAnswer(504, {
  error: "Gateway Timeout",
  message: "the upstream server did not respond",
});

export function replaceAnswer(fault: Fault, answer: Answer, { request, text }: ParsedRequest): Answer {
  const { effect, answer: failure } = fault;
  if (failure.kind === "slow" && effect === "before") return gatewayTimeout;
  if (failure.kind === "echo") {
    const { method, path, query, headers } = request;
    const echo = { method, path, query, headers, body: text };
    // Also in members that clients show.
    const errors = [headers.authorization, echo.body].map((detail) => ({ detail }));
    return jsonAnswer(failure.status, { error: "Bad request", errors, request: echo });
  }
  if (failure.kind !== "status") return answer;
  const { status, headers = {}, body = "" } = failure;
  const hasType = failure.body === undefined || Object.keys(headers).some((name) => /^content-type$/i.test(name));
  return { status, headers: { ...(!hasType && { "content-type": "application/json" }), ...headers }, body };
}

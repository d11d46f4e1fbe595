import { jsonAnswer, type Answer } from "./answer";
import { decodeText, type ReceivedRequest } from "./request";
import { type Action, appListIdOf, type Route } from "./route";

/** Something that goes wrong on purpose. */
export interface Fault {
  /** Which requests it strikes; a member that is left out leaves that open. */
  readonly on: {
    readonly action?: Action;
    /** 1 for the first request that matches since the fault was added, and so on. Default: every one. */
    readonly nth?: number;
    readonly appListId?: number;
  };
  /** "before": the request has no effect. "after": it has its effect, only its answer suffers. */
  readonly effect: "before" | "after";
  readonly answer: FaultAnswer;
}

/** What the client sees of a fault. */
export type FaultAnswer =
  /** Another answer than the true one. A body without a content type in `headers` is said to be JSON. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Default: empty. */
      readonly body?: string;
    }
  /** An answer in JSON that repeats the request, with its credentials: as gateways do that mean to be helpful. */
  | { readonly kind: "echo"; readonly status: number }
  /** The connection is reset. */
  | { readonly kind: "reset" }
  /** No answer, and the connection stays open until the client or the simulator closes it. */
  | { readonly kind: "hang" }
  /** Half of the true answer's body, then the connection is closed. */
  | { readonly kind: "cut" }
  /** The true answer's body, byte by byte, with a pause of some milliseconds after each. Default: 100. */
  | { readonly kind: "drip"; readonly pause?: number }
  /**
   * The true answer's body, and after it blanks until there are so many bytes of it. Compressed where there is an
   * encoding: a thousandth goes over the line, and inflates to all of it.
   */
  | { readonly kind: "flood"; readonly bytes: number; readonly encoding?: "gzip" };

/** A fault and how many requests have matched it. */
export interface ArmedFault {
  readonly fault: Fault;
  readonly matched: number;
}

/** What is sent. */
export type Delivery =
  | { readonly kind: "whole"; readonly answer: Answer }
  | { readonly kind: "cut"; readonly answer: Answer }
  | { readonly kind: "drip"; readonly answer: Answer; readonly pause: number }
  | { readonly kind: "flood"; readonly answer: Answer; readonly bytes: number; readonly encoding?: "gzip" }
  | { readonly kind: "reset" }
  | { readonly kind: "hang" };

/** Counts a request for every fault that it matches, and finds the first fault that strikes it. */
export function strike(
  armed: readonly ArmedFault[],
  route: Route,
): { readonly armed: readonly ArmedFault[]; readonly fault: Fault | undefined } {
  const counted = armed.map((one) => (matches(one.fault, route) ? { ...one, matched: one.matched + 1 } : one));
  const striking = counted.find(
    ({ fault, matched }) => matches(fault, route) && (fault.on.nth === undefined || fault.on.nth === matched),
  );
  return { armed: counted, fault: striking?.fault };
}

/** What is sent instead of, or of, the true answer to a request. */
export function deliveryOf(fault: Fault | undefined, answer: Answer, request: ReceivedRequest): Delivery {
  switch (fault?.answer.kind) {
    case undefined:
      return { kind: "whole", answer };
    case "status":
      return { kind: "whole", answer: faultAnswer(fault.answer) };
    case "echo":
      return {
        kind: "whole",
        answer: jsonAnswer(fault.answer.status, { error: "Bad request", request: echoOf(request) }),
      };
    case "cut":
      return { kind: "cut", answer };
    case "drip":
      return { kind: "drip", answer, pause: fault.answer.pause ?? 100 };
    case "flood":
      return { ...fault.answer, answer };
    case "reset":
      return { kind: "reset" };
    case "hang":
      return { kind: "hang" };
  }
}

function matches({ on }: Fault, route: Route): boolean {
  if (on.action !== undefined && on.action !== route.action) return false;
  return on.appListId === undefined || on.appListId === appListIdOf(route);
}

function echoOf({ method, path, query, headers, body }: ReceivedRequest): Readonly<Record<string, unknown>> {
  return { method, path, query, headers, body: body && decodeText(body) };
}

function faultAnswer({ status, headers = {}, body }: Extract<FaultAnswer, { readonly kind: "status" }>): Answer {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const type: Readonly<Record<string, string>> =
    body === undefined || named ? {} : { "content-type": "application/json" };
  return { status, headers: { ...type, ...headers }, body: body ?? "" };
}

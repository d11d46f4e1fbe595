import type { ParsedRequest, SimulatedAction } from "./request";
import { jsonAnswer, type Answer } from "./respond";

/** A failure of the simulator. */
export interface Fault {
  /** The requests that fail: those that match all members. */
  readonly on: {
    readonly action?: SimulatedAction;
    /** 1 for the first matching request after the fault was added, and so on. Default: all matching requests. */
    readonly nth?: number;
    readonly appListId?: number;
  };
  /** "before": the request has no effect. "after": it has its effect, but its answer fails. */
  readonly effect: "before" | "after";
  readonly answer: FaultAnswer;
}

/** The answer of a request that fails. */
export type FaultAnswer =
  /** Another answer. If `headers` has no content type, a body has the content type of JSON. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Default: empty. */
      readonly body?: string | Uint8Array;
    }
  /** The connection is reset. */
  | { readonly kind: "reset" }
  /** No answer. The connection stays open until the client or the simulator closes it. */
  | { readonly kind: "hang" }
  /**
   * The true answer after a delay in seconds of the simulator's clock. The request has its effect at that time, even if
   * the client no longer waits. A request without effect gets 504.
   */
  | { readonly kind: "slow"; readonly seconds: number }
  /** Half of the true answer's body. Then the connection is closed. */
  | { readonly kind: "cut" };

export interface CountedFault {
  readonly fault: Fault;
  matched: number;
}

/** Counts a request for each fault that it matches, and finds the first fault that applies. */
export function findFault(faults: readonly CountedFault[], { route }: ParsedRequest): Fault | undefined {
  const matching = faults.filter(({ fault: { on } }) => {
    const { action = route.action, appListId = route.appListId } = on;
    return action === route.action && appListId === route.appListId;
  });
  for (const counted of matching) counted.matched += 1;
  return matching.find(({ fault, matched }) => fault.on.nth === undefined || fault.on.nth === matched)?.fault;
}

export const gatewayTimeout = jsonAnswer(504, { error: "Gateway Timeout", message: "the upstream did not respond" });

/** The answer in place of the true one. */
export function replaceAnswer({ effect, answer: failure }: Fault, answer: Answer): Answer {
  if (failure.kind === "slow" && effect === "before") return gatewayTimeout;
  if (failure.kind !== "status") return answer;
  const { status, headers = {}, body = "" } = failure;
  const hasType = failure.body === undefined || Object.keys(headers).some((name) => /^content-type$/i.test(name));
  return { status, headers: { ...(!hasType && { "content-type": "application/json" }), ...headers }, body };
}

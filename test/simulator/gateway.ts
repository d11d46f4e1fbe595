import type { FaultAnswer } from "../../provider/simulator/index";
import { gatewayTimeout } from "../../provider/simulator/fault";
import { jsonAnswer } from "../../provider/simulator/respond";
import { untilAborted, type Receive } from "../../provider/simulator/server";
import type { Clock } from "../../provider/common/clock";

const repeats = "x-repeats-the-request";

/** The answer of a gateway that repeats the request in JSON, with its credentials. */
export function repeatedRequest(status: number): FaultAnswer {
  return { kind: "status", status, headers: { [repeats]: "yes" } };
}

/** When a gateway answers 504 itself. */
export interface GatewayTimeout {
  readonly clock: Pick<Clock, "timeout">;
  readonly seconds: number;
}

/** Requests through a gateway. @param timeout Default: it waits without a limit. */
export function throughGateway(receive: Receive, timeout?: GatewayTimeout): Receive {
  return (request, gone) => {
    // Started before the work, because the work advances a virtual clock.
    const end = timeout?.clock.timeout(timeout.seconds * 1000);
    const delivery = receive(request, gone);
    if (delivery instanceof Promise) {
      return end === undefined ? delivery : Promise.race([delivery, untilAborted(end).then(() => gatewayTimeout)]);
    }
    if (delivery.headers[repeats] === undefined) return delivery;
    const { method, path, query, headers } = request;
    const body = request.body.toString();
    // The credentials are repeated in members that clients print.
    const errors = [headers.authorization, body].map((detail) => ({ detail }));
    const repeated = { error: "Bad request", errors, request: { method, path, query, headers, body } };
    return jsonAnswer(delivery.status, repeated);
  };
}

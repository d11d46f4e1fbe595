import type { Call } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redactor";
import { requestError, unreadableError } from "./request-error";
import type { Parsed } from "./schemas";

/**
 * The value in a response of success.
 *
 * @throws {ApiError} for every other exchange, and if the body cannot be parsed.
 */
export function readResponse<Value>(
  call: Call,
  exchange: Exchange,
  redactor: Redactor,
  parse: (body: string) => Parsed<Value>,
): Value {
  if (exchange.outcome !== "response" || exchange.status < 200 || exchange.status > 299) {
    throw requestError(call, exchange, redactor);
  }
  const parsed = parse(exchange.body);
  if (parsed.outcome === "unreadable") throw unreadableError(call, exchange, parsed.reason, redactor);
  return parsed.value;
}

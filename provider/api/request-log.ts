import { formatCount } from "../common/format";
import type { Call } from "./call";
import type { Exchange } from "./http";

/** How one request ended, as a part of its line in the log: "200 in 34 ms". It can contain a secret. */
export function describeExchange({ purpose }: Call, exchange: Exchange, milliseconds: number): string {
  const status = exchange.outcome === "noResponse" ? "no response" : String(exchange.status);
  // Whatever the token call fails with may repeat credentials.
  if (purpose === "token") return status;
  const reason = exchange.outcome === "response" ? "" : ` (${exchange.reason})`;
  return `${status} in ${formatCount(Math.round(milliseconds))} ms${reason}`;
}

import * as z from "zod";
import { bounds } from "./bounds";
import type { Call } from "./call";
import type { HttpExchange } from "./http";
import { parseJson } from "./json";
import { meaningOf } from "./meaning";
import type { Redactor } from "./redaction";
import { requestError } from "./request-error";

/** A number, or a text with this pattern. The API documents numbers in both forms. */
export function numeric(pattern: RegExp) {
  return z.union([z.number(), z.string().regex(pattern).transform(Number)]);
}

/** The form of each member of a response by its name, without its content: `app_bundles`: "text, no capitals". */
export type Forms = Readonly<Record<string, string>>;

/** The form of a member. */
export function formOf(member: unknown): string {
  if (member === undefined || member === null) return member === null ? "null" : "absent";
  return Array.isArray(member) ? "array" : typeof member === "string" ? "text" : typeof member;
}

/**
 * The value in a response of success.
 *
 * @throws {ApiError} for every other exchange, and if the body does not match the schema.
 */
export function readResponse<Value>(
  call: Call,
  exchange: HttpExchange,
  schema: z.ZodType<Value>,
  reviver?: Redactor["reviver"],
): Value {
  if (exchange.outcome !== "response" || meaningOf(call.purpose, exchange) !== "done") {
    throw requestError(call, exchange);
  }
  const unreadable = (reason: string) => requestError(call, exchange, reason);
  if (exchange.isEncoded === true) throw unreadable("it is compressed, although the request does not allow that");
  // A small text of nested arrays or of numbers takes fifty times its size once it is parsed.
  if (countParts(exchange.body) > bounds.responseParts) throw unreadable("it has too many values");
  const json = parseJson(exchange.body, reviver);
  if (json === undefined) throw unreadable(exchange.body.trim() === "" ? "it is empty" : "it is not JSON");
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw unreadable(describeIssues(parsed.error.issues));
  return parsed.data;
}

/** The number of objects, arrays and commas in a JSON text, up to one more than are parsed. */
function countParts(body: string): number {
  const start = /[[{,]/gu;
  let parts = 0;
  while (parts <= bounds.responseParts && start.test(body)) parts += 1;
  return parts;
}

/** Describes issues without the body, because it may contain a secret. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const members = new Set(issues.map((issue) => issue.path.map(String).join(".")));
  members.delete("");
  return members.size > 0 ? `unexpected ${[...members].join(", ")}` : "it is not the expected object";
}

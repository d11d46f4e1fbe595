import * as z from "zod";
import type { Call } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redaction";
import { requestError, unreadableError } from "./request-error";

/** A number, or a text of one with this pattern: the API documents numbers of either form. */
export function numeric(pattern: RegExp) {
  return z.union([z.number(), z.string().regex(pattern).transform(Number)]);
}

/**
 * The value in a response of success.
 *
 * @throws {ApiError} for every other exchange, and if the body is not as the schema describes it.
 */
export function readResponse<Value>(
  call: Call,
  exchange: Exchange,
  redactor: Redactor,
  schema: z.ZodType<Value>,
): Value {
  if (exchange.outcome !== "response" || exchange.status < 200 || exchange.status > 299) {
    throw requestError(call, exchange, redactor);
  }
  const unreadable = (reason: string) => unreadableError(call, exchange, reason, redactor);
  let json: unknown;
  try {
    json = JSON.parse(exchange.body);
  } catch {
    throw unreadable(exchange.body.trim() === "" ? "it is empty" : "it is not JSON");
  }
  if (isTooDeep(json)) throw unreadable(`it nests more than ${maxDepth} arrays or objects`);
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw unreadable(describeIssues(parsed.error.issues));
  return parsed.data;
}

/** Never quotes the body, since it may carry a secret: a schema adds none to the messages of its issues. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const members = new Set(issues.map((issue) => issue.path.map(String).join(".")));
  members.delete("");
  if (members.size > 0) return `unexpected ${[...members].join(", ")}`;
  const whole = issues.find(({ code, path }) => code === "custom" && path.length === 0);
  return whole?.message ?? "it is not the expected object";
}

/** How deep arrays and objects of a response may be nested: far more than in any that makes sense. */
const maxDepth = 100;

/** Whether a value is nested deeper than that. Without recursion, which a deep value would break. */
function isTooDeep(json: unknown): boolean {
  const objects = (values: readonly unknown[]) => values.filter((value) => typeof value === "object" && value !== null);
  let level = objects([json]);
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
    level = level.flatMap((value) => objects(Object.values(value)));
  }
  return level.length > 0;
}

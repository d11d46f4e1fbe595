import * as z from "zod";
import type { ResultOf } from "../json";

const statuses = z.enum(["ok", "warning", "error", "notVerified"]);

/** The result of one check. */
export const checkSchema = z.object({
  check: z.string().describe("The name of the check, which does not change."),
  status: statuses.describe("notVerified: the API did not show it, or an earlier check failed."),
  message: z.string().describe("The result, in sentences."),
  next: z.string().optional().describe("What to do about it, as a sentence."),
});

/** The result of one check. */
export type CheckResult = ResultOf<typeof checkSchema>;

/** How a check ended. */
export type CheckStatus = CheckResult["status"];

/** The result of a check that could not be made. */
export function unverified(check: string, message: string): CheckResult {
  return { check, status: "notVerified", message: `Not verified: ${message}` };
}

/** The result of a check that was made, with what to do about it. */
export function result(status: CheckStatus, check: string, message: string, next?: string): CheckResult {
  return { check, status, message, next };
}

import * as z from "zod";
import type { ResultOf } from "../json";

/** The result of one check. */
export const checkSchema = z.object({
  check: z.string().describe("The name of the check, which does not change."),
  status: z
    .enum(["ok", "warning", "error", "notVerified"])
    .describe(
      "ok: nothing to do. warning: something to fix or to decide. error: nothing works until it is fixed. " +
        "notVerified: the API did not show it, or an earlier check failed.",
    ),
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

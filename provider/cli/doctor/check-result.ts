/**
 * How a check ended.
 *
 * - `ok`: nothing to do.
 * - `warning`: something to fix or to decide.
 * - `error`: nothing works until it is fixed.
 * - `notVerified`: the API did not show it, or an earlier check failed.
 */
export type CheckStatus = "ok" | "warning" | "error" | "notVerified";

/** The result of one check. */
export interface CheckResult {
  /** What was checked: a stable name for programs. */
  readonly check: string;
  readonly status: CheckStatus;
  /** The result, in sentences. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly next?: string;
}

/** The result of a check that could not be made. */
export function unverified(check: string, message: string): CheckResult {
  return { check, status: "notVerified", message: `Not verified: ${message}` };
}

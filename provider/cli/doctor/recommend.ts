import * as z from "zod";
import { showsMore, type ListCheck } from "./check-list";
import type { CheckResult, CheckStatus } from "./check-result";
import { configKey } from "../../settings/keys";
import type { Observe, Settings } from "../../settings/settings";
import { exitCodes, type ExitCode } from "../exit-code";
import type { ResultOf } from "../json";
import { shellWord } from "../shell-word";

/** A setting that should have another value. */
export const settingSchema = z.object({
  key: z.string().describe("The key, such as app-list:observe."),
  value: z.string().describe("The value that it should have."),
  command: z.string().describe("The command that sets it."),
});

/** A setting that should have another value. */
export type RecommendedSetting = ResultOf<typeof settingSchema>;

/** The settings that follow from how a list could be read: `app-list:observe`, if another way is better. */
export function recommendSettings(
  { observe, account }: Pick<Settings, "observe" | "account">,
  list: Pick<ListCheck, "probed" | "read">,
  stack?: string,
): readonly RecommendedSetting[] {
  const value = bestWay(observe, list);
  if (value === observe) return [];
  const key = configKey("observe", account);
  const place = stack === undefined ? "" : ` --stack ${shellWord(stack)}`;
  const path = account === undefined ? key : `--path ${shellWord(key)}`;
  return [{ key, value, command: `pulumi config set${place} ${path} ${value}` }];
}

/** The read endpoint is better if it shows more kinds. Otherwise a way that works is kept, then the probe is preferred. */
function bestWay(current: Observe, { probed, read }: Pick<ListCheck, "probed" | "read">): Observe {
  if (probed === undefined) return read === undefined ? current : "read";
  if (read !== undefined && (current === "read" || showsMore(read, probed))) return "read";
  return "probe";
}

/** The exit code of the command: errors outweigh warnings and recommendations, which outweigh what is not verified. */
export function exitCodeFor(results: readonly CheckResult[], recommended: readonly RecommendedSetting[]): ExitCode {
  const has = (status: CheckStatus): boolean => results.some((result) => result.status === status);
  if (has("error")) return exitCodes.error;
  if (has("warning") || recommended.length > 0) return exitCodes.changes;
  return has("notVerified") ? exitCodes.notVerified : exitCodes.done;
}

import { showsMore, type ListCheck } from "./check-list";
import type { CheckResult, CheckStatus } from "./check-result";
import { configKey, type SettingKey } from "../../settings/keys";
import type { Observe, Settings } from "../../settings/settings";
import { exitCodes, type ExitCode } from "../exit-code";
import { shellWord } from "../shell-word";

/** A setting that should have another value. */
export interface RecommendedSetting {
  /** The key, such as "app-list:observe". */
  readonly key: string;
  readonly value: string;
  readonly command: string;
}

/** The settings that follow from how a list could be read: `app-list:observe`, if another way is better. */
export function recommendSettings(
  settings: Settings,
  list: Pick<ListCheck, "probed" | "read">,
  stack?: string,
): readonly RecommendedSetting[] {
  const observe = bestWay(settings.observe, list);
  return observe === settings.observe ? [] : [recommendation("observe", observe, settings.account, stack)];
}

/** The read endpoint is better if it shows more kinds; otherwise a way that works is kept, and the probe comes first. */
function bestWay(current: Observe, { probed, read }: Pick<ListCheck, "probed" | "read">): Observe {
  if (probed === undefined) return read === undefined ? current : "read";
  if (read !== undefined && (current === "read" || showsMore(read, probed))) return "read";
  return "probe";
}

function recommendation(
  key: SettingKey,
  value: string,
  account: string | undefined,
  stack: string | undefined,
): RecommendedSetting {
  const path = account === undefined ? configKey(key) : `--path ${shellWord(configKey(key, account))}`;
  const place = stack === undefined ? "" : ` --stack ${shellWord(stack)}`;
  return { key: configKey(key, account), value, command: `pulumi config set${place} ${path} ${shellWord(value)}` };
}

/** How the command ends: errors outweigh warnings and recommendations, which outweigh what is not verified. */
export function exitCodeFor(results: readonly CheckResult[], recommended: readonly RecommendedSetting[]): ExitCode {
  const has = (status: CheckStatus): boolean => results.some((result) => result.status === status);
  if (has("error")) return exitCodes.error;
  if (has("warning") || recommended.length > 0) return exitCodes.changes;
  return has("notVerified") ? exitCodes.notVerified : exitCodes.done;
}

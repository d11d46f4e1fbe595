import type { Finding, Learned, Verdict } from "./finding";
import { configKey, type SettingKey } from "../../settings/keys";
import type { Settings } from "../../settings/settings";
import { exitCodes, type ExitCode } from "../exit-code";

/** A setting to choose. */
export interface Advice {
  /** The key, such as "app-list:observe". */
  readonly key: string;
  readonly value: string;
  readonly command: string;
}

/** What all findings come to. */
export interface Conclusion {
  /** Settings that differ from what they should be. */
  readonly advice: readonly Advice[];
  /** What remains not verified. */
  readonly notVerified: readonly string[];
  readonly exitCode: ExitCode;
}

/**
 * Draws the conclusion from what was found.
 *
 * @param settings the settings as they are; undefined where they could not be read.
 * @param stack the stack whose configuration they are from, where they are.
 */
export function conclude(
  findings: readonly Finding[],
  settings: Settings | undefined,
  stack: string | undefined,
): Conclusion {
  const learned = findings.flatMap((finding) => finding.learned ?? []);
  const advised = settings === undefined ? [] : [...adviseObserve(learned, settings), ...adviseSize(learned, settings)];
  const has = (verdict: Verdict): boolean => findings.some((finding) => finding.verdict === verdict);
  return {
    advice: advised.map(([key, value]) => adviceOf(key, value, settings?.account, stack)),
    notVerified: findings.flatMap(({ verdict, check }) => (verdict === "notVerified" ? [check] : [])),
    exitCode: has("broken")
      ? exitCodes.error
      : has("finding") || advised.length > 0
        ? exitCodes.changes
        : has("notVerified")
          ? exitCodes.notVerified
          : exitCodes.done,
  };
}

type Choice = readonly [key: SettingKey, value: string];

/** A read endpoint reads without a change; the probe needs none. */
function adviseObserve(learned: readonly Learned[], { observe }: Settings): readonly Choice[] {
  const looks = learned.filter((one) => one.about !== "requestSize");
  const works = (about: "probe" | "readEndpoint"): boolean | undefined =>
    looks.find((one) => one.about === about)?.works;
  if (observe === "read" && works("readEndpoint") === true) return [];
  if (observe !== "probe" && works("probe") === true) return [["observe", "probe"]];
  if (observe !== "read" && works("probe") === false && works("readEndpoint") === true) return [["observe", "read"]];
  return [];
}

/** The service's limit, where one is known and the setting allows more. */
function adviseSize(learned: readonly Learned[], { maxEntriesPerRequest }: Settings): readonly Choice[] {
  const size = learned.find((one) => one.about === "requestSize");
  if (size?.fewestRefused === undefined || size.mostAccepted < 1) return [];
  return maxEntriesPerRequest !== undefined && maxEntriesPerRequest < size.fewestRefused
    ? []
    : [["maxEntriesPerRequest", String(size.mostAccepted)]];
}

function adviceOf(key: SettingKey, value: string, account: string | undefined, stack: string | undefined): Advice {
  const path = account === undefined ? configKey(key) : `--path ${shellWord(configKey(key, account))}`;
  const place = stack === undefined ? "" : ` --stack ${shellWord(stack)}`;
  return { key: configKey(key, account), value, command: `pulumi config set${place} ${path} ${shellWord(value)}` };
}

function shellWord(text: string): string {
  return /^[\w:./@-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

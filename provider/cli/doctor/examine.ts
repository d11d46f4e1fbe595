import { checkCampaigns } from "./account/campaigns";
import { checkClock } from "./account/clock";
import { checkLogin } from "./account/login";
import { checkReachability } from "./account/reachability";
import { Api } from "./api";
import type { Finding } from "./finding";
import type { Time } from "./scratch/restore";
import { removeLeftEntries, tryOut } from "./scratch/try-out";
import { readBaseUrl, readSettings, SettingsError, type Settings, type SettingsSource } from "../../settings/settings";

/** What is to be examined. */
export interface Examination {
  readonly source: SettingsSource;
  readonly account: string | undefined;
  /** The list to try out; undefined for none. */
  readonly appListId: number | undefined;
  /** The most entries of one request to the list. */
  readonly maxRequestSize: number;
  /** Whether a list may be tried out of which it is not known whether campaigns use it. */
  readonly acceptsUnknownUse: boolean;
  /** What the entries have in them that are taken out of the list, instead of trying it out; undefined for none. */
  readonly mark: string | undefined;
  /** This machine's time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly stop: AbortSignal;
  readonly report: (finding: Finding) => void;
  readonly tell: (text: string) => void;
  readonly time: Time;
}

/** The most requests of an examination, but for those that restore a list. */
const mostRequests = 40;

/** What was examined, and with how many requests. */
export interface Examined {
  /** undefined where the settings cannot be used. */
  readonly settings: Settings | undefined;
  readonly requests: number;
}

/** Examines settings, connection and account, and tries out a list where one is named. Each finding is reported. */
export async function examine(examination: Examination): Promise<Examined> {
  const { source, account, now, stop, report } = examination;
  const settings = checkSettings(source, account, report);
  const baseUrl = settings?.baseUrl ?? readBaseUrl(source, account);
  if (baseUrl === undefined) return { settings, requests: 0 };

  const reachability = await checkReachability(baseUrl, settings, stop);
  report(reachability.finding);
  if (reachability.finding.verdict === "broken") return { settings, requests: 1 };
  report(checkClock(reachability.date, now()));
  if (settings === undefined) return { settings, requests: 1 };

  const api = new Api(settings, mostRequests - 1);
  try {
    const login = await checkLogin(api, stop);
    login.forEach(report);
    if (login.some(({ verdict }) => verdict === "broken")) return { settings, requests: 1 + api.requests };
    const { appListId, mark } = examination;
    if (appListId !== undefined && mark !== undefined) {
      const restoring = await removeLeftEntries({ ...examination, settings, appListId, api }, mark);
      return { settings, requests: 1 + api.requests + restoring };
    }
    report(await checkCampaigns(api, stop));
    const more = appListId === undefined ? 0 : await tryOut({ ...examination, settings, appListId, api });
    return { settings, requests: 1 + api.requests + more };
  } finally {
    await api.close();
  }
}

function checkSettings(
  source: SettingsSource,
  account: string | undefined,
  report: (finding: Finding) => void,
): Settings | undefined {
  try {
    const settings = readSettings(source, account);
    report({ check: "settings", verdict: "fine", says: "The settings are complete." });
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) report({ check: "settings", verdict: "broken", says: problem });
    return undefined;
  }
}

import { request } from "undici";
import { codeOf, describeConnectionFailure } from "./connection-failure";
import { defaultLimits, makeDispatcher } from "../../../service/dispatcher";
import { whatWasSaid } from "../../../service/said";
import type { Settings } from "../../../settings/settings";
import type { Finding } from "../finding";

/** What came of asking for anything at all. */
export interface Reachability {
  readonly finding: Finding;
  /** The Date header of the answer. */
  readonly date?: string;
}

/** How long an answer may take at most, in seconds; the settings may allow less. */
const timeLimit = 30;

/**
 * Asks the service for something without credentials: any HTTP answer shows that it can be reached.
 *
 * @param settings how long it may take, and what must not be shown of an error; undefined where they cannot be used.
 */
export async function checkReachability(
  baseUrl: string,
  settings: Pick<Settings, "timeoutSeconds" | "secrets"> | undefined,
  stop: AbortSignal,
): Promise<Reachability> {
  const url = new URL(baseUrl);
  const seconds = Math.min(timeLimit, settings?.timeoutSeconds ?? timeLimit);
  const dispatcher = makeDispatcher(baseUrl, defaultLimits);
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(seconds * 1000)]);
    const headers = { accept: "application/json", "user-agent": "pulumi-app-list" };
    const answer = await request(`${baseUrl}/v1/meta/campaigns?page=1&per_page=1`, { dispatcher, signal, headers });
    await answer.body.dump({ limit: 65_536 });
    const date = answer.headers["date"];
    const found = findingOf(url, answer.statusCode);
    return { finding: found, ...(typeof date === "string" ? { date } : {}) };
  } catch (error) {
    const reason =
      whatWasSaid(error instanceof Error ? error.message : String(error), settings?.secrets ?? []) ?? "it failed";
    const { says, next } = describeConnectionFailure(url, codeOf(error), reason);
    return { finding: { check: "reachability", verdict: "broken", says, next } };
  } finally {
    await dispatcher.destroy();
  }
}

function findingOf(url: URL, status: number): Finding {
  if (status >= 300 && status < 400) {
    return {
      check: "reachability",
      verdict: "broken",
      says: `${url.host} redirects requests (status ${status}), and redirects are not followed.`,
      next: "Set app-list:baseUrl to where the service is.",
    };
  }
  if (status >= 500) {
    return {
      check: "reachability",
      verdict: "finding",
      says: `${url.host} answers, and fails itself (status ${status}).`,
      next: "Try again later, or ask the operator of the service.",
    };
  }
  return { check: "reachability", verdict: "fine", says: `${url.origin} answers.` };
}

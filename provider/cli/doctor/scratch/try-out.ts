import { nameOthersChanged } from "./others";
import { scratchChecks } from "./checks";
import { lookFirst } from "./first-look";
import { restore, type Restoration, type Time } from "./restore";
import { ScratchList } from "./scratch-list";
import { TestEntries } from "./test-entries";
import { quote } from "../../../common/quote";
import { nameOf } from "../../../list/kinds";
import { AppListError } from "../../../common/error";
import { ServiceError } from "../../../service/errors";
import type { Settings } from "../../../settings/settings";
import { Api } from "../api";
import type { Finding } from "../finding";

/** What trying out a list needs. */
export interface TryOut {
  readonly settings: Settings;
  readonly appListId: number;
  /** The most entries of one request. */
  readonly maxRequestSize: number;
  /** Whether a list may be tried out of which it is not known whether campaigns use it. */
  readonly acceptsUnknownUse: boolean;
  /** For the checks; the list is restored with connections of its own. */
  readonly api: Api;
  readonly stop: AbortSignal;
  readonly report: (finding: Finding) => void;
  /** Tells a person what is going on. */
  readonly tell: (text: string) => void;
  readonly time: Time;
}

/** The most requests for restoring a list: enough to halve 1,000 entries down to requests of 62. */
const restoreRequests = 60;
/** How long restoring may take in all, and one request of it, in seconds. */
const restoreSeconds = 120;
const restoreRequestSeconds = 30;

/** After so many checks in a row that fail, no other is tried. */
const mostFailures = 2;

/**
 * Tries out what the service does with a list, and puts the list back as it was, whatever happens.
 *
 * @returns how many requests putting it back took, besides those of the checks.
 */
export async function tryOut(plan: TryOut): Promise<number> {
  const { settings, appListId, stop, report, tell } = plan;
  const scratch = new ScratchList(plan.api, appListId, stop, new TestEntries());
  const { mark } = scratch.entries;
  tell(
    `Every entry that is added to app list ${appListId} has ${mark} in it. Where this is ended by force,\n` +
      `\`app-list doctor --list ${appListId} --restore ${mark}\` removes them.\n`,
  );
  let requests = 0;
  try {
    const first = await lookFirst(scratch, settings.readPath, plan.acceptsUnknownUse);
    first.forEach(report);
    if (first.every(({ verdict }) => verdict !== "broken")) await runChecks(scratch, plan);
  } finally {
    if (scratch.isTouched) requests = await putBack(scratch, plan);
  }
  return requests;
}

/**
 * Takes what an examination that was broken off has left in a list out of it.
 *
 * @param mark what all entries of that examination have in them.
 * @returns how many requests that took.
 */
export async function removeLeftEntries(plan: Omit<TryOut, "acceptsUnknownUse">, mark: string): Promise<number> {
  const scratch = new ScratchList(plan.api, plan.appListId, plan.stop, new TestEntries(mark));
  scratch.expectLeftEntries();
  return putBack(scratch, plan);
}

/** Runs the checks until Ctrl-C, until two in a row fail, or until the service asks for fewer requests. */
async function runChecks(scratch: ScratchList, { maxRequestSize, stop, report }: TryOut): Promise<void> {
  let failures = 0;
  for (const { name, run } of scratchChecks(maxRequestSize)) {
    if (stop.aborted || failures >= mostFailures) {
      report({ check: name, verdict: "notVerified", says: `${name}: not tried, as the checks before it ended early.` });
      continue;
    }
    try {
      (await run(scratch)).forEach(report);
      failures = 0;
    } catch (error) {
      if (!(error instanceof AppListError)) throw error;
      // The requests that are left are for putting the list back.
      failures = error instanceof ServiceError && error.code === "RATE_LIMITED" ? mostFailures : failures + 1;
      report({ check: name, verdict: "notVerified", says: `${name}: could not be found out. ${error.message}` });
    }
  }
}

async function putBack(scratch: ScratchList, plan: Omit<TryOut, "acceptsUnknownUse">): Promise<number> {
  const { settings, appListId, report, tell, time } = plan;
  if (plan.stop.aborted) tell("The list is being put back as it was. A second Ctrl-C leaves it as it is.\n");
  const longest = restoreSeconds * 1000;
  const signal = AbortSignal.timeout(longest);
  const api = new Api(settings, restoreRequests, Math.min(restoreRequestSeconds, settings.timeoutSeconds));
  try {
    scratch.continueWith(api, signal);
    const restoration = await restore(scratch, { readPath: settings.readPath, time, longest, signal, tell });
    report(describe(restoration, appListId, scratch.entries.mark));
    const changed = nameOthersChanged(scratch.first, scratch.latest, (entry) => scratch.entries.isOwn(entry));
    if (changed !== undefined) {
      report({
        check: "others",
        verdict: "finding",
        says: `Meanwhile the entries of others in the list changed: ${changed}. No request of this command was about them.`,
        next: "Find out who else changes the list; a scratch list should have no other users.",
      });
    }
    return api.requests;
  } finally {
    await api.close();
  }
}

function describe(restoration: Restoration, appListId: number, mark: string): Finding {
  const check = "restored";
  if (restoration.outcome === "restored") {
    const { notShown } = restoration;
    if (notShown.length === 0) {
      return {
        check,
        verdict: "fine",
        says: "The list holds nothing of this examination any more: that was looked at.",
      };
    }
    const hidden = notShown.map((kind) => nameOf(kind, 0)).join(" and ");
    return {
      check,
      verdict: "fine",
      says: `The list holds nothing of this examination any more; of ${hidden}, the service said so and does not show it.`,
    };
  }
  const lines = Object.values(restoration.entries).flatMap((entries) => [...entries]);
  return {
    check,
    verdict: "broken",
    says:
      `App list ${appListId} could not be put back as it was: ${restoration.reason}\n` +
      `These entries are, or may be, still in it:\n${lines.map((entry) => `  ${quote(entry)}\n`).join("")}`.trimEnd(),
    next: `Try again with \`app-list doctor --list ${appListId} --restore ${mark}\`, or remove them by hand. They name nothing that exists.`,
  };
}

import { isWithoutOthers, type ScratchList } from "./scratch-list";
import { countKnown } from "./seen-list";
import { formatCount } from "../../../common/format";
import { ServiceError } from "../../../service/errors";
import type { Finding } from "../finding";

/**
 * What the first look at a list came to. Where it cannot be used, a finding is broken, and says why.
 *
 * @param acceptsUnknownUse whether the list may be used although it is not known whether campaigns use it.
 */
export async function lookFirst(
  scratch: ScratchList,
  readPath: string | undefined,
  acceptsUnknownUse: boolean,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    findings.push(await probe(scratch));
    if (readPath !== undefined) findings.push(await readEndpoint(scratch, readPath));
    // Where neither shows the list, a change does. It is known only then whether campaigns use the list.
    if (scratch.latest === undefined) {
      if (!acceptsUnknownUse) return [...findings, notShown];
      findings.push(...(await showByAdding(scratch)));
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [...findings, { check: "scratchList", verdict: "broken", says: error.message }];
  }
  return [...findings, usability(scratch, acceptsUnknownUse)];
}

const notShown: Finding = {
  check: "scratchList",
  verdict: "broken",
  says:
    "The service shows the list only when it is changed. So it is not known whether campaigns use it, and nothing was " +
    "added to it.",
  next: "Where the service can read a list, set app-list:readPath. Where you know that no campaign uses this one, add --unknown-use.",
};

async function probe(scratch: ScratchList): Promise<Finding> {
  const reply = await scratch.removeAbsent({ appBundles: [scratch.entries.one("appBundles", "DEAD")] });
  if (reply.outcome === "shown") {
    return {
      check: "probe",
      verdict: "fine",
      says: "Removing an app bundle that is not there changes nothing and shows the list: the probe works.",
      learned: { about: "probe", works: true },
    };
  }
  return {
    check: "probe",
    verdict: "finding",
    says: `Removing an app bundle that is not there is refused (status ${reply.status}): the probe does not work.`,
    next:
      "Ask the operator whether the service can read a list: then set app-list:readPath to the path, and " +
      "app-list:observe to read. Without it, drift is not known.",
    learned: { about: "probe", works: false },
  };
}

async function readEndpoint(scratch: ScratchList, readPath: string): Promise<Finding> {
  const check = "readEndpoint";
  const shown = scratch.latest;
  try {
    const read = await scratch.read(readPath);
    const isSame = shown === undefined || JSON.stringify(read.entries) === JSON.stringify(shown.entries);
    return {
      check,
      verdict: isSame ? "fine" : "finding",
      says: isSame ? "The read endpoint shows the list." : "The read endpoint shows another list than the probe.",
      ...(isSame ? {} : { next: "Set app-list:observe to probe, and ask the operator of the service why." }),
      learned: { about: "readEndpoint", works: isSame },
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      check,
      verdict: "finding",
      says: `The list cannot be read at app-list:readPath. ${error.message}`,
      next: "Correct app-list:readPath.",
      learned: { about: "readEndpoint", works: false },
    };
  }
}

async function showByAdding(scratch: ScratchList): Promise<readonly Finding[]> {
  const reply = await scratch.add({ appBundles: [scratch.entries.one("appBundles", "FE")] });
  if (reply.outcome === "shown") return [];
  return [
    { check: "scratchList", verdict: "broken", says: `The list is not shown in any way. ${reply.error.message}` },
  ];
}

function usability({ latest, first, appListId }: ScratchList, acceptsUnknownUse: boolean): Finding {
  const check = "scratchList";
  if (latest?.entries.appBundles === undefined) {
    return { check, verdict: "broken", says: "Answers do not show the app bundles of the list: it is not tried out." };
  }
  if (latest.id !== appListId) {
    return { check, verdict: "broken", says: `The answer is about app list ${latest.id} and not ${appListId}.` };
  }
  switch (latest.hasAssociatedCampaigns) {
    case true:
      return {
        check,
        verdict: "broken",
        says: `Campaigns are associated with app list ${appListId}: it is not tried out on a list that is in use.`,
        next: "Make a list for this in the dashboard, one that no campaign uses.",
      };
    case false:
      return { check, verdict: "fine", says: `App list ${appListId} is there, and no campaign uses it.` };
    case undefined:
      if (first !== undefined && isWithoutOthers(first) === false && !acceptsUnknownUse) {
        const others = countKnown(first);
        return {
          check,
          verdict: "broken",
          says:
            `The service does not show whether campaigns use app list ${appListId}, and it holds ` +
            `${formatCount(others)} ${others === 1 ? "entry" : "entries"} of others: it is not tried out.`,
          next: "Take an empty list. Where you know that no campaign uses this one, add --unknown-use.",
        };
      }
      return { check, verdict: "notVerified", says: "The service does not show whether campaigns use the list." };
  }
}

import { formatCount } from "../common/format";
import { countReport, type Counts } from "./counts";
import { outcomeOf, type Report } from "./report";

/** What a reviewer must know first, in one line that holds no text of others. */
export function printHeadline(report: Report): string {
  const counts = countReport(report);
  const unverified = report.notVerified.length;
  switch (outcomeOf(report)) {
    case "error": {
      const failed = `The preview failed with ${countOf(report.errors.length, "error")}`;
      return counts.changing === 0 ? failed : `${failed}; before that: ${changesOf(counts, report)}`;
    }
    case "changes":
      return (
        (counts.changing === 0 ? driftOf(counts) : changesOf(counts, report)) +
        (unverified === 0 ? "" : `; ${formatCount(unverified)} not verified`)
      );
    case "notVerified":
      return `No app list changes, but ${formatCount(unverified)} could not be verified`;
    case "nothing":
      return `No app list changes${lookedAt(report)}`;
  }
}

/** What has to be said of drift where lists were not looked at; undefined where all of the report were. */
export function driftUnknown({ isRefreshed, resources }: Report): string | undefined {
  const isAllNew = resources.length > 0 && resources.every(({ operation }) => operation === "create");
  if (isAllNew) return undefined;
  if (!isRefreshed) {
    return "Drift is not known: the lists were not looked at. To see it: pulumi preview --json --refresh";
  }
  const unseen = resources.filter((resource) => resource.isRefreshed === false).length;
  if (unseen === 0) return undefined;
  return `Drift of ${countOf(unseen, "resource")} is not known: ${unseen === 1 ? "its list was" : "their lists were"} not looked at`;
}

function changesOf(
  { lists, changing, drifting, changingWithCampaigns, entries }: Counts,
  { resources }: Report,
): string {
  const nothing = resources.some(({ mayChangeMore }) => mayChangeMore === true)
    ? "no entries that are known yet"
    : "no entries";
  const { added, removed, missing, foreign, left } = entries;
  const which = lists > changing ? `${formatCount(changing)} of ${formatCount(lists)}` : formatCount(changing);
  const some = Math.max(lists, changing) === 1 ? "app list" : "app lists";
  const changed = [
    ...(added > 0 ? [`+${formatCount(added)}`] : []),
    ...(removed > 0 ? [`−${formatCount(removed)}`] : []),
  ];
  const drift = [
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ...(foreign > 0 ? [`${formatCount(foreign)} foreign`] : []),
  ];
  const parts = [
    ...(changed.length > 0 ? [changed.join(" ")] : []),
    ...(left > 0 ? [`${formatCount(left)} left in the list`] : []),
    ...(drifting > 0 ? [`drift on ${formatCount(drifting)}${drift.length > 0 ? ` (${drift.join(", ")})` : ""}`] : []),
  ];
  const concerned = changing === 1 ? "it" : `${formatCount(changingWithCampaigns)} of them`;
  const campaigns = changingWithCampaigns > 0 ? `; campaigns are associated with ${concerned}` : "";
  const verb = changing === 1 ? "changes" : "change";
  return `${which} ${some} ${verb}: ${parts.length > 0 ? parts.join("; ") : nothing}${campaigns}`;
}

function driftOf({ drifting }: Counts): string {
  return `No app list changes, but ${formatCount(drifting)} ${drifting === 1 ? "has" : "have"} drifted`;
}

/** Of other lists nothing can be said: a preview does not show what is not among its targets. */
function lookedAt(report: Report): string {
  if (!report.isRefreshed) return "";
  const seen = report.resources.filter(({ isRefreshed = true }) => isRefreshed);
  const { lists } = countReport({ ...report, resources: seen });
  return lists === 0 ? "" : `, and none of those looked at has drifted (${countOf(lists, "list")})`;
}

function countOf(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
}

import { formatCount, formatShare, plural } from "../common/format";
import { quote } from "../common/quote";
import { formatKindCount, kindName, kinds } from "../list/kinds";
import { isChange, isNews, isNotVerified, type Report } from "./report";
import { countEntries } from "./entry-changes";
import {
  countReport,
  counted,
  describeList,
  driftHint,
  endangersCampaigns,
  printError,
  printMessage,
  printTotal,
  removalShare,
  sentencesOn,
} from "./summary";

/** An alarm is printed above the figures. */
export interface Section {
  readonly id: "errors" | "campaigns" | "notVerified" | "expiring" | "messages" | "unchanged" | "others";
  readonly title: string;
  readonly tone: "alarm" | "warning" | "quiet";
  readonly messages: readonly string[];
}

/** In the order in which every format prints them. */
export function sectionsOf(report: Report): readonly Section[] {
  const all: readonly Section[] = [
    { id: "errors", title: "Errors", tone: "alarm", messages: report.errors.map(printError) },
    {
      id: "campaigns",
      title: "Lists with campaigns lose entries",
      tone: "alarm",
      messages: report.resources.filter(endangersCampaigns).map((resource) => {
        const { removed } = resource.totals;
        const share = removalShare(resource.totals) ?? plural(removed.count, "entry", "entries");
        return `${describeList(resource)}: removes ${share}`;
      }),
    },
    { id: "notVerified", title: "Not verified", tone: "warning", messages: notVerifiedLists(report) },
    { id: "expiring", title: "Entries that expire within 14 days", tone: "quiet", messages: expiringEntries(report) },
    { id: "messages", title: "Messages", tone: "quiet", messages: report.messages.map(printMessage) },
    { id: "unchanged", title: "Unchanged", tone: "quiet", messages: unchangedLists(report) },
    {
      id: "others",
      title: "Other resources that change",
      tone: "quiet",
      messages: report.otherResources.map(({ type, name, operation }) => `${type} ${name} (${operation})`),
    },
  ];
  return all.filter(({ messages }) => messages.length > 0);
}

/** The reason is that of the provider. A refresh that shows none has the kinds of the state. */
function notVerifiedLists({ isRefreshed, resources }: Report): readonly string[] {
  const lists = isRefreshed ? resources.filter(({ notVerified }) => notVerified.length > 0) : [];
  const messages = lists.flatMap((resource) => {
    const reasons = resource.messages.filter(isNotVerified).map(printMessage);
    const names = new Intl.ListFormat("en").format(resource.notVerified.map((kind) => kindName(kind, 0)));
    const known = `${describeList(resource)}: not verified: the API did not show its ${names}.`;
    return reasons.length > 0 ? reasons : [known];
  });
  return [...new Set(messages)];
}

function expiringEntries({ resources }: Report): readonly string[] {
  const all = resources.flatMap((resource) =>
    resource.kinds.flatMap(({ kind, expiring }) => expiring.map((entry) => ({ resource, kind, ...entry }))),
  );
  return all
    .toSorted((one, other) => (one.until < other.until ? -1 : one.until > other.until ? 1 : 0))
    .map(({ resource, kind, entry, until }) => {
      return `${until}: ${kindName(kind, 1)} ${quote(entry)} of ${describeList(resource)}`;
    });
}

function unchangedLists({ resources }: Report): readonly string[] {
  return resources
    .filter((resource) => !isNews(resource))
    .map((resource) => {
      const { name, account, managed } = resource;
      const ofAccount = account === undefined ? "" : `, account ${account}`;
      const list = `${describeList(resource)} (resource ${name}${ofAccount}, ${formatCount(managed)} managed)`;
      return [list, ...sentencesOn(resource).map((sentence) => `  ${sentence}`)].join("\n");
    });
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly detail: string;
  readonly tone: "" | "added" | "removed" | "drift";
}

export function figuresOf(report: Report): readonly Figure[] {
  const { lists, changing, totals } = countReport(report);
  const { added, removed, losable } = totals;
  const changedKinds = report.resources.filter(isChange).flatMap((resource) => resource.kinds);
  const addedKinds = kinds.flatMap((kind) => {
    const ofKind = [{ kinds: changedKinds.filter((one) => one.kind === kind) }];
    const count = countEntries(ofKind, "added") + countEntries(ofKind, "missing");
    return count === 0 ? [] : [formatKindCount(kind, count)];
  });
  const share = `${formatShare(removed.count, losable)} of ${plural(losable, "entry", "entries")}`;
  return [
    { name: "Lists to change", value: formatCount(changing), detail: `of ${formatCount(lists)}`, tone: "" },
    {
      name: "Added",
      value: printTotal("+", added) || "0",
      detail: addedKinds.join(", ") || "no entries",
      tone: added.count > 0 ? "added" : "",
    },
    {
      name: "Removed",
      value: printTotal("−", removed) || "0",
      detail: losable === 0 || removed.count === 0 ? "no entries" : share,
      tone: removed.count > 0 ? "removed" : "",
    },
    { name: "Drift", ...driftFigure(report) },
  ];
}

function driftFigure(report: Report): Omit<Figure, "name"> {
  const { drifting, entries } = countReport(report);
  const { missing, unexpected } = entries;
  if (missing + unexpected > 0) {
    const detail = [counted("", missing, " missing"), counted("", unexpected, " unexpected")];
    return { value: formatCount(missing + unexpected), detail: detail.filter(Boolean).join(", "), tone: "drift" };
  }
  if (drifting > 0) return { value: "yes", detail: `in ${plural(drifting, "list")}`, tone: "drift" };
  if (driftHint(report) !== undefined) {
    return { value: "?", detail: report.isRefreshed ? "not all lists were read" : "the lists were not read", tone: "" };
  }
  return { value: "0", detail: report.isRefreshed ? "the lists were read" : "nothing was managed before", tone: "" };
}

export function originOf({ stack, commit, createdAt }: Report): readonly (readonly [name: string, value: string])[] {
  return [
    ...(stack === undefined ? [] : [["stack", stack] as const]),
    ...(commit === undefined ? [] : [["commit", commit.slice(0, 12)] as const]),
    ["time", `${createdAt.slice(0, 16).replace("T", " ")} UTC`] as const,
  ];
}

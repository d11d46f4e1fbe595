import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildReport } from "../../provider/report/build-report.ts";
import { parsePreview } from "../../provider/report/preview.ts";
import { entryChanges, type Report, type ReportedEntry, type ResourceReport } from "../../provider/report/report.ts";

export const examplesFolder = join(import.meta.dirname, "examples");

/** The report of a preview in the folder `examples`, beside what is printed of it. A real engine made the preview. */
export function exampleReport(name: string, isDriftOnly = false): Report {
  const preview = parsePreview(readFileSync(join(examplesFolder, `${name}.preview.json`), "utf8"));
  const commit = "3f2c1d9e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e";
  return buildReport(preview, new Date("2026-11-19T08:30:00Z"), { commit, isDriftOnly });
}

/** A usual day: drift, running campaigns, an exclusive list, a new one, and one that is deleted. */
export const everydayReport = exampleReport("everyday");

/** One list over its limit, an exclusive one with drift, and one that is deleted. */
export const overLimitReport = exampleReport("over-limit");

/** The usual day, of a preview that did not read the lists, so that drift is not known. */
export const unreadReport = exampleReport("unread");

/** A preview of many changes in one list: most of them added, some removed, a few drifted. */
export function bigReport(changes: number): Report {
  const [removed, missing, placements] = [changes / 5, changes / 100, changes / 10];
  const apps = numberedEntries(changes - placements, "invalid traffic", "com.brightflash.keyboard");
  const [added, gone] = [apps.slice(removed + missing), apps.slice(removed, removed + missing)];
  const entries = [
    ...changedEntries({ added, removed: apps.slice(0, removed), missing: gone }),
    ...changedEntries({ added: numberedEntries(placements, "banner", "20418-banner") }, "placementIds"),
  ];
  return sampleReport(resourceReport({ listName: "global blocklist", hasAssociatedCampaigns: true, entries }));
}

/** An entry of a sample. */
type SampleEntry = Pick<ReportedEntry, "entry" | "note" | "origin">;

/** The entries of a sample, by what happens to them. */
type Changed = Readonly<Partial<Record<ReportedEntry["change"], readonly SampleEntry[]>>>;

/** Numbered entries with notes: com.app0 and so on. */
export function numberedEntries(count: number, note = "gambling", name = "com.app"): readonly SampleEntry[] {
  return Array.from({ length: count }, (_, index) => ({ entry: `${name}${index}`, note: `${note} ${index}` }));
}

export function changedEntries(changed: Changed, kind: ReportedEntry["kind"] = "appBundles"): readonly ReportedEntry[] {
  return entryChanges.flatMap((change) => (changed[change] ?? []).map((entry) => ({ kind, change, ...entry })));
}

/** A report of resources, after a refresh. */
export function sampleReport(...resources: readonly ResourceReport[]): Report {
  const createdAt = "2027-01-31T12:34:56.000Z";
  return {
    createdAt,
    stack: "brand-safety/dev",
    isRefreshed: true,
    resources,
    errors: [],
    warnings: [],
  };
}

/** A report of one resource with 9,981 entries that stay, and the given changes. */
export function reportWith(changed: Changed, resource: SampleResource = {}): Report {
  return sampleReport(resourceWith(changed, resource));
}

export function resourceWith(changed: Changed, resource: SampleResource = {}): ResourceReport {
  return resourceReport({
    listName: "blocked apps",
    hasAssociatedCampaigns: false,
    stay: 9981,
    entries: changedEntries(changed),
    ...resource,
  });
}

/** Members of the report of a resource, and the number of managed entries that stay. */
export type SampleResource = Partial<ResourceReport> & { readonly stay?: number };

/** The report of a resource: an update of list 4321, and what is given. */
export function resourceReport(given: SampleResource = {}): ResourceReport {
  const { stay = 0, ...members } = given;
  const { entries = [], operation } = members;
  const count = (...changes: readonly ReportedEntry["change"][]) =>
    entries.filter(({ change }) => changes.includes(change)).length;
  const isAtMost = operation === "create";
  return {
    name: "blocked",
    urn: `urn:pulumi:prod::brand-safety::pulumi-nodejs:dynamic/app-list:AppListEntries::${given.name ?? "blocked"}`,
    operation: "update",
    appListId: 4321,
    isExclusive: false,
    observation: isAtMost ? "new" : "read",
    entries,
    totals: {
      added: { count: count("added", "missing"), isAtMost },
      removed: { count: count("removed", "expired", "unexpected"), isAtMost },
      atRisk: stay + count("removed", "unexpected", "kept"),
    },
    overLimit: [],
    changedArguments: [],
    notVerified: [],
    remarks: [],
    warnings: [],
    ...members,
  };
}

/** A report that has the texts in every place where others choose the text. */
export function reportSpelling(...texts: readonly string[]): Report {
  const all = texts.map((text) => ({ entry: text, note: `note ${text}` }));
  const entries = changedEntries({ added: all, removed: all, unexpected: all });
  const resources = texts.flatMap((text) => {
    const names = { name: text, listName: text, account: text, provider: text, remarks: texts, warnings: texts };
    return [
      resourceReport({ ...names, hasAssociatedCampaigns: true, entries }),
      resourceReport({ ...names, operation: "same" }),
      resourceReport({ ...names, operation: "same", notVerified: ["websites"] }),
    ];
  });
  const errors = texts.map((message) => ({ message, resources: texts, urns: [] }));
  return { ...sampleReport(...resources), stack: texts.join(" "), commit: texts.join(" "), errors, warnings: texts };
}

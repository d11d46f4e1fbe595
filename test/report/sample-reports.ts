import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonReportSchema } from "../../provider/dist/report/report.js";
import type { KindReport, Report, ReportedEntry, ResourceReport } from "../../provider/report/report.ts";

/** A report of the folder `examples`, beside what is printed of it. */
export function exampleReport(name: string): Report {
  const text = readFileSync(join(import.meta.dirname, "examples", `${name}.json`), "utf8");
  const {
    version: _version,
    outcome: _outcome,
    verdict: _verdict,
    counts: _counts,
    ...report
  } = jsonReportSchema.parse(JSON.parse(text));
  return report;
}

/** A preview as ad operations see it: drift, running campaigns, an exclusive list, a new one and one that is deleted. */
export const everydayReport = exampleReport("everyday");

/** A preview that failed: one list refused by the removal guard. */
export const failedReport = exampleReport("failed");

/** A preview that did not read the lists, so that drift is not known. */
export const unrefreshedReport = exampleReport("unrefreshed");

/** A preview without changes. */
export const quietReport: Report = { ...everydayReport, resources: everydayReport.resources.slice(4) };

/** A preview of many changes in one list: most of them added, some removed, a few drifted. */
export function bigReport(changes: number): Report {
  const [removed, missing, placements] = [changes / 5, changes / 100, changes / 10];
  const apps = numberedEntries(changes - placements, "invalid traffic", "com.brightflash.keyboard");
  const added = apps.slice(removed + missing);
  return reportOf(
    resourceReport({
      name: "blockedApps",
      listName: "Brand safety – global blocklist",
      hasAssociatedCampaigns: true,
      kinds: [
        kindReport("appBundles", {
          unchanged: changes,
          added,
          removed: apps.slice(0, removed),
          missing: apps.slice(removed, removed + missing),
        }),
        kindReport("placementIds", { added: numberedEntries(placements, "banner", "20418-banner") }),
      ],
    }),
  );
}

/** Numbered entries with notes: com.app0 and so on. */
export function numberedEntries(count: number, note = "gambling", name = "com.app"): readonly ReportedEntry[] {
  return Array.from({ length: count }, (_, index) => ({ entry: `${name}${index}`, note: `${note} ${index}` }));
}

/** A report of resources, after a refresh. */
export function reportOf(...resources: readonly ResourceReport[]): Report {
  const createdAt = "2027-01-31T12:34:56.000Z";
  return {
    createdAt,
    stack: "brand-safety/dev",
    isRefreshed: true,
    isComplete: true,
    resources,
    errors: [],
    messages: [],
  };
}

/** A report of one resource with 9,981 app bundles that stay, and the given differences. */
export function reportWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): Report {
  return reportOf(resourceWith(kind, resource));
}

export function resourceWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): ResourceReport {
  const kinds = [kindReport("appBundles", { unchanged: 9981, ...kind })];
  return resourceReport({ listName: "blocked apps", hasAssociatedCampaigns: false, kinds, ...resource });
}

/** The report of a kind: no entries but those given. */
export function kindReport(kind: KindReport["kind"], given: Partial<KindReport> = {}): KindReport {
  const nothing = { added: [], removed: [], missing: [], unexpected: [], kept: [], expiring: [] };
  return { kind, unchanged: 0, ...nothing, ...given };
}

/** The report of a resource: an update of list 4321, and what is given. */
export function resourceReport(given: Partial<ResourceReport> = {}): ResourceReport {
  const { kinds = [], operation } = given;
  const total = (...changes: readonly ("added" | "missing" | "removed" | "unexpected" | "kept")[]) => ({
    count: changes.reduce((sum, change) => sum + kinds.reduce((size, kind) => size + kind[change].length, 0), 0),
    bound: operation === "create" ? ("atMost" as const) : ("exact" as const),
  });
  return {
    name: "blocked",
    urn: `urn:pulumi:prod::brand-safety::pulumi-nodejs:dynamic/app-list:AppListEntries::${given.name ?? "blocked"}`,
    operation: "update",
    appListId: 4321,
    isExclusive: false,
    observation: operation === "create" ? "new" : "read",
    kinds: [],
    totals: {
      added: total("added", "missing"),
      removed: total("removed", "unexpected"),
      atRisk: total("removed", "unexpected", "kept").count + kinds.reduce((sum, { unchanged }) => sum + unchanged, 0),
    },
    notVerified: [],
    remarks: [],
    messages: [],
    ...given,
  };
}

/** A report that has the texts in every place where others choose the text. */
export function reportSpelling(...texts: readonly string[]): Report {
  const entries = texts.map((text) => ({ entry: text, note: `note ${text}` }));
  const kinds = [kindReport("appBundles", { added: entries, removed: entries, unexpected: entries })];
  const messages = texts.flatMap((message) => [
    { message, severity: "warning" as const },
    { message, severity: "info" as const, topic: "notVerified" as const },
  ]);
  const resources = texts.flatMap((text) => {
    const names = { name: text, listName: text, account: text, provider: text, remarks: texts, messages };
    return [
      resourceReport({ ...names, hasAssociatedCampaigns: true, kinds }),
      resourceReport({ ...names, operation: "same" }),
    ];
  });
  const errors = texts.map((message) => ({ message, resources: texts }));
  return { ...reportOf(...resources), stack: texts.join(" "), commit: texts.join(" "), errors, messages };
}

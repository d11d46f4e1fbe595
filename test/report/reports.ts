import { kindReport } from "./sample-reports";
import type { KindReport, Report, ReportedEntry, ResourceReport } from "../../provider/report/report";

/** A report of one resource with 10,000 app bundles, and the given differences. */
export function reportWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): Report {
  return {
    createdAt: "2027-01-31T12:34:56.000Z",
    stack: "brand-safety/dev",
    isRefreshed: true,
    resources: [resourceWith(kind, resource)],
    errors: [],
    messages: [],
  };
}

/** A resource with 10,000 app bundles, and the given differences. */
export function resourceWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): ResourceReport {
  const { added = [], removed = [], missing = [], unexpected = [] } = kind;
  const exactly = (count: number) => ({ count, bound: "exact" }) as const;
  return {
    name: "blocked",
    urn: "urn:pulumi:dev::brand-safety::pulumi-nodejs:dynamic/app-list:AppListEntries::blocked",
    operation: "update",
    appListId: 4321,
    listName: "blocked apps",
    isExclusive: false,
    observation: "read",
    hasAssociatedCampaigns: false,
    kinds: [kindReport("appBundles", { unchanged: 9981, ...kind })],
    totals: {
      added: exactly(added.length + missing.length),
      removed: exactly(removed.length + unexpected.length),
      losable: 10_000,
    },
    notVerified: [],
    remarks: [],
    messages: [],
    ...resource,
  };
}

/** Numbered entries with notes: com.app0 and so on. */
export function numberedEntries(count: number, note = "gambling"): readonly ReportedEntry[] {
  return Array.from({ length: count }, (_, index) => ({ entry: `com.app${index}`, note: `${note} ${index}` }));
}

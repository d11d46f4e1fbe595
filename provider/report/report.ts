import * as z from "zod";
import { kinds } from "../list/kinds";
import { purposes } from "../list/summary";

/** A type whose members cannot be set, at any depth. */
export type Unchangeable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchangeable<Value[Key]> }
  : Value;

const count = z.int().nonnegative();
const kindSchema = z.enum(kinds).describe("A kind of entries.");

/** The provider's own words. No program should read them. */
const warningsSchema = z.array(z.string());

const totalSchema = z.object({
  count: count.nullable().describe("null: not known."),
  isAtMost: z.boolean().describe("Whether some may be in the list already, or no longer."),
});

const totalsSchema = z.object({
  added: totalSchema,
  removed: totalSchema,
  expired: count.optional().describe("Removed entries whose last day is over: no limit counts them. Omitted if none."),
  atRisk: count.nullable().describe("The managed entries, and all entries of an exclusive list. null: not known."),
});

const share = z.number().min(0).max(1);

const sharesSchema = z.object({
  added: share.optional().describe("The share of the added entries. Omitted if the file has none of them."),
  removed: share.optional().describe("The share of the removed entries. Omitted if the file has none of them."),
  entries: count.describe("The added and removed entries."),
  unknown: count.describe("The changed entries that the file does not contain. Their share is not known."),
});

const deliveredSchema = z.object({
  ...sharesSchema.shape,
  maxDelivery: share.optional().describe("--max-delivery, if the change is over it. Otherwise omitted."),
});

const deliverySchema = z.object({
  file: z.string().describe("The name of the file. It may be filtered or cut."),
  measure: z.enum(["impressions", "spend"]),
  days: z.object({ first: z.string(), last: z.string() }).optional().describe("Omitted if they are not known."),
  rowsLeftOut: count.describe("Rows without an entry, and rows of totals."),
  ...sharesSchema.shape,
});

/** What happens to an entry, in the order in which it is shown. */
export const entryChanges = ["removed", "expired", "unexpected", "added", "missing", "gone", "kept"] as const;

const entrySchema = z.object({
  kind: kindSchema,
  change: z
    .enum(entryChanges)
    .describe(
      "removed: no longer declared. expired: its last day is over. unexpected: drift, an unmanaged entry of an exclusive " +
        "list. added: newly declared. missing: drift, a managed entry that is gone. gone: the same, and no longer declared. " +
        "kept: no longer managed here, and kept.",
    ),
  entry: z.string(),
  note: z.string().optional(),
  share: share.optional().describe("--delivery: omitted if the file does not contain the entry."),
  origin: z.literal("adopted").optional().describe("Omitted for an entry that the resource added or does not manage."),
});

const overLimitSchema = z.object({
  of: z.enum(["own", "unmanaged", "added"]).describe("What the limit judges: removals of either, or additions."),
  kind: kindSchema,
  value: z.string().describe("The limit, such as 30% or 500."),
  changed: count.describe("The removed or added entries of the kind."),
  whole: count.describe("The entries of which a percentage is a share."),
  allowed: count.describe("The most that the limit allows."),
  digest: z.string().describe("Approves exactly this change."),
});

/** Pulumi's names of its operations. */
export const operationSchema = z.enum(["create", "import", "update", "replace", "delete", "same"]);

const resourceSchema = z.object({
  name: z.string().describe("The name of the resource in the program."),
  urn: z.string(),
  operation: operationSchema.describe("A replacement has two members: replace (new list) and delete (old list)."),
  appListId: z.int().optional().describe("Omitted if the preview does not know it yet."),
  listName: z.string().optional().describe("Omitted if the API has not shown it."),
  account: z.string().optional().describe("Omitted for the default account."),
  provider: z.string().optional().describe("The name of the explicit provider."),
  isExclusive: z.boolean(),
  purpose: z.enum(purposes).optional().describe("The use of the list in campaigns. Omitted if not declared."),
  observation: z
    .enum(["read", "notRead", "new"])
    .describe("notRead: from the state. new: nothing is managed there yet."),
  hasAssociatedCampaigns: z.boolean().optional().describe("Omitted if the API has not shown it."),
  removalLimit: z.string().optional().describe("The limit of the removal guard. Omitted if none applies."),
  overLimit: z.array(overLimitSchema).describe("What of the change is over a limit, and is not approved."),
  totals: totalsSchema.describe("The entries in the requests of the next pulumi up, without probes."),
  delivery: deliveredSchema.optional().describe("--delivery: omitted if no entry changes."),
  entries: z.array(entrySchema).describe("The entries that change, or have drifted."),
  hasUnnamedDrift: z
    .literal(true)
    .optional()
    .describe("Drift in entries that the preview does not show. Otherwise omitted."),
  changedArguments: z.array(z.string()).describe("The arguments that an update changes, without entries."),
  notVerified: z.array(kindSchema).describe("The kinds that the API does not show."),
  remarks: z.array(z.string()).describe("What the entries and the warnings do not show."),
  warnings: warningsSchema.describe("The provider's warnings about the resource or its list."),
});

const errorSchema = z.object({
  message: z.string(),
  resources: z.array(z.string()).describe("The names of the resources that failed with it."),
  urns: z.array(z.string()).describe("Their URNs."),
});

const reportSchema = z.object({
  createdAt: z.iso.datetime().describe("The time of the report, in UTC."),
  stack: z.string().optional().describe("project/stack; omitted if the preview does not name it."),
  commit: z.string().optional().describe("The commit of the program: --commit, or the variable of the forge."),
  isRefreshed: z.boolean().describe("Whether the preview read the lists (--refresh). If not, drift is not known."),
  resources: z.array(resourceSchema).describe("Resources with changes or drift first."),
  isDriftOnly: z.literal(true).optional().describe("--drift-only: without the program's changes. Otherwise omitted."),
  errors: z.array(errorSchema).describe("Why the preview failed. Then changes may be missing from it."),
  delivery: deliverySchema.optional().describe("--delivery: of all changes. An entry of several lists counts once."),
  warnings: warningsSchema.describe("The provider's warnings that are not about one resource of the report."),
});

/**
 * A report as `app-list report --json` prints it. Public API: members keep their names and meanings as long as `version`
 * is 1, and new ones may be added. Members without a value are omitted.
 */
export const jsonReportSchema = z.object({
  version: z.literal(1),
  outcome: z
    .enum(["error", "overLimit", "changes", "notVerified", "nothing"])
    .describe("overLimit: a change is over a limit. The first one in this order counts."),
  verdict: z.string().describe("The outcome in a sentence for people: its words may change."),
  counts: z
    .object({
      lists: count.describe("Lists in the report."),
      changing: count.describe("Lists that pulumi up changes."),
      drifting: count.describe("Lists with drift, of those that the preview read."),
      totals: totalsSchema.describe("The sums of the totals of all resources."),
    })
    .describe("Without the changes that a failed preview does not show."),
  ...reportSchema.shape,
});

export type JsonReport = Unchangeable<z.infer<typeof jsonReportSchema>>;

/** The report of a preview: plain data, from which each format is printed. */
export type Report = Unchangeable<z.infer<typeof reportSchema>>;

export type ResourceReport = Report["resources"][number];

export type ReportedOperation = ResourceReport["operation"];

/** The numbers of entries that the next `pulumi up` adds and removes, if nobody else changes the list until then. */
export type Totals = ResourceReport["totals"];

export type Total = Totals["added"];

export type ReportedEntry = ResourceReport["entries"][number];

export function reportOutcome(report: Report): JsonReport["outcome"] {
  const { errors, resources, isRefreshed, isDriftOnly } = report;
  if (errors.length > 0) return "error";
  if (resources.some(({ overLimit, delivery }) => overLimit.length > 0 || delivery?.maxDelivery !== undefined))
    return "overLimit";
  if (resources.some(isNews)) return "changes";
  // If a list was not read, its drift is not known. A report that read no list verifies nothing.
  const isRead = isRefreshed && resources.length > 0 && resources.every(({ observation }) => observation !== "notRead");
  if (isDriftOnly === true && !isRead) return "notVerified";
  return notVerified(report).length > 0 ? "notVerified" : "nothing";
}

/** The lists of which the API did not show all kinds. A preview without a refresh verifies nothing. */
export function notVerified({ isRefreshed, resources }: Report): readonly ResourceReport[] {
  return isRefreshed ? resources.filter((resource) => resource.notVerified.length > 0) : [];
}

export function isChange({ operation }: ResourceReport): boolean {
  return operation !== "same";
}

export function hasDrift({ entries, hasUnnamedDrift }: ResourceReport): boolean {
  return hasUnnamedDrift === true || entries.some(isDrift);
}

export function isDrift({ change }: ReportedEntry): boolean {
  return change === "missing" || change === "gone" || change === "unexpected";
}

/** Whether the resource changes or its list has drift. */
export function isNews(resource: ResourceReport): boolean {
  return isChange(resource) || hasDrift(resource);
}

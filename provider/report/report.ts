import type { Kind } from "../list/kinds";
import type { Totals } from "./totals";

/** What a preview means for app lists: plain data, from which every form of the report is printed. */
export interface Report {
  /** The stack, as `project/stack`, if the preview names it. */
  readonly stack?: string;
  /** Whether the preview read the lists (`pulumi preview --refresh`): otherwise drift is not known. */
  readonly isRefreshed: boolean;
  /** The resources with changes or drift first, each group in the order of the preview. */
  readonly resources: readonly ResourceReport[];
  /** Drift that cannot be assigned to a resource: two accounts have a list of that ID, or the preview omits the resource. */
  readonly drift: readonly ListDrift[];
  /** Why the preview failed. */
  readonly errors: readonly string[];
  /** What could not be verified. */
  readonly notVerified: readonly string[];
  /** Warnings that are not about one resource of the report, such as credentials in plain text. */
  readonly warnings: readonly string[];
  /** Resources of other types that change, as `type name (operation)`. */
  readonly otherResources: readonly string[];
}

/** Drift of a list, in the provider's words. */
interface ListDrift {
  readonly appListId: number;
  readonly message: string;
}

/** What Pulumi does with a resource. */
export type Operation = "create" | "import" | "update" | "replace" | "delete" | "same";

/** What a preview means for one resource. */
export interface ResourceReport {
  /** The resource's name in the program. */
  readonly name: string;
  readonly urn: string;
  readonly operation: Operation;
  /** Undefined if it is an output of another resource, which a preview does not know. */
  readonly appListId: number | undefined;
  /** The list's name on the ad platform, if the API has shown it. */
  readonly listName?: string;
  readonly account?: string;
  /** The name of the resource's explicit provider, which has settings of its own. */
  readonly provider?: string;
  readonly isExclusive: boolean;
  /** Whether the preview read the list of this resource; undefined for a new resource. */
  readonly isRefreshed?: boolean;
  /** Drift in the provider's words, if the entries below do not show it: an update does nothing about it, or the list is gone. */
  readonly drift: readonly string[];
  /** Undefined if the API has not shown it. */
  readonly hasAssociatedCampaigns?: boolean;
  /** The kinds of entries that the resource manages or declares. */
  readonly kinds: readonly KindReport[];
  /** Whether the update may add or remove entries that are not named here, such as unmanaged ones of an exclusive list. */
  readonly mayChangeMore: boolean;
  /** What `pulumi up` adds and removes in all. */
  readonly totals: Totals;
  /** The number of managed entries before the change. */
  readonly managed: number;
  /** The number of unmanaged entries in the list; undefined if it is not known. */
  readonly unmanaged?: number;
  /** The kinds that the API does not show. */
  readonly notVerified: readonly Kind[];
  /** Remarks on the change, as sentences. */
  readonly remarks: readonly string[];
}

/** What becomes of the entries of one kind. An entry is in one of these only. */
export interface KindReport {
  readonly kind: Kind;
  /** The number of managed entries that stay. */
  readonly unchanged: number;
  /** Declared now and not managed before. */
  readonly added: readonly ReportedEntry[];
  /** Managed and no longer declared. */
  readonly removed: readonly ReportedEntry[];
  /** Drift: managed entries that are gone from the list. The next `pulumi up` adds them again. */
  readonly missing: readonly ReportedEntry[];
  /** Drift: unmanaged entries in an exclusive list. The next `pulumi up` removes them. */
  readonly unexpected: readonly ReportedEntry[];
  /** No longer managed by this resource, but kept in the list: adopted, or declared by another resource. */
  readonly kept: readonly ReportedEntry[];
  /** The number of adopted entries among those that the resource manages. */
  readonly adopted: number;
}

/** An entry with its note. */
export interface ReportedEntry {
  readonly entry: string;
  readonly note?: string;
  /** Whether a removed or kept entry is an adopted one. Default: false. */
  readonly isAdopted?: boolean;
}

/** The result of a preview; the first that applies, in this order. */
export type Outcome = "error" | "changes" | "notVerified" | "nothing";

/** The result of a preview. */
export function reportOutcome({ errors, resources, drift, notVerified }: Report): Outcome {
  if (errors.length > 0) return "error";
  if (resources.some(isNews) || drift.length > 0) return "changes";
  return notVerified.length > 0 ? "notVerified" : "nothing";
}

/** Whether `pulumi up` changes the resource. */
export function isChange({ operation }: ResourceReport): boolean {
  return operation !== "same";
}

/** Whether entries are missing from the list, or unexpected in it. */
export function hasDrift({ kinds, drift }: ResourceReport): boolean {
  return drift.length > 0 || kinds.some(({ missing, unexpected }) => missing.length + unexpected.length > 0);
}

/** Whether the resource changes, or its list has drifted. */
export function isNews(resource: ResourceReport): boolean {
  return isChange(resource) || hasDrift(resource);
}

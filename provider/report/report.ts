import type { Kind } from "../list/kinds";

/** What a preview says of app lists: plain data, which every format of the report is written from. */
export interface Report {
  /** The stack, as `organization/project/stack` or less, as far as the preview names it. */
  readonly stack?: string;
  /**
   * Whether lists were looked at (`pulumi preview --refresh`): otherwise drift is not known. Each resource says whether
   * its own was.
   */
  readonly isRefreshed: boolean;
  /** The resources with changes first, each group in the order of the preview. */
  readonly resources: readonly ResourceReport[];
  /**
   * Drift that was seen and belongs to no one resource of the report: two accounts have a list of that id, or the preview
   * does not show the resource. Default: none.
   */
  readonly drift?: readonly ListDrift[];
  /** What made the preview fail: refused inputs, a removal guard that refuses, a service that cannot be asked. */
  readonly errors: readonly string[];
  /** What could not be verified, as sentences. */
  readonly notVerified: readonly string[];
  /** What else concerns app lists and no one resource, as sentences: credentials in plain text, … Default: nothing. */
  readonly warnings?: readonly string[];
  /** Other resources of the preview that change, as `type name (operation)`: they are not this report's business. */
  readonly others: readonly string[];
}

/** Drift of a list, in the provider's words. */
export interface ListDrift {
  readonly appListId: number;
  readonly sentence: string;
}

/** What Pulumi does with a resource. */
export type Operation = "create" | "update" | "replace" | "delete" | "same";

/** What a preview says of one resource. */
export interface ResourceReport {
  /** The resource's name in the program. */
  readonly name: string;
  readonly urn: string;
  readonly operation: Operation;
  /** Undefined where the preview does not know it yet, as it comes out of another resource. */
  readonly appListId: number | undefined;
  /** The list's name at the service, as far as it was seen. */
  readonly listName?: string;
  readonly account?: string;
  readonly isExclusive: boolean;
  /** Whether this preview looked at the list for this resource. Default: what the report says. */
  readonly isRefreshed?: boolean;
  /**
   * Drift that is not among the entries below, in the provider's words: of entries with which an up does nothing, or
   * that the list is gone. Default: none.
   */
  readonly drift?: readonly string[];
  /** Undefined where the service never said. */
  readonly hasAssociatedCampaigns?: boolean;
  /** The kinds that the resource holds or declares. */
  readonly kinds: readonly KindReport[];
  /**
   * Whether entries may come or go that are not named here: of kinds that the preview does not show, of an exclusive list
   * that was not looked at, or of a change that failed. Default: false.
   */
  readonly mayChangeMore?: boolean;
  /** How many entries the resource holds now, over all kinds; of them the removals are a share. */
  readonly held: number;
  /** How many entries of the list nobody declares here; undefined where that is not known. */
  readonly unmanaged?: number;
  /** The kinds that the service does not show, so that nothing is verified of them. */
  readonly notVerified: readonly Kind[];
  /** What else there is to say, as sentences: an exclusive list that will be cleared, inputs not known yet, … */
  readonly remarks: readonly string[];
}

/** What becomes of the entries of one kind. An entry stands in one of these only. */
export interface KindReport {
  readonly kind: Kind;
  /** How many entries are there and stay. */
  readonly kept: number;
  /** Declared now and not held before. */
  readonly added: readonly ReportedEntry[];
  /** Held and no longer declared: they go from the list. */
  readonly removed: readonly ReportedEntry[];
  /** Drift: declared and held, and gone from the list when it was looked at. The next up adds them again. */
  readonly missing: readonly ReportedEntry[];
  /** Drift: in an exclusive list without being declared. The next up removes them. */
  readonly foreign: readonly ReportedEntry[];
  /** Leaves this resource and stays in the list: another resource declares it, or it was adopted and destroy leaves it. */
  readonly left: readonly ReportedEntry[];
  /** How many of the entries that the resource holds stood in the list before it declared them. */
  readonly adopted: number;
}

/** An entry with its note. */
export interface ReportedEntry {
  readonly entry: string;
  readonly note?: string;
  /** Whether it stood in the list before the resource declared it: said of what goes. Default: false. */
  readonly isAdopted?: boolean;
}

/** What a report comes to, in the order in which one outweighs the other. */
export type Outcome = "error" | "changes" | "notVerified" | "nothing";

/** What a report comes to. */
export function outcomeOf(report: Report): Outcome {
  if (report.errors.length > 0) return "error";
  if (report.resources.some((resource) => isNews(resource)) || (report.drift ?? []).length > 0) return "changes";
  return report.notVerified.length > 0 ? "notVerified" : "nothing";
}

/** Whether an `up` would do something to the resource. */
export function isChange({ operation }: ResourceReport): boolean {
  return operation !== "same";
}

/** Whether a list differs from what was left in it. */
export function hasDrift({ kinds, drift = [] }: ResourceReport): boolean {
  return drift.length > 0 || kinds.some(({ missing, foreign }) => missing.length + foreign.length > 0);
}

/** Whether a person must read about the resource: it changes, or its list has drifted. */
export function isNews(resource: ResourceReport): boolean {
  return isChange(resource) || hasDrift(resource);
}

import type { ParsedNotice } from "../resource/notices";
import type { AboutResource } from "./diagnostics";
import { driftIn } from "./drift";
import { listOfChange } from "./neighbours";
import type { ResourceChange } from "./resource-change";

/**
 * Finds the resources that a sentence is about. A sentence about a list names no account: where two accounts of the
 * preview have lists of that id, it is about none, unless the steps themselves show the same drift of just one resource.
 */
export function findSubjects(
  changes: readonly ResourceChange[],
): (about: ParsedNotice | AboutResource) => readonly ResourceChange[] {
  return (about) => {
    if ("urn" in about) return changes.filter(({ urn }) => urn === about.urn);
    const ofList = changes.filter((change) => listOfChange(change).appListId === about.appListId);
    const found = ofList.filter((change) => driftIn(change).some(({ line }) => line === about.line));
    if (found.length === 1) return found;
    const accounts = new Set(ofList.map((change) => listOfChange(change).account));
    return accounts.size === 1 ? ofList : [];
  };
}

/** Of some resources those that were there before: what a look at their list found is about them. */
export function lookedAt(subjects: readonly ResourceChange[]): readonly ResourceChange[] {
  const existing = subjects.filter(({ before }) => before !== undefined);
  return existing.length > 0 ? existing : subjects;
}

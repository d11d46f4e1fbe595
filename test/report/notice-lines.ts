import { noEntries, type Entries } from "../../provider/list/entries";
import { nothingManaged } from "../../provider/list/ownership";
import {
  driftUnknown,
  listName,
  moved,
  noticeLine,
  noticesAfterImport,
  noticesAfterRefresh,
  noticesBeforeChange,
  noticesOnDrift,
  type Notice,
} from "../../provider/resource/notices";
import { parseState } from "../../provider/resource/state";

/** The lines that the provider prints about a list. */
export function noticesOn(list: { readonly appListId: number; readonly name?: string }) {
  const state = parseState({ stateVersion: 1, ...list });
  const managing = (managed: Entries) => ({ ...state, ownership: { ...nothingManaged, managed } });
  return {
    missing: (entries: Entries) => lineOf(noticesOnDrift(listName(state), entries, noEntries)),
    unexpected: (entries: Entries) => lineOf(noticesOnDrift(listName(state), noEntries, entries)),
    driftUnknown: (reason: string) => noticeLine(driftUnknown(state, reason)),
    hiddenWebsites: (entries: Entries) => {
      const hidden = { ...managing(entries), facts: { ...state.facts, notVerified: ["websites" as const] } };
      return lineOf(noticesAfterRefresh(hidden, hidden, noEntries));
    },
    moved: (before: string, now: string) => noticeLine(moved(state, { before, now })),
    change: (before: Entries, after: Entries) => {
      const declared = { given: state.given, removalLimit: undefined, entries: after, secret: new Set<string>() };
      return lineOf(noticesBeforeChange(managing(before), declared, false));
    },
    imported: (entries: Entries) => lineOf(noticesAfterImport(managing(entries), [])),
  };
}

function lineOf(notices: readonly Notice[]): string {
  const [line, ...others] = notices.map(noticeLine);
  if (line === undefined || others.length > 0) throw new Error(`There are ${notices.length} notices.`);
  return line;
}

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
import { parseState, type State } from "../../provider/resource/state";

interface About {
  readonly list: { readonly appListId: number; readonly name?: string | undefined };
  readonly entries?: Entries;
  readonly reason?: string;
  readonly before?: Entries;
  readonly after?: Entries;
  readonly places?: { readonly before: string; readonly now: string };
}

type Kind = "missing" | "unexpected" | "driftUnknown" | "hiddenEntries" | "moved" | "change" | "imported";

/** The line that the provider prints about a list. */
export function printNotice(notice: About & { readonly kind: Kind }): string {
  const lines = noticesOf(notice).map(noticeLine);
  if (lines[0] === undefined || lines.length > 1) throw new Error(`There are ${lines.length} notices.`);
  return lines[0];
}

function noticesOf(notice: About & { readonly kind: Kind }): readonly Notice[] {
  const { list, entries = noEntries, reason = "", before = noEntries, after = noEntries } = notice;
  const { places = { before: "", now: "" } } = notice;
  const state = parseState({ stateVersion: 1, ...list });
  const managing = (managed: Entries): State => ({ ...state, ownership: { ...nothingManaged, managed } });
  switch (notice.kind) {
    case "missing":
      return noticesOnDrift(listName(state), entries, noEntries);
    case "unexpected":
      return noticesOnDrift(listName(state), noEntries, entries);
    case "driftUnknown":
      return [driftUnknown(state, reason)];
    case "hiddenEntries": {
      const hidden = { ...managing(entries), facts: { ...state.facts, notVerified: ["websites" as const] } };
      return noticesAfterRefresh(hidden, hidden, noEntries);
    }
    case "moved":
      return [moved(state, places)];
    case "change":
      return noticesBeforeChange(
        managing(before),
        { given: state.given, removalLimit: undefined, entries: after },
        false,
      );
    case "imported":
      return noticesAfterImport(managing(entries), []);
  }
}

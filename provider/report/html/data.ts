import { nameOf, type Kind } from "../../list/kinds";
import type { ReportedEntry } from "../report";
import { groupHasNotes } from "./groups";
import type { ChangeGroup } from "./changes";
import { trusted, type Markup } from "./markup";
import { noteOf } from "./note";
import { visible } from "./visible";
import { capitalise } from "./words";

/** A row: an entry alone, or with its note. */
type Row = string | readonly [entry: string, note: string];

/** What the script of the page knows of a group; the groups stand in the order of the page. */
interface GroupData {
  readonly change: string;
  readonly hasNotes: boolean;
  readonly kinds: readonly { readonly kind: Kind; readonly title: string; readonly rows: readonly Row[] }[];
}

/** Every change as data for the script, which shows them in portions. */
export function printData(groups: readonly ChangeGroup[]): Markup {
  const data: readonly GroupData[] = groups.map((group) => ({
    change: group.change,
    hasNotes: groupHasNotes(group),
    kinds: group.kinds.map(({ kind, entries }) => ({
      kind,
      title: capitalise(nameOf(kind, 2)),
      rows: entries.map(rowOf),
    })),
  }));
  return trusted(printJson(data));
}

function rowOf(entry: ReportedEntry): Row {
  const note = noteOf(entry);
  return note === undefined ? visible(entry.entry) : [visible(entry.entry), note];
}

/** JSON that can stand in a script element: nothing in it can end the element or begin a comment. */
function printJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

import { problemMessage, type FileProblem } from "../../files/file-problem";
import type { FileContent } from "../../files/table";
import { quote } from "../../common/quote";
import { formatDay } from "../../list/expiry";
import type { Kind } from "../../list/kinds";
import { checkListed, findOrigin, type ListedEntry } from "../../list/listed-entries";
import { kindOfFile, type KnownKind } from "./kind-of-file";
import {
  soonDays,
  type Duplicate,
  type EndingEntry,
  type Finding,
  type FileSummary,
  type Validation,
} from "./validation";
import { likeness, likenessKey, oddCharacters, oddities, type SeenEntry } from "./warnings";

/** A file as it was read. */
export interface ReadFile {
  /** As it may be shown. */
  readonly path: string;
  readonly reading: FileContent;
}

/** The end of an entry, by those of its lines that were read so far. */
interface Ending {
  readonly entry: string;
  /** The latest last day; undefined where a line has none, so that the entry never ends. */
  readonly until: string | undefined;
  readonly source: string;
  /** The group that the line with this end belongs to. */
  readonly group: Group;
}

/** What is gathered about the entries of one kind in one file. */
interface Group {
  readonly known: KnownKind;
  entries: number;
  readonly duplicates: Duplicate[];
  readonly expired: EndingEntry[];
  readonly endingSoon: EndingEntry[];
}

/**
 * Checks the entries of files as the resource would on a day, and looks for what is legal and hardly meant.
 *
 * @param option the kind of the entries of which no column says it; undefined where it is to be guessed.
 * @param today the day, in UTC, as `YYYY-MM-DD`.
 */
export function checkFiles(files: readonly ReadFile[], option: Kind | undefined, today: string): Validation {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const byEntry = new Map<string, SeenEntry>();
  const byLikeness = new Map<string, SeenEntry>();
  const endings = new Map<string, Ending>();
  const soon = formatDay(new Date(Date.parse(`${today}T00:00:00Z`) + soonDays * 24 * 60 * 60 * 1000));

  const gathered = files.map(({ path, reading }) => {
    for (const problem of reading.problems) errors.push(findingOf(problem));
    for (const warning of reading.warnings) warnings.push(findingOf(warning));
    const ofFile = kindOfFile(reading.entries, option);
    const groups = new Map<Kind | undefined, Group>();
    for (const listed of reading.entries) {
      const column = findOrigin(listed)?.kind;
      const known: KnownKind = column === undefined ? ofFile : { kind: column, origin: "column" };
      const group = groups.get(known.kind) ?? { known, entries: 0, duplicates: [], expired: [], endingSoon: [] };
      groups.set(known.kind, group);
      checkEntry(listed, group, path);
    }
    return { path, groups: [...groups.values()] };
  });
  for (const { entry, until, source, group } of endings.values()) {
    if (until === undefined || until > soon) continue;
    (until < today ? group.expired : group.endingSoon).push({ entry, until, source });
  }
  return { today, errors, warnings, files: gathered.map(summaryOf) };

  function checkEntry(listed: ListedEntry, group: Group, path: string): void {
    const { entry } = listed;
    const { kind, origin } = group.known;
    // Websites have no rule but those that all kinds share.
    const { problem, until, source = path } = checkListed(kind ?? "websites", listed);
    if (problem !== undefined) {
      errors.push({ source, message: `${quote(entry)} ${problem}` });
      return;
    }
    const key = `${kind ?? ""} ${entry}`;
    const ending = endings.get(key);
    if (ending === undefined || isLater(until, ending.until)) endings.set(key, { entry, until, source, group });
    if (until !== undefined && until < today) return;
    const first = firstOf(byEntry, key, { entry, source });
    if (first !== undefined) {
      group.duplicates.push({ entry, source, firstSource: first.source });
      return;
    }
    group.entries += 1;
    const other = firstOf(byLikeness, `${kind ?? ""} ${likenessKey(kind, entry)}`, { entry, source });
    warn(oddCharacters(entry));
    if (kind !== undefined) warn(oddities(kind, origin === "guess", entry));
    if (other !== undefined) warn([likeness(entry, other)]);

    function warn(said: readonly string[]): void {
      warnings.push(...said.map((oddity) => ({ source, message: `${quote(entry)} ${oddity}` })));
    }
  }
}

function summaryOf({ path, groups }: { readonly path: string; readonly groups: readonly Group[] }): FileSummary {
  return {
    path,
    groups: groups.map(({ known: { kind, origin }, ...group }) => ({
      ...(kind !== undefined && { kind }),
      kindOrigin: origin,
      ...group,
    })),
  };
}

/** Whether the first of two last days is the later one; the entry never ends where there is none. */
function isLater(first: string | undefined, second: string | undefined): boolean {
  return second !== undefined && (first === undefined || first > second);
}

function findingOf(problem: FileProblem): Finding {
  return { source: problem.source, message: problemMessage(problem) };
}

/** The value that a key was first met with; now it is met with this one where it is new. */
function firstOf<Value>(seen: Map<string, Value>, key: string, value: Value): Value | undefined {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, value);
  return first;
}

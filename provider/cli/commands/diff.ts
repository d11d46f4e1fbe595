import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { formatCount } from "../../common/format";
import { printable, quote } from "../../common/quote";
import { noEntries } from "../../list/entries";
import { EntrySet } from "../../list/entry-set";
import { formatDay, hasExpired } from "../../list/expiry";
import { byKind, kindName, kinds } from "../../list/kinds";
import { nothingManaged } from "../../list/ownership";
import { printLine } from "../../list/text";
import { planUpdate } from "../../list/update";
import { findLookAlikes, seenViews } from "../../list/views";
import { digestNames } from "../../resource/approval";
import type { ListIdentity } from "../../resource/identity";
import { printApproval } from "../../resource/notice";
import { listLines, readList, shownFacts, withApi } from "../app-lists";
import { appListId, argument, defineCommand, flag, kindOption, settingsOptions } from "../command";
import { readEntryLines, type FileLine } from "../file-lines";
import { styled, type Terminal } from "../terminal";

type Comparison = ReturnType<typeof compareList>;

const outcomes = { equal: "done", different: "changes", notVerified: "notVerified" } as const;

export const diffCommand = defineCommand({
  name: "diff",
  description: "Compares list files with a list, without a stack. Changes neither of them.",
  examples: "app-list diff 4321 lists/apps.txt --kind app-bundles",
  options: {
    listId: argument("<list-id>", "the ID of the list", appListId),
    files: argument("<files...>", "files and patterns of files", z.array(z.string())),
    kind: kindOption,
    exclusive: flag("--exclusive", "exit with 2 for undeclared entries, too"),
    ...settingsOptions,
  },
  help: `
Entries that have expired are not declared. The groups are:

  missing     in the files, not in the list: exit code 2
  present     in both
  undeclared  in the list, not in the files: an exclusive resource removes them`,
  run: async ({ listId, files, kind, exclusive, ...settings }, terminal) => {
    const lines = readEntryLines(files, kind, terminal);
    const { appList, baseUrl } = await withApi(settings, terminal, async (access) => {
      return { appList: await readList(access, listId), baseUrl: access.settings.baseUrl };
    });
    const result = compareList(appList, lines, formatDay(terminal.now()), exclusive);
    const approval = describeApproval({ baseUrl, appListId: listId }, result);
    return { outcome: outcomes[result.outcome], lines: [...describeComparison(result, terminal), ...approval] };
  },
});

/** Compares the lines that declare entries with a list, in the same way as a new exclusive resource. */
export function compareList(appList: AppList, lines: readonly FileLine[], day: string, isExclusive: boolean) {
  const current = new Map(lines.filter((line) => !hasExpired(line, day)).map((line) => [line.key, line]));
  const declared = byKind((kind) => [...current.values()].filter((line) => line.kind === kind));
  const desired = byKind((kind) => EntrySet.of(declared[kind].map(({ entry }) => entry)));
  const views = seenViews(byKind((kind) => appList.entries[kind] ?? EntrySet.none));
  const known = { ownership: nothingManaged, missing: noEntries, views };
  const { add, remove } = planUpdate(known, { what: "update", desired, exclusive: true }, noEntries);
  const facts = shownFacts(appList);
  const shown = kinds.filter((kind) => !facts.notVerified.includes(kind));
  const compared = shown.map((kind) => {
    return {
      kind,
      missing: declared[kind].filter(({ entry }) => add[kind].has(entry)),
      present: declared[kind].filter(({ entry }) => !add[kind].has(entry)),
      undeclared: remove.unmanaged[kind],
      /** Missing entries that the list has in another spelling. */
      spellings: new Map(findLookAlikes({ ...noEntries, [kind]: add[kind] }, views)),
    };
  });
  const isEqual = compared.every(
    ({ missing, undeclared }) => missing.length + (isExclusive ? undeclared.size : 0) === 0,
  );
  const outcome: keyof typeof outcomes = !isEqual
    ? "different"
    : facts.notVerified.length > 0
      ? "notVerified"
      : "equal";
  return { ...facts, outcome, kinds: compared };
}

/** The approval with which an exclusive resource that declares exactly these files removes the undeclared entries. */
function describeApproval(list: ListIdentity, { kinds: compared }: Comparison): readonly string[] {
  const removed = compared.filter(({ undeclared }) => undeclared.size > 0);
  const digests = removed.map(({ kind, undeclared }) =>
    digestNames(list, "remove", { ...noEntries, [kind]: undeclared }),
  );
  if (digests.length === 0) return [];
  return [`If an exclusive resource is to remove exactly the undeclared entries: ${printApproval(digests)} pulumi up`];
}

function describeComparison(result: Comparison, terminal: Terminal): readonly string[] {
  const [added, removed] = [styled(terminal, "added", "missing   "), styled(terminal, "removed", "undeclared")];
  const sections = result.kinds.map(({ kind, missing, present, undeclared, spellings }) => [
    `${kindName(kind, 0)}: ${formatCount(missing.length)} missing, ${formatCount(present.length)} present, ` +
      `${formatCount(undeclared.size)} undeclared`,
    ...missing.map(({ entry, note, source }) => {
      const stored = spellings.get(entry);
      const place = stored === undefined ? source : `${source}; in the list as ${quote(stored)}`;
      return `${added}  ${printable(printLine(entry, note))}  (${place})`;
    }),
    ...[...undeclared].toSorted().map((entry) => `${removed}  ${printable(entry)}`),
  ]);
  return listLines(result, sections, terminal);
}

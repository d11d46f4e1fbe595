import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { keyOf, type Line } from "../../check/mistakes";
import { formatCount } from "../../common/format";
import { printable, quote } from "../../common/quote";
import { EntrySet } from "../../list/entry-set";
import { formatDay, hasExpired } from "../../list/expiry";
import { byKind, kindName, kinds } from "../../list/kinds";
import { printLine } from "../../list/text";
import { findLookAlikes, seenViews } from "../../list/views";
import type { ListContext } from "../../resource/approval";
import { judge } from "../../resource/judge";
import { planBefore, updateOf } from "../../resource/operation";
import { describeStop } from "../../resource/texts/stops";
import { listLines, readList, withApi } from "../app-lists";
import { appListId, argument, defineCommand, flag, kindOption, settingsOptions } from "../command";
import { readEntryLines } from "../file-lines";
import { styled, type Terminal } from "../terminal";

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
    const { appList, list } = await withApi(settings, terminal, async (access) => {
      const { context } = access.run.list({ account: access.settings.owner.account, appListId: listId });
      return { appList: await readList(access, listId), list: { ...context, today: formatDay(terminal.now()) } };
    });
    const comparison = compareList(appList, lines, list, exclusive);
    return { outcome: comparison.outcome, lines: describeComparison(appList, comparison, terminal) };
  },
});

/** Compares the lines that declare entries with a list, in the same way as a new exclusive resource. */
export function compareList(appList: AppList, lines: readonly Line[], list: ListContext, isExclusive: boolean) {
  const current = new Map(lines.filter((line) => !hasExpired(line, list.today)).map((line) => [keyOf(line), line]));
  const declared = byKind((kind) => [...current.values()].filter((line) => line.kind === kind));
  const entries = byKind((kind) => EntrySet.of(declared[kind].map(({ entry }) => entry)));
  const observed = seenViews(byKind((kind) => appList.entries[kind] ?? EntrySet.none));
  const operation = updateOf({ ...list, observed }, undefined, {
    entries,
    given: { exclusive: true },
  });
  const update = planBefore(operation);
  const compared = kinds
    .filter((kind) => appList.entries[kind] !== undefined)
    .map((kind) => {
      const added = new Set(update.add[kind]);
      const missing = declared[kind].filter(({ entry }) => added.has(entry));
      return {
        kind,
        missing,
        present: declared[kind].length - missing.length,
        undeclared: update.remove.unmanaged[kind],
      };
    });
  /** Missing entries that the list has in another spelling. */
  const spellings = new Map(findLookAlikes(update.add, observed));
  const isEqual = compared.every(
    ({ missing, undeclared }) => missing.length + (isExclusive ? undeclared.size : 0) === 0,
  );
  const outcome = !isEqual ? "changes" : compared.length < kinds.length ? "notVerified" : "done";
  return { outcome, compared, spellings, operation, judgements: judge(operation, update) } as const;
}

function describeComparison(
  appList: AppList,
  { compared, spellings, operation, judgements }: ReturnType<typeof compareList>,
  terminal: Terminal,
): readonly string[] {
  const [added, removed] = [styled(terminal, "added", "missing   "), styled(terminal, "removed", "undeclared")];
  const sections = compared.map(({ kind, missing, present, undeclared }) => [
    `${kindName(kind, 0)}: ${formatCount(missing.length)} missing, ${formatCount(present)} present, ` +
      `${formatCount(undeclared.size)} undeclared`,
    ...missing.map(({ entry, note, source = "" }) => {
      const stored = spellings.get(entry);
      const place = stored === undefined ? source : `${source}; in the list as ${quote(stored)}`;
      return `${added}  ${printable(printLine(entry, note))}  (${place})`;
    }),
    ...Array.from(undeclared, (entry) => `${removed}  ${printable(entry)}`),
  ]);
  const shown = listLines(appList, sections, terminal);
  if (judgements.length === 0) return shown;
  const { reason, commands } = describeStop({ operation, judgements });
  return [...shown, "", `With exclusive: true, the first pulumi up stops: ${reason}.`, ...commands.slice(-1)];
}

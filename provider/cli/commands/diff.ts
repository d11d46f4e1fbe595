import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { formatCount } from "../../common/format";
import { printable } from "../../common/printable";
import { noEntries } from "../../list/entries";
import { EntrySet } from "../../list/entry-set";
import { byKind, kindName, kinds, type Kind } from "../../list/kinds";
import { planChanges } from "../../list/plan";
import { printLine } from "../../list/text";
import { describeFacts, kindSchema, listFacts, listFactsSchema, readList } from "../app-lists";
import { appListId, argument, defineCommand, kindOption, settingsOptions } from "../command";
import { hasExpired, lastLines, readEntryLines, type FileLine } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, today, writeLines, type Terminal } from "../terminal";

const declaredEntry = z.object({
  entry: z.string(),
  source: z.string().describe("The place of the line that declares it, such as lists/apps.csv:12."),
  note: z.string().optional(),
  until: z.string().optional().describe("Its last day, as YYYY-MM-DD, in UTC."),
});

const comparedKind = z.object({
  kind: kindSchema,
  missing: z.array(declaredEntry).describe("The entries that the files declare and the list does not contain."),
  present: z.array(declaredEntry).describe("The entries that the files declare and the list contains."),
  undeclared: z.array(z.object({ entry: z.string() })).describe("The entries that only the list contains."),
});

const diffSchema = listFactsSchema.extend({
  outcome: z.enum(["equal", "different", "notVerified"]).describe("notVerified: equal, as far as the API shows."),
  kinds: z.array(comparedKind).describe("The kinds that the API shows."),
});

type Comparison = ResultOf<typeof diffSchema>;

const outcomes = { equal: "done", different: "changes", notVerified: "notVerified" } as const;

export const diffCommand = defineCommand({
  name: "diff",
  description: "Compares list files with a list, without a stack. Does not change the list.",
  options: {
    listId: argument("<list-id>", "the ID of the list", appListId),
    files: argument("<files...>", "files and patterns of files", z.array(z.string())),
    kind: kindOption("the kind of entries without a column"),
    ...settingsOptions,
  },
  result: diffSchema,
  help: `
missing     in the files, not in the list
present     in both
undeclared  in the list, not in the files

Entries that have expired are not declared. The kind of an entry is that of its column (app_bundle, placement_id,
website), else --kind. Without both, it is guessed if all entries of a file look alike.`,
  exitCodes: {
    done: "the list and the files are equal",
    changes: "they differ",
    notVerified: "they are equal, as far as the API shows the list",
  },
  run: async ({ listId, files, kind, ...settings }, terminal) => {
    const lines = await readEntryLines(files, kind, terminal);
    const appList = await readList(settings, listId, terminal);
    const result = compareList(appList, lines, today(terminal));
    const guessed = new Set(lines.flatMap((line) => (line.kindOrigin === "guess" ? [line.kind] : [])));
    const print = (): void => printComparison(result, guessed, terminal);
    return { outcome: outcomes[result.outcome], result, print };
  },
});

/** Compares the lines that declare entries with a list, as an exclusive resource that manages nothing yet would. */
export function compareList(appList: AppList, lines: readonly FileLine[], day: string): Comparison {
  const current = lastLines(lines.filter((line) => !hasExpired(line, day)));
  const sorted = [...current.values()].toSorted((one, other) => (one.entry < other.entry ? -1 : 1));
  const declared = byKind((kind) => sorted.filter((line) => line.kind === kind));
  const { add, remove } = planChanges({
    desired: byKind((kind) => EntrySet.of(declared[kind].map(({ entry }) => entry))),
    managed: noEntries,
    observed: appList.entries,
    exclusive: true,
    declaredElsewhere: noEntries,
  });
  const facts = listFacts(appList);
  const shown = kinds.filter((kind) => !facts.notVerified.includes(kind));
  const compared = shown.map((kind) => {
    const entries = declared[kind].map(({ entry, source, note, until }) => ({ entry, source, note, until }));
    return {
      kind,
      missing: entries.filter(({ entry }) => add[kind].has(entry)),
      present: entries.filter(({ entry }) => !add[kind].has(entry)),
      undeclared: Array.from(remove[kind], (entry) => ({ entry })).toSorted((one, other) =>
        one.entry < other.entry ? -1 : 1,
      ),
    };
  });
  const isEqual = shown.every((kind) => add[kind].size + remove[kind].size === 0);
  const outcome = !isEqual ? "different" : facts.notVerified.length > 0 ? "notVerified" : "equal";
  return { ...facts, outcome, kinds: compared };
}

function printComparison(result: Comparison, guessed: ReadonlySet<Kind | undefined>, terminal: Terminal): void {
  const [name = "", ...remarks] = describeFacts(result);
  const groups = result.kinds.flatMap(({ kind, missing, present, undeclared }) => {
    const guess = guessed.has(kind) ? " (guessed; choose another kind with --kind)" : "";
    const counts = [
      `${formatCount(missing.length)} missing`,
      `${formatCount(present.length)} present`,
      `${formatCount(undeclared.length)} undeclared`,
    ];
    const [added, removed] = [styled(terminal, "added", "missing   "), styled(terminal, "removed", "undeclared")];
    return [
      "",
      `${kindName(kind, 0)}${guess}: ${counts.join(", ")}`,
      ...missing.map(({ entry, note, source }) => `  ${added}  ${printable(printLine(entry, note))}  (${source})`),
      ...undeclared.map(({ entry }) => `  ${removed}  ${printable(entry)}`),
    ];
  });
  writeLines(terminal, [styled(terminal, "strong", name), ...remarks, ...groups]);
}

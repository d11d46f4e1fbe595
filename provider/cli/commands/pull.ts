import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { formatCount } from "../../common/format";
import { quote, quoteList } from "../../common/quote";
import { LinesNotInListError } from "../../files/errors";
import { updateTextFile } from "../../files/text-file";
import { findEntryProblem } from "../../list/entry";
import { byKind, formatKindCount, kinds } from "../../list/kinds";
import { languageFor, languages, programText, resourceName } from "./program-text";
import { describeFacts, kindSchema, listFacts, listFactsSchema, readLists } from "../app-lists";
import { appListId, argument, defineCommand, flag, option, settingsOptions, text } from "../command";
import type { ResultOf } from "../json";
import { writeMessages } from "../terminal";
import { writeFile } from "../write-file";

const file = z.object({
  kind: kindSchema,
  path: z.string(),
  entries: z.int().describe("The number of entries of this kind that a program can declare."),
  added: z.int().describe("The number of entries that were added to the file."),
  removed: z.int().describe("The number of lines that were removed from the file."),
});

const pulledList = listFactsSchema.extend({
  files: z.array(file),
  undeclarable: z
    .array(z.object({ kind: kindSchema, entry: z.string(), problem: z.string() }))
    .describe("The entries that no program can declare. They are in no file."),
});

const pullSchema = z.object({
  lists: z.array(pulledList.extend({ resource: z.string().describe("The name of the resource in the program.") })),
  language: z.enum(languages).describe("The language of the program."),
  program: z.string().describe("A program that declares the lists."),
});

export const pullCommand = defineCommand({
  name: "pull",
  description: "Writes lists to files, and prints a program that declares them. Changes no list and no program.",
  options: {
    listIds: argument("<list-id...>", "the IDs of the lists", z.array(appListId)),
    output: option("--output <folder>", "the folder for the files (default: app-list-ID of each list)", text),
    force: flag("--force", "remove lines from existing files if their entries are not in the list"),
    ...settingsOptions,
  },
  result: pullSchema,
  help: `
The program is in the language of the project in the current folder: TypeScript, Python, or YAML for other languages.
Without a Pulumi.yaml it is in TypeScript. Existing files keep their order, comments and notes.`,
  exitCodes: { notVerified: "success, but the API does not show all kinds of entries" },
  run: async ({ listIds, output: folder = "", force, ...settings }, terminal) => {
    const ids = [...new Set(listIds)];
    const lists = await readLists(settings, ids, terminal);

    const { readUtf8 } = await import("../../files/read-list-file.js");
    const read = (path: string) => (existsSync(path) ? readUtf8(path) : undefined);
    const folderOf = (id: number) => (ids.length === 1 && folder !== "" ? folder : join(folder, `app-list-${id}`));
    const planned = lists.map((list) => planList(list, folderOf(list.id), read));
    const removed = planned.flatMap((list) => list.removed);
    if (removed.length > 0 && !force) throw new LinesNotInListError(removed);
    const pulled = planned.map((list) => ({ ...list.pulled, resource: resourceName(list.pulled) }));
    const declared = pulled.map(({ appListId, resource, files }) => {
      const paths = new Map(files.map(({ kind, path }) => [kind, pathInProgram(path)]));
      return { appListId, resource, account: settings.account, files: byKind((kind) => paths.get(kind)) };
    });
    const language = languageFor(read("Pulumi.yaml"));
    const program = programText(language, declared);
    for (const { path, content } of planned.flatMap(({ changed }) => changed)) writeFile(path, content);

    const print = (): void => {
      writeMessages(terminal, [...pulled.flatMap(describeList), ...nextSteps, ""]);
      terminal.write(program);
    };
    const isVerified = pulled.every(({ notVerified }) => notVerified.length === 0);
    return { outcome: isVerified ? "done" : "notVerified", result: { lists: pulled, language, program }, print };
  },
});

const fileNames = { appBundles: "app-bundles.txt", placementIds: "placement-ids.txt", websites: "websites.txt" };

/**
 * Plans the files of a list: one for each kind that has entries or a file.
 *
 * @param read reads a file; undefined if it does not exist.
 */
export function planList(list: AppList, folder: string, read: (path: string) => string | undefined) {
  const checked = kinds.flatMap((kind) =>
    Array.from(list.entries[kind] ?? [], (entry) => ({ kind, entry, problem: findEntryProblem(kind, entry) })),
  );
  const files = kinds.flatMap((kind) => {
    const path = join(folder, fileNames[kind]);
    const current = read(path);
    const declarable = checked.flatMap((one) => (one.kind === kind && one.problem === undefined ? [one.entry] : []));
    if (list.entries[kind] === undefined || (declarable.length === 0 && current === undefined)) return [];
    const update = updateTextFile(path, current ?? "", declarable.toSorted());
    return [{ kind, path, current, entries: declarable.length, ...update }];
  });
  const pulled: ResultOf<typeof pulledList> = {
    ...listFacts(list),
    files: files.map(({ kind, path, entries, added, removed }) => {
      return { kind, path, entries, added, removed: removed.length };
    }),
    undeclarable: checked.flatMap(({ problem, ...one }) => (problem === undefined ? [] : [{ ...one, problem }])),
  };
  const changed = files.filter(({ content, current }) => content !== current);
  /** The lines that the existing files lose. */
  const removed = files.flatMap((file) => file.removed);
  return { pulled, changed, removed };
}

/** A path as it is written in a program: relative to the current folder, with slashes. */
function pathInProgram(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

const nextSteps = [
  "No list was changed. The printed program declares the lists: add it to yours, unless that declares them already.",
  "Its first `pulumi up` adopts the entries, and changes no list. `pulumi destroy` keeps them, unless claimExisting is true.",
];

function describeList(pulled: ResultOf<typeof pulledList>): readonly string[] {
  const [name = "", ...remarks] = describeFacts(pulled);
  const files = pulled.files.map(({ kind, path, entries, added, removed }) => {
    const isNew = added === entries && removed === 0;
    const changes = isNew ? "" : `, ${formatCount(added)} added, ${formatCount(removed)} removed`;
    return `${quote(path)}: ${formatKindCount(kind, entries)}${changes}`;
  });
  const leftOut = quoteList(pulled.undeclarable.map(({ entry }) => entry));
  const undeclarable = leftOut === "" ? [] : [`Left out, because no program can declare them: ${leftOut}`];
  const none = files.length === 0 ? ["It has no entries that a program can declare."] : [];
  return [name, ...[...remarks, ...files, ...none, ...undeclarable].map((line) => `  ${line}`)];
}

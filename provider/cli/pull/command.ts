import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as z from "zod";
import { listFilesSchema, planList } from "./plan-list";
import { languages, languagesFor, programText, resourceNames } from "./program-text";
import { formatCount } from "../../common/format";
import { quote } from "../../common/quote";
import { LinesNotInListError } from "../../files/errors";
import { byKind, formatKindCount, kindName, type Kind } from "../../list/kinds";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import type { ResultOf } from "../json";
import { describeFacts } from "../list-facts";
import { flag, option, parseAppListId, text } from "../options";
import { readLists } from "../read-lists";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { writeFiles } from "../write-files";

/** The result of `app-list pull --json`. */
export const pullSchema = z.object({
  lists: z.array(
    listFilesSchema.extend({ resource: z.string().describe("The name of the resource in the programs.") }),
  ),
  programs: z
    .array(z.object({ language: z.enum(languages), text: z.string() }))
    .describe("A program that declares the lists: in the language of the project, else in TypeScript and in YAML."),
});

type PullResult = ResultOf<typeof pullSchema>;

const options = z.object({
  output: option("<folder>", "the folder for the files (default: app-list-ID of each list)", text),
  force: flag("remove lines from existing files if their entries are not in the list"),
  json: flag("print the result as JSON"),
  ...settingsOptions,
});

const help = `
The program is in the language of the project in the current folder: TypeScript, Python or YAML. Without a Pulumi.yaml,
and for other languages, it is in TypeScript and in YAML. Existing files keep their order, comments and notes.`;

/** `app-list pull`: writes lists to files, and prints a program that declares them. */
export const pullCommand = defineCommand({
  name: "pull",
  description: "Writes lists to files, and prints a program that declares them. Changes no list and no program.",
  arguments: [["<list-id...>", "the IDs of the lists"]],
  options,
  help,
  exitCodes: { notVerified: "success, but the API does not show all kinds of entries" },
  run: async ({ options, args, terminal, output }) => {
    const ids = [...new Set(args.map(parseAppListId))];
    const lists = await readLists(await readCommandSettings(options, terminal), ids, terminal);

    const { readUtf8 } = await import("../../files/read-list-file.js");
    const read = (path: string) => (existsSync(path) ? readUtf8(path) : undefined);
    const { output: folder = "", account } = options;
    const folderOf = (id: number) => (ids.length === 1 && folder !== "" ? folder : join(folder, `app-list-${id}`));
    const planned = lists.map((list) => planList(list, folderOf(list.id), read));
    const removed = planned.flatMap((list) => list.removed);
    if (removed.length > 0 && !options.force) throw new LinesNotInListError(removed);
    const names = resourceNames(planned.map(({ pulled }) => pulled));
    const pulled = planned.map((list, index) => ({ ...list.pulled, resource: names[index] ?? "" }));
    const declared = pulled.map(({ appListId, resource, files }) => {
      const pathOf = (kind: Kind) => files.find((file) => file.kind === kind)?.path;
      return { appListId, resource, account, files: byKind((kind) => pathInProgram(pathOf(kind))) };
    });
    const programs = languagesFor(read("Pulumi.yaml")).map((language) => {
      return { language, text: programText(language, declared) };
    });
    writeFiles(planned.flatMap(({ changed }) => changed));

    output({ lists: pulled, programs }, (result) => {
      terminal.writeMessage(`${[...result.lists.flatMap(describeList), ...nextSteps].join("\n")}\n\n`);
      terminal.write(programs.map((program) => program.text).join("\n"));
    });
    const isVerified = pulled.every(({ notVerified }) => notVerified.length === 0);
    return isVerified ? exitCodes.done : exitCodes.notVerified;
  },
});

/** A path as it is written in a program: relative to the current folder, with slashes. */
function pathInProgram(path: string | undefined): string | undefined {
  return path && relative(process.cwd(), path).split(sep).join("/");
}

const nextSteps = [
  "No list was changed. The printed program declares the lists: add it to yours, unless that declares them already.",
  "Its first `pulumi up` adopts the entries, and changes no list. `pulumi destroy` keeps them, unless claimExisting is true.",
];

/** The number of entries that are named. */
const nameLimit = 20;

function describeList(pulled: PullResult["lists"][number]): readonly string[] {
  const { files, undeclarable } = pulled;
  const more = undeclarable.length - nameLimit;
  const [name = "", ...remarks] = describeFacts(pulled);
  const lines = [
    ...remarks,
    ...files.map(({ kind, path, entries, added, removed }) => {
      const isNew = added === entries && removed === 0;
      const changes = isNew ? "" : `, ${formatCount(added)} added, ${formatCount(removed)} removed`;
      return `${quote(path)}: ${formatKindCount(kind, entries)}${changes}`;
    }),
    ...(files.length === 0 ? ["It has no entries that a program can declare."] : []),
    ...undeclarable.slice(0, nameLimit).map(({ kind, entry, problem }) => {
      return `Left out, because no program can declare it: ${kindName(kind, 1)} ${quote(entry)} ${problem}`;
    }),
    ...(more > 0 ? [`Left out as well: ${formatCount(more)} more`] : []),
  ];
  return [name, ...lines.map((line) => `  ${line}`)];
}

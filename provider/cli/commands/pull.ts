import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { formatCount } from "../../common/format";
import { listFirst, quote } from "../../common/quote";
import { ListFilesError } from "../../files/errors";
import { readText } from "../../files/read-list-file";
import { isHeader } from "../../check/other-format";
import { findDeclaredProblem } from "../../check/entry-forms";
import { formatKindCount, kinds, type Kind } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { describeCampaigns, describeHidden, readList, withApi } from "../app-lists";
import { appListId, argument, defineCommand, flag, kindNames, option, settingsOptions, text } from "../command";
import { quoteJson } from "../json";
import { updateTextFile } from "../update-text-file";
import { writeFile } from "../write-file";

type PulledList = ReturnType<typeof planList>;
type Language = keyof typeof syntaxes;

export const pullCommand = defineCommand({
  name: "pull",
  description: "Writes lists to files, and prints a program that declares them. Changes no list and no program.",
  examples: "app-list pull 4321\napp-list pull 4321 4322 --output lists",
  options: {
    listIds: argument("<list-id...>", "the IDs of the lists", z.array(appListId)),
    output: option(
      "--output <folder>",
      "the folder that gets a folder app-list-ID for each list (default: the current one)",
      text,
    ),
    force: flag("--force", "remove lines from existing files if their entries are not in the list"),
    ...settingsOptions,
  },
  help: `
The program is in TypeScript if the project in the current folder is in Node.js, or if there is no Pulumi.yaml, else in
YAML. Existing files keep their order, comments and notes, and are written in UTF-8.`,
  run: async ({ listIds, output: folder = "", force, ...settings }, terminal) => {
    const lists = await withApi(settings, terminal, (access) =>
      Array.fromAsync(new Set(listIds), (listId) => readList(access, listId)),
    );
    const read = (path: string) => (existsSync(path) ? readText(path) : undefined);
    const pulled = lists.map((list) => planList(list, join(folder, `app-list-${list.id}`), read));
    const planned = pulled.flatMap(({ files }) => files);
    const lost = planned.flatMap(({ removed }) => removed);
    if (lost.length > 0 && !force) throw new ListFilesError(lost);
    const project = read("Pulumi.yaml");
    const language = languageFor(project);
    const before = language === "yaml" ? project : (read("index.ts") ?? read("index.js"));
    const program = programText(language, pulled, settings.account, before);
    for (const { path, content } of planned) writeFile(path, content);
    const messages = [...pulled.flatMap(describeFiles), ...nextSteps];
    const outcome = pulled.every(({ isVerified }) => isVerified) ? "done" : "notVerified";
    return { outcome, lines: program.trimEnd().split("\n"), messages };
  },
});

/**
 * Plans the files of a list: one for each kind that has entries or a file.
 *
 * @param read reads a file; undefined if it does not exist.
 */
export function planList(list: AppList, folder: string, read: (path: string) => string | undefined) {
  const kindsOfList = kinds.map((kind) => {
    const path = join(folder, `${kindNames[kind]}.txt`);
    const checked = Array.from(list.entries[kind] ?? [], (entry) => ({
      kind,
      entry,
      problem: findProblem(kind, entry),
    }));
    return { kind, path, current: read(path), isHidden: list.entries[kind] === undefined, checked };
  });
  const files = kindsOfList.flatMap(({ kind, path, current, isHidden, checked }) => {
    const entries = checked.filter(({ problem }) => problem === undefined).map(({ entry }) => entry);
    if (isHidden || (entries.length === 0 && current === undefined)) return [];
    const update = updateTextFile(path, current ?? "", entries);
    return [{ kind, path, current, entries: entries.length, ...update }];
  });
  const undeclarable = kindsOfList.flatMap(({ checked }) => checked.filter(({ problem }) => problem !== undefined));
  const isVerified = kindsOfList.every(({ isHidden, current }) => !isHidden || current === undefined);
  return { list, files, isVerified, undeclarable, resource: resourceName(list.id, list.name) };
}

/** A text whose first line is the name of a column is rejected as a table. */
function findProblem(kind: Kind, entry: string): string | undefined {
  return (
    findDeclaredProblem(kind, entry)?.problem ?? (isHeader(entry) ? "is the name of a column of a table" : undefined)
  );
}

const nextSteps = [
  "No list was changed. The printed program declares the lists: add it to your program, unless your program already declares them.",
  "Its first `pulumi up` adopts the entries, and changes no list. `pulumi destroy` keeps them, unless claimExisting is true.",
];

function describeFiles({ list, files, undeclarable }: PulledList): readonly string[] {
  const described = files.map(({ kind, path, current, entries, added, removed }) => {
    const changes =
      current === undefined ? "" : `, ${formatCount(added)} added, ${formatCount(removed.length)} removed`;
    return `${quote(path)}: ${formatKindCount(kind, entries)}${changes}`;
  });
  const leftOut = listFirst(undeclarable, ({ entry, problem }) => `${quote(entry)} ${problem}`, undefined, "; ");
  const advice = leftOut === "" ? [] : [`Left out, because no program can declare them: ${leftOut}`];
  const remarks = [describeCampaigns(list), ...describeHidden(list), ...described, ...advice];
  return [nameList(list.id, list.name), ...remarks.map((line) => `  ${line}`)];
}

/**
 * The name of a resource: the name of its list in letters, digits, dots, underscores and hyphens. If nothing is left:
 * with the ID.
 */
export function resourceName(appListId: number, name = ""): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|(?<!-)-+$/gu, "") || `app-list-${appListId}`;
}

/**
 * A program that declares lists with the entries of their files.
 *
 * @param before the program of the project. If it already has a head, a second one would be an error.
 */
export function programText(language: Language, lists: readonly PulledList[], account?: string, before = ""): string {
  const { head, hasHead, quote, entries, resource } = syntaxes[language];
  const pathInProgram = (path: string): string => relative(process.cwd(), path).split(sep).join("/");
  const declared = lists.map(({ resource: name, list, files }) => {
    const properties = [
      `appListId: ${list.id}`,
      ...(account === undefined ? [] : [`account: ${quote(account)}`]),
      ...files.map(({ kind, path }) => `${kind}:${entries(quote(pathInProgram(path)))}`),
      // A wrong file must not fill a list.
      `additionLimit: ${quote("50%")}`,
    ];
    return resource(quote(name), properties);
  });
  return (hasHead.test(before) ? "" : head) + declared.join("");
}

const syntaxes = {
  typescript: {
    head: 'import { AppListEntries, entriesFromFile } from "pulumi-app-list";\n',
    hasHead: /["']pulumi-app-list["']/u,
    quote: quoteJson,
    entries: (path: string) => ` entriesFromFile(${path})`,
    resource: (name: string, properties: readonly string[]) =>
      `\nnew AppListEntries(${name}, {\n${properties.map((line) => `  ${line},\n`).join("")}});\n`,
  },
  yaml: {
    head: "resources:\n",
    hasHead: /^resources:[^\S\n]*(?:#.*)?\r?$/mu,
    // In a YAML program, ${…} refers to a resource, and $$ is a dollar sign.
    quote: (text: string) => quoteJson(text).split("$").join("$$"),
    entries: (path: string) => `\n        fn::readFile: ${path}`,
    resource: (name: string, properties: readonly string[]) =>
      `  ${name}:\n    type: app-list:AppListEntries\n    properties:\n` +
      properties.map((line) => `      ${line}\n`).join(""),
  },
};

/**
 * The language in which to print a program: YAML for a project in a language other than TypeScript.
 *
 * @param project the content of Pulumi.yaml; undefined if there is none, for TypeScript.
 */
export function languageFor(project = "runtime: nodejs"): Language {
  return /^runtime:\s*(?:\{?\s*name:\s*)?["']?nodejs\b/mu.test(project) ? "typescript" : "yaml";
}

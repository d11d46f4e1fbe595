import * as z from "zod";
import { compareList, judgeExclusive, type Comparison } from "./compare";
import { formatCount } from "../../common/format";
import { printable } from "../../common/printable";
import { kindName, type Kind } from "../../list/kinds";
import { parseRemovalLimit } from "../../list/removal-guard";
import { printLine } from "../../list/text";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { readEntryLines, type FileLine } from "../file-lines";
import { describeFacts } from "../list-facts";
import { flag, kindOption, option, parseAppListId, text } from "../options";
import { readList } from "../read-lists";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { styled, writeLines, type Style, type Terminal } from "../terminal";

const removalLimit = text.refine((limit) => parseRemovalLimit(limit) !== undefined, {
  error: "must be a number of entries such as 500, or a percentage such as 40%",
});

const options = z.object({
  kind: kindOption("the kind of entries without a column"),
  exclusive: flag("also judge what a resource with exclusive: true would remove"),
  removalLimit: option("<limit>", "the removalLimit of that resource (default: 30%)", removalLimit),
  json: flag("print the result as JSON"),
  ...settingsOptions,
});

const exitCodeByOutcome = { equal: exitCodes.done, different: exitCodes.changes, notVerified: exitCodes.notVerified };

const help = `
missing     in the files, not in the list
present     in both
undeclared  in the list, not in the files

Entries that have expired are not declared. The kind of an entry is that of its column (app_bundle, placement_id,
website), else --kind. Without both, it is guessed if all entries of a file look alike. With --exclusive, the removal
guard judges as for a stack that does not manage the list yet.`;

/** `app-list diff`: compares list files with a list. */
export const diffCommand = defineCommand({
  name: "diff",
  description: "Compares list files with a list, without a stack. Does not change the list.",
  arguments: [
    ["<list-id>", "the ID of the list"],
    ["<files...>", "files and patterns of files"],
  ],
  options,
  help,
  exitCodes: {
    done: "the list and the files are equal",
    changes: "they differ",
    notVerified: "they are equal, as far as the API shows the list",
  },
  run: async ({ options, args: [listId = "", ...patterns], terminal, output }) => {
    const appListId = parseAppListId(listId);
    const lines = await readEntryLines(patterns, options.kind, terminal);
    const appList = await readList(await readCommandSettings(options, terminal), appListId, terminal);
    const compared = compareList(appList, lines, terminal.today());
    const { exclusive, removalLimit: limit } = options;
    const result = exclusive ? { ...compared, exclusive: judgeExclusive(compared, limit) } : compared;
    output(result, () => printComparison(result, guessedKinds(lines), terminal));
    return exitCodeByOutcome[result.outcome];
  },
});

function guessedKinds(lines: readonly FileLine[]): ReadonlySet<Kind | undefined> {
  return new Set(lines.filter(({ kindOrigin }) => kindOrigin === "guess").map(({ kind }) => kind));
}

function printComparison(result: Comparison, guessed: ReadonlySet<Kind | undefined>, terminal: Terminal): void {
  const [name = "", ...remarks] = describeFacts(result);
  const line = (style: Style, word: string, shown: string): string => `  ${styled(terminal, style, word)}  ${shown}`;
  const groups = result.kinds.flatMap(({ kind, missing, present, undeclared }) => {
    const counts = `${formatCount(missing.length)} missing, ${formatCount(present.length)} present, ${formatCount(undeclared.length)} undeclared`;
    const guess = guessed.has(kind) ? " (guessed; choose another kind with --kind)" : "";
    return [
      "",
      `${kindName(kind, 0)}${guess}: ${counts}`,
      ...missing.map(({ entry, note, source }) =>
        line("added", "missing   ", `${printable(printLine(entry, note))}  (${source})`),
      ),
      ...undeclared.map(({ entry }) => line("removed", "undeclared", printable(entry))),
    ];
  });
  const verdict = result.exclusive === undefined ? [] : ["", result.exclusive.message];
  writeLines(terminal, [styled(terminal, "strong", name), ...remarks, ...groups, ...verdict]);
}

import { commands } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";

/** A command, as commander describes it. */
type Command = ReturnType<(typeof commands)[number]["create"]>;

/** The commands of `app-list`, by their names. */
export const commandsByName: ReadonlyMap<string, Command> = new Map(
  commands.map(({ name, create }) => [name, create(testTerminal(), () => undefined)]),
);

/** The options of several commands, which the page describes once. */
const commonOptions = new Set(["--help", "--account", "--stack", "--verbose", "--json"]);

/** What `app-list COMMAND --help` describes, as Markdown, without what the page describes once for all commands. */
export function commandTexts(command: Command): string {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long = "" }) => !commonOptions.has(long ?? ""));
  const rows = [
    ...help.visibleArguments(command).map((each) => rowText(help.argumentTerm(each), help.argumentDescription(each))),
    ...options.map((each) => rowText(help.optionTerm(each), help.optionDescription(each))),
  ];
  const table = rows.length === 0 ? "" : `| argument or option | description |\n| --- | --- |\n${rows.join("")}\n`;
  const text = textAfter(command);
  const notes = text === "" ? "" : `\`\`\`text\n${text}\n\`\`\`\n`;
  return `${command.description()}\n\n${table}${notes}`;
}

function rowText(term: string, description: string): string {
  return `| \`${term}\` | ${description.replaceAll("|", "\\|").replaceAll("<", "&lt;")} |\n`;
}

/** The options that the commands share, as rows of a table. */
export function commonOptionTexts(): string {
  const rows = new Map<string, string>();
  for (const command of commandsByName.values()) {
    const help = command.createHelp();
    for (const option of help.visibleOptions(command)) {
      const [name, term] = [option.long ?? "", help.optionTerm(option)];
      const isCommon = name !== "--help" && commonOptions.has(name) && !rows.has(term);
      if (isCommon) rows.set(term, rowText(term, help.optionDescription(option)));
    }
  }
  return `| option | description |\n| --- | --- |\n${[...rows.values()].join("")}`;
}

/** The text that a help ends with, after the options, without where settings come from. */
function textAfter(command: Command): string {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => void printed.push(text) });
  command.outputHelp();
  const text = printed.join("").split(command.helpInformation()).at(-1) ?? "";
  return text.replace(/^Settings come from .*/msu, "").trim();
}

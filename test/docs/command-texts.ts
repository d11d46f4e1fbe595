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
  const items = [
    ...help.visibleArguments(command).map((each) => itemText(help.argumentTerm(each), help.argumentDescription(each))),
    ...options.map((each) => itemText(help.optionTerm(each), help.optionDescription(each))),
  ];
  const text = textAfter(command);
  const notes = text === "" ? "" : `\`\`\`text\n${text}\n\`\`\`\n`;
  return `${command.description()}\n\n${items.join("")}\n${notes}`;
}

function itemText(term: string, description: string): string {
  return `- \`${term}\`: ${description.replaceAll("<", "&lt;").replaceAll("*", "\\*")}\n`;
}

/** The options that the commands share, as a list. */
export function commonOptionTexts(): string {
  const items = new Map<string, string>();
  for (const command of commandsByName.values()) {
    const help = command.createHelp();
    for (const option of help.visibleOptions(command)) {
      const [name, term] = [option.long ?? "", help.optionTerm(option)];
      const isCommon = name !== "--help" && commonOptions.has(name) && !items.has(term);
      if (isCommon) items.set(term, itemText(term, help.optionDescription(option)));
    }
  }
  return [...items.values()].join("");
}

/** The text that a help ends with, after the options, without where settings come from. */
function textAfter(command: Command): string {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => void printed.push(text) });
  command.outputHelp();
  const text = printed.join("").split(command.helpInformation()).at(-1) ?? "";
  return text.replace(/^Settings come from .*/msu, "").trim();
}

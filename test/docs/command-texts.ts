import { commands } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";

/** A command, as commander describes it. */
type Command = ReturnType<(typeof commands)[number]["create"]>;

/** The commands of `app-list`, by their names. */
export const commandsByName: ReadonlyMap<string, Command> = new Map(
  commands.map(({ name, create }) => [name, create(testTerminal(), () => undefined)]),
);

/** What `app-list COMMAND --help` describes, as Markdown. */
export function commandTexts(command: Command): string {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const rows = [
    ...help.visibleArguments(command).map((each) => rowText(help.argumentTerm(each), help.argumentDescription(each))),
    ...options.map((each) => rowText(help.optionTerm(each), help.optionDescription(each))),
  ];
  return `${command.description()}

\`\`\`text
app-list ${command.name()} ${command.usage()}
\`\`\`

| argument or option | description |
| --- | --- |
${rows.join("")}
\`\`\`text
${textAfter(command)}
\`\`\`
`;
}

function rowText(term: string, description: string): string {
  return `| \`${term}\` | ${description.replaceAll("|", "\\|").replaceAll("<", "&lt;")} |\n`;
}

/** The text that a help ends with, after the options. */
function textAfter(command: Command): string {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => void printed.push(text) });
  command.outputHelp();
  return printed.join("").slice(command.helpInformation().length).trim();
}

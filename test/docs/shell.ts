/** One command of a script: its words, without quotes, redirections and comments. */
export type ShellCommand = readonly string[];

/**
 * The commands of a script, as far as documentation needs it: words, quotes, comments, continued lines, `|`, `&&`, `||`,
 * `;` and redirections. What `$(…)` holds is left as one word.
 */
export function commandsOf(script: string): readonly ShellCommand[] {
  const commands: string[][] = [[]];
  const token = /\\\n|#[^\n]*|\n|\|\|?|&&|;|\d?>>?&?\d?|(?:"(?:\$\([^)]*\)|[^"])*"|'[^']*'|\$\([^)]*\)|[^\s"'|&;>])+/gu;
  let isTarget = false;
  for (const [text] of script.matchAll(token)) {
    if (text === "\\\n" || text.startsWith("#")) continue;
    if (/^(?:\n|\|\|?|&&|;)$/u.test(text)) {
      commands.push([]);
      isTarget = false;
    } else if (/^\d?>/u.test(text)) {
      isTarget = !text.includes("&");
    } else if (isTarget) {
      isTarget = false;
    } else {
      commands.at(-1)?.push(text.replaceAll(/["']/gu, ""));
    }
  }
  return commands.filter((words) => words.length > 0);
}

/** The words behind a program of a command, however it is started: `npx --no-install app-list …`, `VARIABLE=x pulumi …`. */
export function argumentsOf(program: string, command: ShellCommand): readonly string[] | undefined {
  const rest = command.slice(command.findIndex((word) => !/^\w+=/u.test(word)));
  const behind = rest[0] === "npx" ? rest.slice(1).filter((word, index) => index > 0 || !word.startsWith("--")) : rest;
  return behind[0] === program ? behind.slice(1) : undefined;
}

/** What is written to the page, each with the command that replaces it. */
const commands = {
  figures: "npm run bench -- --write",
  handlers: "node bench/micro/main.ts --write",
};

const end = "<!-- …to here. -->";

/**
 * A page with other figures between their two marks.
 *
 * @throws Error if the page has no marks.
 */
export function replaceFigures(page: string, name: keyof typeof commands, figures: string): string {
  const begin = `<!-- "${commands[name]}" replaces everything from here… -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`The page has no marks between which ${name} are written.`);
  return `${page.slice(0, from + begin.length)}\n\n${figures.trim()}\n\n${page.slice(to)}`;
}

const begin = '<!-- Figures: "npm run bench -- --write" replaces everything from here… -->';
const end = "<!-- …to here. -->";

/**
 * A page with other figures between its two marks.
 *
 * @throws Error if the page has no marks.
 */
export function replaceFigures(page: string, figures: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error("The page has no marks between which figures are written.");
  return `${page.slice(0, from + begin.length)}\n\n${figures.trim()}\n\n${page.slice(to)}`;
}

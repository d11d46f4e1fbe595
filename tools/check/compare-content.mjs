/**
 * Compares what a tarball of the package holds with what it should: each source compiled, with its types, and three
 * files that say what it is.
 *
 * @param {readonly string[]} packed  paths in the tarball
 * @param {readonly string[]} sources  paths of the TypeScript sources, relative to the package's folder
 * @returns {string | undefined}  what is too much or missing; undefined when nothing is
 */
export function compareContent(packed, sources) {
  const wanted = new Set(["LICENSE", "README.md", "package.json"]);
  for (const source of sources) {
    const compiled = `dist/${source.replace(/\.ts$/, "")}`;
    wanted.add(`${compiled}.js`).add(`${compiled}.d.ts`);
  }
  const tooMuch = packed.filter((path) => !wanted.has(path));
  const missing = [...wanted].filter((path) => !packed.includes(path));
  const problems = [
    ...tooMuch.map((path) => `- ${path} would be published and has no source (left over in provider/dist?)`),
    ...missing.map((path) => `- ${path} would not be published`),
  ];
  return problems.length === 0 ? undefined : `npm pack:\n${problems.toSorted().join("\n")}`;
}

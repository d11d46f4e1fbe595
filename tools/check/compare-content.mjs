/**
 * Compares the content of a tarball with what it must be: the types of each source, the bundles, and three files about
 * the package.
 *
 * @param {readonly string[]} packed  paths in the tarball
 * @param {readonly string[]} sources  paths of the TypeScript sources, relative to the package's folder
 * @param {readonly string[]} bundled  paths of the files of the bundles, relative to dist
 * @returns {string | undefined}  what is too much or missing; undefined when nothing is
 */
export function compareContent(packed, sources, bundled) {
  const others = ["LICENSE", "README.md", "package.json"];
  const wanted = new Set([...others, ...bundled.map((path) => `dist/${path}`)]);
  for (const source of sources) wanted.add(`dist/${source.replace(/\.ts$/, ".d.ts")}`);
  const tooMuch = packed.filter((path) => !wanted.has(path));
  const missing = [...wanted].filter((path) => !packed.includes(path));
  const problems = [
    ...tooMuch.map((path) => `- ${path} would be published and has no source (left over in provider/dist?)`),
    ...missing.map((path) => `- ${path} would not be published`),
  ];
  return problems.length === 0 ? undefined : `npm pack:\n${problems.toSorted().join("\n")}`;
}

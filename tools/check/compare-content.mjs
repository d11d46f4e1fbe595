import { bundledSources } from "../setup/bundle.mjs";

/**
 * Compares the content of a tarball with what it must be: each source compiled, with its types, the bundle of the
 * plugin, and three files about the package.
 *
 * @param {readonly string[]} packed  paths in the tarball
 * @param {readonly string[]} sources  paths of the TypeScript sources, relative to the package's folder
 * @param {readonly string[]} bundle  the names of the files of the bundle
 * @returns {string | undefined}  what is too much or missing; undefined when nothing is
 */
export function compareContent(packed, sources, bundle) {
  const wanted = new Set(["LICENSE", "README.md", "package.json", ...bundle.map((name) => `dist/plugin/${name}`)]);
  for (const source of sources) {
    if (source.startsWith(bundledSources)) continue;
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

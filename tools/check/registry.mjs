import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";
import { readManifest, registryFiles, requiredMembers, schemaPath } from "../release/registry-files.mjs";

/** The keywords that the registry sorts packages by. */
const categories = /^category\/(cloud|database|infrastructure|monitoring|network|utility|versioncontrol)$/;

/**
 * Whether the files for Pulumi's registry are up to date, and would pass its checks with an address. Only the commit of a
 * release has the pages.
 */
export async function checkRegistryFiles() {
  const manifest = readManifest();
  const files = [...registryFiles(manifest)];
  const present = files.filter(([path]) => existsSync(join(root, path)));
  const stale = present.filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text).map(([path]) => path);
  const filled = registryFiles({ homepage: "https://github.com/OWNER/pulumi-app-list", ...manifest });
  const problems = [
    ...stale.map((path) => `${path} is not up to date`),
    ...findRegistryProblems(filled, manifest.version),
  ];
  return problems.length === 0 ? undefined : problems.join("\n");
}

/**
 * What Pulumi's registry would object to: its checks of a community package, without those that need a network.
 *
 * @param {ReadonlyMap<string, string>} files
 * @param {string} version  of the tag
 * @returns {readonly string[]}
 */
export function findRegistryProblems(files, version) {
  const schema = JSON.parse(files.get(schemaPath) ?? "{}");
  const problems = requiredMembers.filter((name) => !schema[name]).map((name) => `the schema has no ${name}`);
  if (schema.version !== version) problems.push(`the schema has version ${schema.version}, and the tag v${version}`);
  if (!schema.keywords?.some((/** @type {string} */ word) => categories.test(word))) {
    problems.push("the schema has no category of the registry among its keywords");
  }
  for (const [path, page] of files) if (path !== schemaPath) problems.push(...findPageProblems(path, page, schema));
  return problems;
}

const start = /^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n/;

/**
 * @param {string} path
 * @param {string} page
 * @param {{ readonly displayName?: string }} schema
 */
function findPageProblems(path, page, { displayName }) {
  const text = page.replaceAll(/^ *```[^]*?^ *```$/gm, "");
  const links = text.matchAll(/\]\(([^)]*)\)|\b(?:src|srcset|href)="([^"]*)"/g);
  const relative = [...links]
    .map(([, link, inHtml]) => link ?? inHtml)
    .filter((link) => !/^(?:https:|#)/.test(link ?? ""));
  // All that Hugo would interpret, without what a chooser of languages has: one tab for each of its languages.
  const rest = text.replaceAll(
    /\{\{< chooser language "([\w,]+)" >\}\}\n([^]*?)\{\{< \/chooser >\}\}/g,
    (_, languages, tabs) => {
      const tab = /\{\{% choosable language (\w+) %\}\}[^]*?\{\{% \/choosable %\}\}\s*/g;
      const names = [...tabs.matchAll(tab)].map(([, name]) => name);
      return names.join(",") === languages ? tabs.replaceAll(tab, "") : "{{";
    },
  );
  const problems = [
    [
      !start.test(page) || !page.startsWith(`---\ntitle: ${displayName}`),
      "does not begin with title, meta_desc and layout",
    ],
    [/^# /m.test(text), "has a second title"],
    [!/^## Installation$[^]*^## Configuration$/m.test(text), "has no Installation and Configuration"],
    [rest.includes("{{"), "has a chooser without a tab for each of its languages"],
    [relative.length > 0, `has relative links: ${relative.join(" ")}`],
  ];
  return problems.flatMap(([isProblem, problem]) => (isProblem ? [`${path} ${problem}`] : []));
}

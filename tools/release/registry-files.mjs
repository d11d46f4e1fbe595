import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";
import { ToolError } from "../tool-error.mjs";
import { packageReadme } from "./package-readme.mjs";

/**
 * What package.json has about a release: `homepage` is the address of the repository, and absent until its owner sets it.
 *
 * @typedef {{ readonly version: string, readonly homepage?: string }} Manifest
 */

export const schemaPath = "provider/hosts/plugin/schema/schema.json";

export const starterPath = "starters/typescript/package.json";

/** The members of the schema without which a tag is not released: Pulumi's registry and engine read them. */
export const requiredMembers = /** @type {const} */ (["repository", "pluginDownloadURL", "logoUrl", "publisher"]);

/**
 * Where Pulumi downloads the plugin from. The check of its registry takes no URL with a placeholder of the version.
 *
 * @param {string} homepage
 */
export const pluginServer = (homepage) => homepage.replace("https://github.com/", "github://api.github.com/");

/** @param {string} path  from the root of the clone */
const read = (path) => readFileSync(join(root, path), "utf8");

/** @returns {Manifest} */
export const readManifest = () => JSON.parse(read("provider/package.json"));

/**
 * The files that Pulumi reads from the commit of a release, as they must be: for its registry the schema with the addresses of
 * the repository, and two pages with absolute links and a program in each language; for `pulumi new` the dependency of the
 * starter.
 *
 * @param {Manifest} manifest
 * @returns {ReadonlyMap<string, string>}  by path; without an address, links stay relative
 */
export function registryFiles({ version, homepage }) {
  const server = homepage && pluginServer(homepage);
  const base = homepage === undefined ? undefined : `${homepage}/blob/v${version}/docs`;
  const index = read("docs/README.md");
  const installation = read("docs/installation.md");
  const install = read("tools/release/installation.md")
    .replaceAll("@VERSION", `@${version}`)
    .replaceAll("SERVER", server ?? "github://api.github.com/OWNER/pulumi-app-list");
  const overview = [
    frontMatter("App Lists", "Manage the block and allow lists of a mobile advertising platform with Pulumi."),
    `${partOf(index, /(?<=^# App lists\n\n).*?(?= \[README\])/ms)}\n\n`,
    `## Installation\n\n${install}\n## Example Usage\n\n${exampleUsage()}\n`,
    partOf(installation, /^## Configuration$.*?(?=^## )/ms),
    partOf(index, /^## Start$.*/ms),
  ];
  const title = "App Lists Installation & Configuration";
  const head = frontMatter(title, "Install the App Lists provider, and configure the account of the ad platform.");
  const pages = {
    "docs/_index.md": overview.join(""),
    "docs/installation-configuration.md": `${head}## Installation\n\n${install}\n${overview[3]?.trimEnd()}\n`,
  };
  const addresses = {
    repository: homepage,
    logoUrl: homepage && `${homepage}/raw/v${version}/docs/logo.svg`,
    // Pulumi finds the release of the version. The state has it, too, so that it must not change with each version.
    pluginDownloadURL: server,
  };
  return new Map([
    [starterPath, read(starterPath).replace(/(?<="pulumi-app-list": )".*"/, JSON.stringify(version))],
    [schemaPath, withMembers(read(schemaPath), addresses)],
    ...Object.entries(pages).map(([path, text]) => /** @type {const} */ ([path, packageReadme(text, base)])),
  ]);
}

/**
 * What the registry reads before a page. A forge would show it as a table, so the pages do not have it.
 *
 * @param {string} title
 * @param {string} description
 */
function frontMatter(title, description) {
  return `---\ntitle: ${title}\nmeta_desc: ${description}\nlayout: package\n---\n\n`;
}

/**
 * @param {string} page
 * @param {RegExp} part
 */
function partOf(page, part) {
  const [text] = part.exec(page) ?? [];
  if (text === undefined) throw new ToolError(`A page in docs has no part ${part} any more (tools/release).`);
  return text.replaceAll(/^<!-- .* -->\n\n?/gm, "");
}

/** The first programs of the schema's examples, each complete, in a chooser of languages. */
function exampleUsage() {
  const programs = read("provider/hosts/plugin/schema/AppListEntries.md").replace(
    "pulumi-app-list/plugin",
    "pulumi-app-list",
  );
  const parts = ["typescript", "yaml", "python", "go"].map((language) => {
    const program = partOf(programs, new RegExp(`(?<=^\`\`\`${language}\n).*?^\`\`\`$`, "ms"));
    const head = language === "yaml" ? "name: brand-safety\nruntime: yaml\n" : "";
    const block = `\`\`\`${language}\n${head}${program}`;
    return `{{% choosable language ${language} %}}\n\n${block}\n\n{{% /choosable %}}\n`;
  });
  return `{{< chooser language "typescript,yaml,python,go" >}}\n${parts.join("")}{{< /chooser >}}\n`;
}

/**
 * Sets members of the schema in its text, which keeps the form of the others.
 *
 * @param {string} schema
 * @param {Readonly<Record<string, string | undefined>>} members  undefined removes one
 */
function withMembers(schema, members) {
  const lines = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`  "${name}": ${JSON.stringify(value)},\n`],
  );
  return schema
    .replaceAll(new RegExp(`^  "(?:${Object.keys(members).join("|")})": .*\n`, "gm"), "")
    .replace(/^ {2}"license": .*\n/m, (line) => line + lines.join(""));
}

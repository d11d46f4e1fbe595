import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../paths.mjs";

/** @import { BundleFile } from "./bundle.mjs" */

/**
 * The files that name the packages in a bundle: their licenses, which require that copies are passed on with the code, and
 * a CycloneDX file for scanners.
 *
 * @param {readonly string[]} paths  of the files in the bundle
 * @returns {readonly BundleFile[]}
 */
export function describePackages(paths) {
  const folders = new Set(paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? []));
  return [
    { name: "THIRD-PARTY-NOTICES.txt", content: printNotices(folders, paths) },
    { name: "bom.cdx.json", content: `${JSON.stringify(describeBundle(folders), undefined, 2)}\n` },
  ];
}

/**
 * @param {ReadonlySet<string>} folders  of the packages
 * @returns  a document of CycloneDX 1.6
 */
function describeBundle(folders) {
  const components = Array.from(folders, readManifest).map(describeComponent);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...describeComponent(readManifest(join(root, "provider"))), type: "application" } },
    components: components.toSorted((one, other) => one.purl.localeCompare(other.purl, "en")),
  };
}

/** @param {PackageManifest} manifest */
function describeComponent({ name, version, license }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, purl, licenses: [{ expression: license }] };
}

/** @typedef {{ readonly name: string, readonly version: string, readonly license: string }} PackageManifest */

/**
 * @param {string} folder  of a package
 * @returns {PackageManifest}
 */
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * @param {ReadonlySet<string>} folders  of the packages
 * @param {readonly string[]} paths  of the files in the bundle
 */
function printNotices(folders, paths) {
  const notices = Array.from(folders, printNotice);
  const llhttp = readFileSync(join(import.meta.dirname, "llhttp-license.txt"), "utf8");
  // A package without the license text of what it contains as WebAssembly.
  if (paths.some((path) => path.includes("/undici/lib/llhttp/")))
    notices.push(`llhttp, a part of undici (MIT)\n\n${llhttp}`);
  notices.sort();
  return ["The files in this folder contain these packages.\n", ...notices].join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * @param {string} folder  of a package
 * @returns {string}
 */
function printNotice(folder) {
  const { name, version, license } = readManifest(folder);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/iu.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trimEnd());
  if (texts.length === 0) throw new Error(`${name} has no license text, which the bundle must contain.`);
  return `${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}

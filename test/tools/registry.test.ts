import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";
import { readManifest, registryFiles, schemaPath, starterPath } from "../../tools/release/registry-files.mjs";
import { linksOf } from "../docs/markdown";

const homepage = "https://github.com/ad-ops/pulumi-app-list";
const server = "github://api.github.com/ad-ops/pulumi-app-list";
const version = "0.1.0";
const files = registryFiles({ version, homepage });
const index = "docs/_index.md";

function readMembers(text = ""): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

describe("the files for Pulumi's registry", () => {
  it("have the addresses of the repository, if its owner has set it", () => {
    const members = readMembers(files.get(schemaPath));
    expect(members).toMatchObject({
      repository: homepage,
      logoUrl: `${homepage}/raw/v0.1.0/docs/logo.svg`,
      pluginDownloadURL: server,
    });
    expect(members["keywords"]).toContain("category/infrastructure");
    expect(files.get(index)).toContain(`[Tutorial](${homepage}/blob/v0.1.0/docs/tutorial.md)`);
    expect(files.get(index)).toContain(`(${homepage}/blob/v0.1.0/SECURITY.md#report-a-vulnerability)`);
    expect(files.get(index)).toContain(`pulumi package add app-list@${version} --server ${server}\n`);
    // The check of the registry passes these URLs only: scripts/ci/community-package/sdk_install_probe.py.
    expect(server).toMatch(/^(https|github|gitlab):\/\/[A-Za-z0-9._~:/?#@!$&()*+,;=-]+$/u);

    const unknown = registryFiles({ version });
    const names = Object.keys(readMembers(unknown.get(schemaPath)));
    expect(Object.keys(members).filter((name) => !names.includes(name))).toEqual([
      "repository",
      "logoUrl",
      "pluginDownloadURL",
    ]);
    expect([...unknown.values()].join("")).not.toContain("github.com/ad-ops");
  });

  it("have the schema and the starter that are committed", () => {
    const now = registryFiles(readManifest());
    for (const path of [schemaPath, starterPath])
      expect([path, now.get(path)]).toEqual([path, readFileSync(join(root, path), "utf8")]);
  });

  it("have a starter that depends on the version of the release", () => {
    expect(registryFiles({ version: "1.2.3" }).get(starterPath)).toContain('"pulumi-app-list": "1.2.3"\n');
  });

  it.each([index, "docs/installation-configuration.md"])("have pages in the form of the registry: %s", (path) => {
    const page = files.get(path) ?? "";
    expect(page).toMatch(/^---\ntitle: App Lists.*\nmeta_desc: .+\nlayout: package\n---\n/u);
    expect(page).toMatch(/^## Installation$[^]*^## Configuration$/mu);
    const text = page.replaceAll(/^ *```[^]*?^ *```$/gmu, "");
    expect(text).not.toMatch(/^# /mu);
    const links = linksOf({ path, text: page });
    expect(links.filter((target) => !/^(?:https:\/\/|#)/u.test(target))).toEqual([]);
  });
});

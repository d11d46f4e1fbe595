import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findRegistryProblems } from "../../tools/check/registry.mjs";
import { registryFiles, schemaPath } from "../../tools/release/registry-files.mjs";

const homepage = "https://github.com/ad-ops/pulumi-app-list";
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
      pluginDownloadURL: `${homepage}/releases/download/v\${VERSION}`,
    });
    expect(files.get(index)).toContain(`[Tutorial](${homepage}/blob/v0.1.0/docs/tutorial.md)`);
    expect(files.get(index)).toContain(`(${homepage}/blob/v0.1.0/SECURITY.md#report-a-vulnerability)`);
    expect(files.get(index)).toContain(`--server '${homepage}/releases/download/v\${VERSION}'`);

    const unknown = registryFiles({ version });
    const names = Object.keys(readMembers(unknown.get(schemaPath)));
    expect(Object.keys(members).filter((name) => !names.includes(name))).toEqual([
      "repository",
      "logoUrl",
      "pluginDownloadURL",
    ]);
    expect([...unknown.values()].join("")).not.toContain("github.com/ad-ops");
  });

  it("pass the checks of the registry", () => {
    expect(findRegistryProblems(files, version)).toEqual([]);
  });

  it.each([
    [schemaPath, '"publisher": "pulumi-app-list"', '"publisher": ""', "the schema has no publisher"],
    [schemaPath, "category/infrastructure", "category/ads", "has no category"],
    [schemaPath, '"version": "0.1.0"', '"version": "0.2.0"', "the schema has version 0.2.0, and the tag v0.1.0"],
    [index, "title: App Lists", "title: Lists", "does not begin with title, meta_desc and layout"],
    [index, "## Configuration", "## Settings", "has no Installation and Configuration"],
    [index, "{{% choosable language go %}}", "{{% choosable language csharp %}}", "has a chooser without a tab"],
    [index, `${homepage}/blob/v0.1.0/docs/tutorial.md`, "tutorial.md", "has relative links: tutorial.md"],
  ])("do not pass if %s has a defect: %s -> %s", (path, text, defect, problem) => {
    const page = files.get(path) ?? "";
    expect(page).toContain(text);
    const problems = findRegistryProblems(new Map([...files, [path, page.replace(text, defect)]]), version);
    expect(problems.join("\n")).toContain(problem);
  });
});

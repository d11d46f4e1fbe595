import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamicHost, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { testbed } from "./testbed";

// What docs/installation.md tells of the hosts and no other test proves, with programs in JavaScript.
const blocking = (...appBundles: readonly string[]): string => `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, removalLimit: 0, appBundles: ${JSON.stringify(appBundles)} });
`;

/** The messages below a heading of the diagnostics, such as "pulumi:pulumi:Stack (acceptance-dev):". */
function messagesAt(heading: string, text: string): string {
  const [, diagnostics = ""] = /^Diagnostics:\n(.*?)^(?=\w)/msu.exec(text) ?? [];
  return diagnostics.split(/^ {2}(?=\S)/mu).find((part) => part.startsWith(`${heading}:\n`)) ?? "";
}

const inStack = "pulumi:pulumi:Stack (acceptance-dev)";

describe.each([
  { host: dynamicHost, place: inStack },
  { host: pluginHost, place: `${pluginHost.type} (blocked)` },
])("with $host.name", ({ host, place }) => {
  it(`prints messages at ${place} and errors at the resource`, async () => {
    const { project } = await testbed({ host, program: blocking("com.a", "com.b"), holds: ["com.a"] });
    expect(messagesAt(place, succeeded(await project.up()).text)).toContain('adopted 1 app bundle ("com.a")');

    project.write("index.js", blocking("com.a").replaceAll('"pulumi-app-list"', `"${host.module}"`));
    const { text } = failed(await project.preview());
    expect(messagesAt(`${host.type} (blocked)`, text)).toContain("error: app list 4321");
  });
});

it("the dynamic provider cannot import: pulumi import fails as docs/reference/errors.md describes, and sends nothing", async () => {
  const { project, requests, state } = await testbed({ host: dynamicHost, program: "", holds: ["com.a"] });
  const { text } = failed(
    await project.pulumi("import", "--yes", "--skip-preview", dynamicHost.type, "blocked", "4321"),
  );
  const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "reference", "errors.md"), "utf8");
  const [, message = ""] = /^- \*\*`([^`]+)`\*\* in `pulumi import`/mu.exec(page) ?? [];
  expect(message).not.toBe("");
  expect(text).toContain(message);
  expect(requests()).toEqual([]);
  await expect(state()).rejects.toThrow("The stack has no AppListEntries");
});

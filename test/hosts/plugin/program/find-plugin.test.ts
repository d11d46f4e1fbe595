import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPluginFound, pluginFolder } from "../../../../provider/hosts/plugin/program/find-plugin";
import { folderWith } from "../../../files/folder";

const project = "name: app-list\nruntime: nodejs\n";

/** Whether the plugin is found by a project with nothing else on this machine. */
function isFound(files: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}): boolean {
  const root = folderWith({ "Pulumi.yaml": project, ...files });
  return isPluginFound({ root, environment: { PATH: "/nowhere", PULUMI_HOME: join(root, "home"), ...environment } });
}

describe("the plugin", () => {
  it("is not found by a project that does not name it, even if that is the name of the project", () => {
    expect(isFound({})).toBe(false);
    expect(isFound({ "Pulumi.yaml": `${project}description: app-list\nconfig:\n  app-list:baseUrl: http://a\n` })).toBe(
      false,
    );
  });

  it.each([
    "plugins:\n  providers:\n    - name: app-list\n      path: node_modules/.bin\n",
    "plugins:\n  providers:\n    - path: node_modules/.bin\n      name: 'app-list' # the plugin\n",
    "plugins: { providers: [{ name: app-list, path: node_modules/.bin }] }\n",
    "packages:\n  app-list: ./node_modules/.bin/pulumi-resource-app-list\n",
  ])("is found by a project that names it: %j", (entry) => {
    expect(isFound({ "Pulumi.yaml": project + entry })).toBe(true);
    expect(isFound({ "Pulumi.yaml": (project + entry).replaceAll("app-list", "app-lists") })).toBe(false);
  });

  it("is found in a project file in JSON", () => {
    const json = { name: "app-list", plugins: { providers: [{ name: "app-list", path: "bin" }] } };
    expect(isFound({ "Pulumi.json": JSON.stringify(json) })).toBe(true);
  });

  it("is found on PATH, in Pulumi's own folder and in a debugger", () => {
    const bin = folderWith({ "pulumi-resource-app-list": "" });
    expect(isFound({}, { PATH: `/nowhere:${bin}` })).toBe(true);
    const home = folderWith({ "plugins/resource-app-list-v0.1.0/pulumi-resource-app-list": "" });
    expect(isFound({}, { PULUMI_HOME: home })).toBe(true);
    expect(isFound({}, { PULUMI_DEBUG_PROVIDERS: "random:1,app-list:2" })).toBe(true);
  });

  it("is looked up in the folders above, where npm installs the packages of a workspace", () => {
    const folder = folderWith({ "node_modules/.bin/pulumi-resource-app-list": "", "packages/infra/Pulumi.yaml": "" });
    expect(pluginFolder(folder)).toBe("node_modules/.bin");
    expect(pluginFolder(join(folder, "packages", "infra"))).toBe("../../node_modules/.bin");
    expect(pluginFolder(folderWith({}))).toBe("node_modules/.bin");
  });
});

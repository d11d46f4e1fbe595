import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseInputs } from "../../../provider/resource/inputs";
import { parseState, printState } from "../../../provider/resource/state";
import { startSimulator } from "../../../provider/simulator/index";
import { dynamicHost } from "../../laws/hosts/dynamic";
import { pluginHost } from "../../laws/hosts/plugin";
import { login } from "../../resource/started";
import { exportedUrl, lists, readExported, resourcesIn } from "./stack";

const stacks = [
  { host: dynamicHost, exported: readExported("dynamic") },
  { host: pluginHost, exported: readExported("plugin") },
];

describe.each(stacks)("a stack that a real engine exported, with $host.name", ({ host, exported }) => {
  it("has states that are parsed and printed as they are, and inputs that are valid", () => {
    const resources = resourcesIn(exported);
    expect(resources.size).toBe(lists.length);
    for (const { inputs, outputs } of resources.values()) {
      const state = parseState(outputs);
      expect(parseState(printState(state))).toEqual(state);
      expect(outputs).toMatchObject(printState(state));
      expect(parseInputs(inputs).outcome).toBe("complete");
    }
  });

  it("is compared without a request, and read as it is", async () => {
    const simulator = await startSimulator({ lists });
    onTestFinished(() => simulator.close());
    const process = await host.start({ config: { baseUrl: simulator.url, ...login }, print: () => undefined });
    onTestFinished(() => process.stop());
    const resources = resourcesIn(exported.replaceAll(exportedUrl, simulator.url));
    const changed: string[] = [];
    for (const [name, { inputs, outputs }] of resources) {
      const change = await process.diff(name, String(outputs["appListId"]), outputs, inputs);
      if (change !== "none") changed.push(`${change} ${name}`);
    }
    // A refresh wrote the drift into the inputs as well: in these, a missing entry is no longer declared.
    expect(changed.toSorted()).toEqual(["update drifted", "update interrupted", "update partly"]);
    expect(simulator.journal).toEqual([]);
    for (const [name, { inputs, outputs }] of resources) {
      const read = await process.read(name, String(outputs["appListId"]), outputs, inputs);
      const { appBundles, placementIds, websites, adopted } = read?.state ?? {};
      // The addition with an unknown outcome is in the list.
      const managed = name === "interrupted" ? { ...outputs, appBundles: "com.own.a\ncom.shared.b\n" } : outputs;
      expect(managed).toMatchObject({ appBundles, ...(placementIds !== undefined && { placementIds, websites }) });
      expect(adopted).toEqual(outputs["adopted"]);
    }
  });
});

it("a state of the dynamic provider names the provider as this version does", () => {
  const released = readFileSync(join(import.meta.dirname, "..", "program", "dynamic", "provider-v1.txt"), "utf8");
  for (const { outputs } of resourcesIn(readExported("dynamic")).values()) {
    expect(outputs["__provider"]).toBe(released);
  }
});

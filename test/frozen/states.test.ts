import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseInputs } from "../../provider/resource/inputs";
import { parseState, printState } from "../../provider/resource/state";
import { root } from "../../tools/paths.mjs";
import { appListResources, frozenStacks } from "./states";

const released = readFileSync(join(root, "test/hosts/dynamic/program/provider-v1.txt"), "utf8");

describe.each(frozenStacks())("the states of %s", (_name, stack) => {
  const resources = appListResources(stack);

  it("are parsed, and what is printed is parsed as the same", () => {
    for (const { outputs } of resources) {
      const state = parseState(outputs);
      expect(parseState(printState(state))).toEqual(state);
      // Members may be added; none is lost.
      const { __provider: _, ...members } = outputs;
      expect(printState(state)).toMatchObject(members);
    }
  });

  it("have inputs that are valid", () => {
    for (const { inputs } of resources) expect(parseInputs(inputs).outcome).toBe("declared");
  });

  it("name the provider as every state of the dynamic provider does", () => {
    const ofDynamic = resources.filter(({ type }) => type.startsWith("pulumi-nodejs:"));
    for (const { outputs } of ofDynamic) expect(outputs["__provider"]).toBe(released);
  });
});

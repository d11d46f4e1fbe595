import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseState, printState } from "../../provider/resource/state";
import {
  deepValues,
  expectActionable,
  expectMessage,
  hostileCases,
  hostileValue,
  spoilt,
  survives,
} from "../harness/hostile";
import { Failure, type Host } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";

type Properties = Readonly<Record<string, unknown>>;

const properties = z.record(z.string(), z.unknown());

const right = {
  ...properties.parse(JSON.parse(readFileSync(join(import.meta.dirname, "state-v1.json"), "utf8"))),
  baseUrl: "https://api.example.com",
};

const declared = { appListId: 4321, account: "emea", appBundles: "com.example.app\n" };

const operations = ["diff", "read", "delete"] as const;

/** Runs an operation of a process that has no credentials, so that nothing can be sent; asserts that its output helps. */
async function operate(host: Host, operation: (typeof operations)[number], state: Properties): Promise<void> {
  const accounts = JSON.stringify({ emea: { baseUrl: "https://api.example.com" } });
  const process = await host.start({ config: { accounts }, print: expectMessage });
  try {
    await process[operation]("blocked", "4321", state, declared);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    // Between processes, only the message of an error remains.
    if (error instanceof Failure && error.cause === undefined) expectMessage(error.message);
    else expectActionable(error instanceof Failure ? error.cause : error);
  } finally {
    await process.stop();
  }
}

it("reads and writes a state that somebody has edited, or rejects it with a message that helps", async () => {
  const property = fc.asyncProperty(fc.oneof(spoilt(right), hostileValue), async (raw) => {
    const state = await survives(() => parseState(properties.catch({}).parse(raw)));
    if (state !== undefined) expect(parseState(printState(state))).toEqual(state);
  });
  await fc.assert(property, hostileCases);
});

describe.each(hosts)("with $name, a state that somebody has edited", (host) => {
  it("makes no trouble when the resource is compared with the program, refreshed or destroyed", async () => {
    const property = fc.asyncProperty(fc.constantFrom(...operations), spoilt(right), async (operation, state) =>
      // The message about the settings of an account names it: test/api/hostile-settings.test.ts tests that.
      operate(host, operation, { ...state, account: "emea" }),
    );
    await fc.assert(property, hostileCases);
  });

  it.each(deepValues)("may hold %s", async (_, json) => {
    const value: unknown = JSON.parse(json);
    await survives(() => parseState({ ...right, adopted: value, unconfirmedRemovals: value }));
    for (const name of [...Object.keys(right), "unknown"]) {
      await expect(operate(host, "diff", { ...right, [name]: value })).resolves.toBeUndefined();
    }
  });
});

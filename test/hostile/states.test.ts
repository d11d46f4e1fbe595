import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approvalCommand, readApprovals } from "../../provider/resource/approval";
import { parseState, printState } from "../../provider/resource/state";
import { Failure, type Host, type HostProcess } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { cases, expectActionable, expectMessage, survives } from "./claims";
import { deepValues, hostileText, hostileValue, longTexts, spoilt } from "./values";

const right = {
  ...z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../resource/state-v1.json"), "utf8"))),
  baseUrl: "https://api.example.com",
};

const declared = { appListId: 4321, account: "emea", appBundles: "com.example.app\n" };

/** Runs an operation of a process that has no credentials, so that nothing can be sent; asserts that its output helps. */
async function operate(host: Host, run: (process: HostProcess) => Promise<unknown>): Promise<void> {
  const accounts = JSON.stringify({ emea: { baseUrl: "https://api.example.com" } });
  const process = await host.start({ config: { accounts }, print: expectMessage });
  try {
    await run(process);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    // Between processes, only the message of an error remains.
    if (error instanceof Failure && error.cause === undefined) expectMessage(error.message);
    else expectActionable(error instanceof Failure ? error.cause : error);
  } finally {
    await process.stop();
  }
}

describe.each(hosts)("with $name, a state that somebody has edited", (host) => {
  it("is read and written again, or refused with a message that helps", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoilt(right), hostileValue), async (raw) => {
        const state = await survives(() => parseState(raw));
        if (state !== undefined) expect(parseState(printState(state))).toEqual(state);
      }),
      cases("states", 2000),
    );
  });

  it.each<[string, (state: Readonly<Record<string, unknown>>) => (process: HostProcess) => Promise<unknown>]>([
    [
      "compared with the program",
      (state) => (process) => process.diff("blocked", "4321", { ...state }, { ...declared }),
    ],
    ["refreshed", (state) => (process) => process.read("blocked", "4321", { ...state }, { ...declared })],
    ["destroyed", (state) => (process) => process.delete("blocked", "4321", { ...state }, {})],
  ])("makes no trouble when the resource is %s", async (what, operation) => {
    await fc.assert(
      // The message about the settings of an account names it: test/hostile/settings.test.ts tests that.
      fc.asyncProperty(spoilt(right), async (state) => operate(host, operation({ ...state, account: "emea" }))),
      cases(`states that are ${what}`, 500),
    );
  });

  it("may hold texts of 300,000 characters", { timeout: 300_000 }, async () => {
    for (const text of longTexts) {
      for (const name of Object.keys(right)) {
        await survives(() => parseState({ ...right, [name]: text }));
        await survives(() => parseState({ ...right, [name]: { appBundles: text, placementIds: text } }));
      }
      await expect(
        operate(host, (process) =>
          process.diff("blocked", "4321", { ...right, name: text, baseUrl: text }, { ...declared }),
        ),
      ).resolves.toBeUndefined();
    }
    process.stdout.write(`hostile long texts in states: ${longTexts.length} cases, none failed\n`);
  });

  it.each(Object.entries(deepValues))("may hold %s", async (_, json) => {
    const value: unknown = JSON.parse(json);
    await survives(() => parseState(value));
    for (const name of [...Object.keys(right), "unknown"]) {
      await expect(
        operate(host, (process) => process.diff("blocked", "4321", { ...right, [name]: value }, { ...declared })),
      ).resolves.toBeUndefined();
    }
  });
});

describe("approvals that somebody has mistyped", () => {
  const digest = "0123456789abcdef";

  it("accept nothing, and are not repeated", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.constantFrom(...longTexts)), (text) => {
        const approvals = readApprovals({ APP_LIST_APPROVE: text });
        expect(approvals).not.toContain(digest);
        expectMessage(approvalCommand(digest, approvals));
      }),
      cases("approvals", 500),
    );
  });
});

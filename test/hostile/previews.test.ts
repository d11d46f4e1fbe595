import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runProgram } from "../../provider/cli/run";
import { reportFormats } from "../../provider/cli/commands/report";
import { create, newState, oldState, printPreview, refresh, update, urnOf } from "../report/preview";
import { testTerminal } from "../cli/terminal";
import { cases, expectMessage, expectShowable } from "./claims";
import { deepValues, hostileText, hostileValue, longTexts, spoilt } from "./values";

/** Has the report of a preview written in a form; claims that it can be shown, or that the error helps. */
async function report(format: (typeof reportFormats)[number], input: string | Uint8Array): Promise<number> {
  const terminal = testTerminal({ input });
  const code = await runProgram(["report", "--format", format], terminal);
  expectShowable(terminal.output());
  if (terminal.messages() !== "") expectMessage(terminal.messages());
  expect(terminal.output() === "").toBe(terminal.messages() !== "");
  return code;
}

const anyFormat = fc.constantFrom(...reportFormats);

const properties = z.record(z.string(), z.unknown());
const right = {
  old: properties.parse(
    oldState("blocked", { appBundles: ["com.a", "com.b  # note"], adopted: { appBundles: ["com.a"] } }),
  ),
  new: properties.parse(newState("blocked", { appBundles: ["com.c"], websites: ["a.example"] })),
  diagnostic: {
    urn: urnOf("blocked"),
    message: 'app list 4321 "x": drift: 1 app bundle missing ("com.a")',
    severity: "warning",
  },
};

/** Steps of a preview, of which parts are not as the engine prints them. */
const spoiltPreview = fc
  .record({
    op: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("create", "update", "replace", "delete", "same", "refresh") },
      hostileText,
    ),
    urn: fc.oneof(
      fc.constant(urnOf("blocked")),
      hostileText.map((name) => urnOf(name)),
      hostileText,
    ),
    oldState: fc.oneof(
      spoilt(right.old),
      fc.constant(right.old),
      spoilt(outputsOf(right.old)).map((outputs) => ({ ...right.old, outputs })),
    ),
    newState: fc.oneof(
      spoilt(right.new),
      fc.constant(right.new),
      spoilt(inputsOf(right.new)).map((inputs) => ({ ...right.new, inputs })),
    ),
    diagnostics: fc.array(
      fc.oneof(
        spoilt(right.diagnostic),
        hostileText.map((message) => ({ ...right.diagnostic, message })),
      ),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ diagnostics, ...step }) => JSON.stringify({ steps: [step], diagnostics }));

function outputsOf(state: Readonly<Record<string, unknown>>) {
  return properties.parse(state["outputs"]);
}

function inputsOf(state: Readonly<Record<string, unknown>>) {
  return properties.parse(state["inputs"]);
}

describe("untrusted previews", () => {
  it("are reported in every form so that they can be shown, or refused with a message that helps", async () => {
    await fc.assert(
      fc.asyncProperty(anyFormat, spoiltPreview, async (format, preview) => {
        await report(format, preview);
      }),
      cases("previews", 2000),
    );
  });

  it("are refused with a message that helps if they are anything else", async () => {
    const other = fc.oneof(
      hostileText,
      hostileValue.map((value) => JSON.stringify(value)),
      spoilt({ steps: [], diagnostics: [], changeSummary: {} }).map((value) => JSON.stringify(value)),
      fc.tuple(hostileText, hostileText).map(([before, after]) => `${before}\n{\n${after}\n}\n`),
      fc.uint8Array({ maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(anyFormat, other, async (format, input) => {
        await report(format, input);
      }),
      cases("other inputs of a report", 1000),
    );
  });

  it("may hold texts of 300,000 characters", { timeout: 300_000 }, async () => {
    for (const [index, text] of longTexts.entries()) {
      const format = reportFormats[index % reportFormats.length] ?? "text";
      const message = { ...right.diagnostic, message: text };
      const step = update(
        "blocked",
        { appBundles: ["com.a"], facts: { name: text } },
        { appBundles: [`com.b  # ${text}`] },
      );
      expect(await report(format, text)).toBe(1);
      await report(format, printPreview([create("blocked", { appBundles: text })], [message]));
      await report(format, printPreview([step, refresh(text, { appBundles: ["com.a"] })], [message]));
    }
    process.stdout.write(`hostile long texts in previews: ${longTexts.length * 3} cases, none failed\n`);
  });

  it.each(Object.entries(deepValues))("may be %s", async (_, json) => {
    const inOutputs = printPreview([update("blocked", { appBundles: ["com.a"] }, { appBundles: ["com.b"] })]).replace(
      '"stateVersion": 1',
      `"stateVersion": 1, "more": ${json}, "__proto__": ${json}`,
    );
    for (const format of reportFormats) {
      expect(await report(format, json)).toBe(1);
      expect(await report(format, `{"steps": ${json}}`)).toBe(1);
      expect(await report(format, inOutputs)).toBe(2);
      expect(await report(format, inOutputs.replaceAll('"appListId": 4321', `"appListId": ${json}`))).toBe(1);
    }
  });
});

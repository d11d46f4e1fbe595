import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { reportFormats } from "../../provider/cli/commands/report";
import { runProgram } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";
import {
  deepValues,
  expectMessage,
  expectShowable,
  hostileCases,
  hostileText,
  hostileValue,
  spoilt,
} from "../harness/hostile";
import { newState, oldState, printPreview, update, urnOf } from "./preview";

/** Reports a preview in a format; asserts that the report can be shown, or that the error helps. */
async function report(format: (typeof reportFormats)[number], input: string | Uint8Array): Promise<number> {
  const terminal = testTerminal({ input });
  const code = await runProgram(["report", "--format", format], terminal);
  expectShowable(terminal.output());
  if (terminal.messages() !== "") expectMessage(terminal.messages());
  expect(terminal.output() === "").toBe(terminal.messages() !== "");
  return code;
}

const properties = z.record(z.string(), z.unknown());
const old = properties.parse(
  oldState("blocked", { appBundles: ["com.a", "com.b  # note"], adopted: { appBundles: ["com.a"] } }),
);
const current = properties.parse(newState("blocked", { appBundles: ["com.c"], websites: ["a.example"] }));
const message = 'app list 4321 "x": drift: 1 app bundle missing ("com.a")';
const diagnostic = { urn: urnOf("blocked"), message, severity: "warning" };

const operations = fc.constantFrom("create", "update", "replace", "delete", "same", "refresh");

/** A state of which parts are not as the engine prints them. */
function spoiltState(state: Readonly<Record<string, unknown>>, member: "inputs" | "outputs") {
  const spoiltMember = spoilt(properties.parse(state[member])).map((value) => ({ ...state, [member]: value }));
  return fc.oneof(spoilt(state), fc.constant(state), spoiltMember);
}

/** Steps of a preview, of which parts are not as the engine prints them. */
const spoiltPreview = fc
  .record({
    op: fc.oneof({ weight: 4, arbitrary: operations }, hostileText),
    urn: fc.oneof(fc.constant(urnOf("blocked")), hostileText.map(urnOf), hostileText),
    oldState: spoiltState(old, "outputs"),
    newState: spoiltState(current, "inputs"),
    diagnostics: fc.array(
      fc.oneof(
        spoilt(diagnostic),
        hostileText.map((text) => ({ ...diagnostic, message: text })),
      ),
      { maxLength: 3 },
    ),
  })
  .map(({ diagnostics, ...step }) => JSON.stringify({ steps: [step], diagnostics }));

const otherInput = fc.oneof(
  hostileText,
  hostileValue.map((value) => JSON.stringify(value)),
  spoilt({ steps: [], diagnostics: [], changeSummary: {} }).map((value) => JSON.stringify(value)),
  fc.tuple(hostileText, hostileText).map(([before, after]) => `${before}\n{\n${after}\n}\n`),
  fc.uint8Array({ maxLength: 60 }),
);

it.each([
  ["untrusted steps", spoiltPreview],
  ["anything else", otherInput],
])(
  "reports %s in every form so that they can be shown, or refuses them with a message that helps",
  async (_, input) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...reportFormats),
      input,
      async (format, each) => void (await report(format, each)),
    );
    await fc.assert(property, hostileCases);
  },
);

it.each(deepValues)("reports steps with %s", async (_, json) => {
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

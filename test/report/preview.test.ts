import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providerSettings } from "../../provider/hosts/plugin/provider-config";
import { parsePreview } from "../../provider/report/preview";
import { runProgram } from "../cli/run-program";
import {
  deepValues,
  expectMessage,
  expectShowable,
  hostileCases,
  hostileText,
  hostileValue,
  spoilt,
} from "../harness/hostile";
import { create, newState, ofPlugin, oldState, printPreview, refresh, reportOf, same, update, urnOf } from "./preview";

const preview = printPreview([create("blocked", { appBundles: ["com.a"] })]);

describe("the JSON of a preview", () => {
  it.each([
    ["lines before and after it", `warning: a new version is available\n${preview}warning: {}\nand so on\n`],
    ["a byte order mark", `\uFEFF${preview}`],
    ["line breaks of Windows", `warning\r\n${preview.replaceAll("\n", "\r\n")}warning\r\n`],
    ["nothing after its last brace", `warning\n${preview.trimEnd()}`],
  ])("is found with %s", (_, text) => {
    expect(parsePreview(text).steps).toHaveLength(1);
  });

  it("may lack steps, as that of a preview that failed at once does", () => {
    const diagnostics = [{ message: "error: no", severity: "error" }];
    expect(parsePreview(JSON.stringify({ diagnostics, duration: 1 }))).toEqual({
      config: {},
      steps: [],
      diagnostics,
    });
  });

  it("may lack resources without changes, and may have refreshes alone, if it failed", () => {
    const failed = printPreview([refresh("blocked", {})], [{ message: "error: no", severity: "error" }], {}, 2);
    expect(parsePreview(failed).steps).toHaveLength(1);
  });

  it.each([
    ["nothing", " \n", "the input is empty"],
    ["other text", "Previewing update (dev):\n  + create", "This is not JSON"],
    ["other JSON", `{"resources": []}`, "neither steps nor diagnostics"],
    ["steps of another form", `{"steps": [{"operation": "create"}]}`, "This JSON is not a preview"],
    ["a stream of other events", `{"sequence":0}\n{"sequence":1}\n`, "This is not JSON"],
    [
      "a stream of events",
      `{"preludeEvent":{}}\n{"resourcePreEvent":{}}\n`,
      "env -u PULUMI_ENABLE_STREAMING_JSON_PREVIEW",
    ],
    [
      "steps of several other forms",
      `{"steps": [{"operation": "create"}, {"op": 5, "urn": 6}]}`,
      "This JSON is not a preview.*\\S → at steps",
    ],
    ["the output of a refresh", printPreview([refresh("blocked", {})]), "the output of pulumi refresh"],
    [
      "a preview without --show-sames",
      printPreview([refresh("blocked", {}), same("blocked", {})], [], {}, 2),
      "omits resources without changes: it was made without --show-sames",
    ],
  ])("is not %s, which is rejected with the command for a preview", (_, text, problem) => {
    const message: unknown = expect.stringMatching(
      new RegExp(`${problem}.*pulumi preview --json --refresh --show-sames > preview\\.json$`, "u"),
    );
    expect(() => parsePreview(text)).toThrow(expect.objectContaining({ code: "PREVIEW_UNREADABLE", message }));
  });
});

it("names the inputs that it cannot read in one line", () => {
  const report = () => reportOf([create("blocked", { exclusive: 5, removalLimit: [] })]);
  expect(report).toThrow(
    /^The inputs of a resource in this preview cannot be read: ✖ .+ → at exclusive .+ → at removalLimit.*$/u,
  );
});

/** Reports a preview in a format; asserts that the report can be shown, or that the error helps. */
const reportFormats = ["text", "markdown", "html", "json"] as const;

async function report(format: (typeof reportFormats)[number], input: string | Uint8Array): Promise<number> {
  const { code, output, messages } = await runProgram(["report", "--format", format], { input });
  expectShowable(output);
  if (messages !== "") expectMessage(messages);
  expect(output === "").toBe(messages !== "");
  return code;
}

const old = oldState("blocked", { appBundles: ["com.a", "com.b  # note"], adopted: { appBundles: ["com.a"] } });
const current = newState("blocked", { appBundles: ["com.c"], websites: ["a.example"] });
const message = 'app list 4321 "x": drift: 1 app bundle ("com.a") missing';
const diagnostic = { urn: urnOf("blocked"), message, severity: "warning" };

const operations = fc.constantFrom("create", "update", "replace", "delete", "same", "refresh");

/** Steps of a preview, of which parts are not as the engine prints them. */
const spoiltPreview = fc
  .record({
    op: fc.oneof({ weight: 4, arbitrary: operations }, hostileText),
    urn: fc.oneof(fc.constant(urnOf("blocked")), hostileText.map(urnOf), hostileText),
    oldState: fc.oneof(
      spoilt(old),
      fc.constant(old),
      spoilt(old.outputs).map((outputs) => ({ ...old, outputs })),
    ),
    newState: fc.oneof(
      spoilt(current),
      fc.constant(current),
      spoilt(current.inputs).map((inputs) => ({ ...current, inputs })),
    ),
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
  "reports %s in every form so that they can be shown, or rejects them with a message that helps",
  async (_, input) => {
    const property = fc.asyncProperty(fc.constantFrom(...reportFormats), input, async (format, each) => {
      await report(format, each);
    });
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

it.each([
  ["default", undefined],
  ["default_0_1_0", undefined],
  ["default_10_20_30", undefined],
  ["default_0_1_0_https_/example.com", undefined],
  ["default_https_/releases_example_com/app-list", undefined],
  ["default_github_/api.github.com/ad-ops/pulumi-app-list", undefined],
  ["defaults", "defaults"],
  ["default-eu", "default-eu"],
  ["default_eu", "default_eu"],
  ["my_default_0_1_0", "my_default_0_1_0"],
])("the provider resource %j is %j, in the report and in messages", (name, provider) => {
  expect(reportOf([ofPlugin(create("blocked", {}), name)]).resources[0]?.provider).toBe(provider);
  expect(providerSettings({}, {}, { name }).provider).toBe(provider);
});

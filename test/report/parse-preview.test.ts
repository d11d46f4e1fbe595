import { describe, expect, it } from "vitest";
import { parsePreview, PreviewUnreadableError } from "../../provider/report/preview";
import { create, printPreview, refresh } from "./preview";

const preview = printPreview([create("blocked", { appBundles: ["com.a"] })]);

/** The error that a text makes. */
function errorOf(text: string): PreviewUnreadableError {
  try {
    parsePreview(text);
  } catch (error) {
    if (error instanceof PreviewUnreadableError) return error;
    throw error;
  }
  throw new Error("The text was read.");
}

describe("the JSON of a preview", () => {
  it("is read with its steps and messages", () => {
    const { steps, diagnostics } = parsePreview(
      printPreview([create("blocked", {})], [{ message: "hello", severity: "info" }]),
    );
    expect(steps.map(({ op }) => op)).toEqual(["create"]);
    expect(diagnostics).toEqual([{ message: "hello", severity: "info" }]);
  });

  it.each([
    ["a line before it", `warning: a new version is available\n${preview}`],
    ["lines after it", `${preview}warning: {}\nand so on\n`],
    ["a byte order mark", `\uFEFF${preview}`],
    ["line breaks of Windows", `warning\r\n${preview.replaceAll("\n", "\r\n")}warning\r\n`],
    ["nothing after its last brace", `warning\n${preview.trimEnd()}`],
  ])("is found with %s", (_, text) => {
    expect(parsePreview(text).steps).toHaveLength(1);
  });

  it("may lack steps, as that of a preview that failed at once does", () => {
    const diagnostics = [{ message: "error: no", severity: "error" }];
    expect(parsePreview(JSON.stringify({ diagnostics, duration: 1 }))).toEqual({ config: {}, steps: [], diagnostics });
  });

  it("may have resources of other types with properties of any form", () => {
    const newState = { inputs: null, outputs: { a: [1, { b: null }] } };
    const step = { op: "create", urn: "urn:pulumi:a::b::c::d", newState };
    expect(parsePreview(printPreview([step])).steps).toHaveLength(1);
  });
});

describe("another input", () => {
  it.each([
    ["nothing", " \n", "the input is empty"],
    ["other text", "Previewing update (dev):\n  + create", "This is not JSON"],
    ["half a preview", preview.slice(0, preview.length / 2), "This is not JSON"],
    ["other JSON", `{"resources": []}`, "neither steps nor diagnostics"],
    ["an array", "[]", "This JSON is not a preview"],
    ["steps of another form", `{"steps": [{"operation": "create"}]}`, "This JSON is not a preview"],
    [
      "a stream of events",
      `{"sequence":0,"timestamp":1}\n{"sequence":1,"timestamp":2}\n`,
      "stream of the engine's events",
    ],
    ["the output of a refresh", printPreview([refresh("blocked", {})]), "the output of pulumi refresh"],
  ])("is refused with the command for a preview: %s", (_, text, problem) => {
    const error = errorOf(text);
    expect(error.code).toBe("PREVIEW_UNREADABLE");
    expect(error.message).toContain(problem);
    expect(error.message).toMatch(/pulumi preview --json --refresh > preview\.json$/u);
  });

  it("is escaped in the message", () => {
    expect(errorOf("\u001b[2J not JSON").message).not.toContain("\u001b");
  });
});

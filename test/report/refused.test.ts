import { describe, expect, it } from "vitest";
import { buildReport } from "../../provider/report/build-report";
import { parsePreview } from "../../provider/report/preview";
import { reportOutcome } from "../../provider/report/report";
import { jsonReport, printHeadline } from "../../provider/report/summary";
import {
  create,
  outline,
  printPreview,
  reportOf,
  stackStep,
  textOf,
  update,
  urnOf,
  type PrintedDiagnostic,
} from "./preview";

const [first, second] = ["1111111111111111", "2222222222222222"];

/** The refusal of a change, as the engine prints it. */
function refusal(name: string, digests: string): PrintedDiagnostic {
  const message =
    "error: app list 4321: this change would remove 9 of 12 entries (75%). [CHANGE_LIMIT]\n" +
    `To see all of them: APP_LIST_APPROVE=${digests} pulumi preview --diff\n` +
    `To approve exactly this change: APP_LIST_APPROVE=${digests} pulumi up\n`;
  return { urn: urnOf(name), severity: "error", message };
}

const other: PrintedDiagnostic = {
  severity: "error",
  message: "error: The API could not be reached. [SERVICE_UNAVAILABLE]",
};
const change = update("blocked", { appBundles: ["com.a", "com.b"] }, { appBundles: ["com.a"] });

/** The report of a preview that fails, and of the same preview with approvals. */
function report(refused: readonly PrintedDiagnostic[], approved?: readonly PrintedDiagnostic[], step = change) {
  const preview = parsePreview(printPreview([stackStep], refused));
  const again = approved && parsePreview(printPreview([step], approved));
  return buildReport(preview, new Date("2027-01-31T12:34:56Z"), undefined, again);
}

describe("a preview that the removal guard refuses", () => {
  it("has counts that are not known, and the command that reports them", () => {
    const refused = report([refusal("blocked", first)]);
    expect(reportOutcome(refused)).toBe("refused");
    expect(printHeadline(refused)).toBe("Refused by the guard: changes not known");
    expect(textOf(refused)).toContain(
      `  To report every entry of what is refused:\n    APP_LIST_APPROVE=${first} pulumi preview --json > approved.json\n` +
        "    app-list report preview.json --approved approved.json\n",
    );
    const { counts, errors, isApproved } = jsonReport(refused);
    const total = { count: null, bound: "notKnown" };
    const { totals, ...numbers } = counts;
    expect(new Set(Object.values(numbers))).toEqual(new Set([null]));
    expect([totals, isApproved]).toEqual([{ added: total, removed: total, atRisk: null }, false]);
    expect(errors).toMatchObject([{ code: "CHANGE_LIMIT", resources: ["blocked"] }]);
  });

  it("is reported with every entry from the same preview with the approval", () => {
    const approved = report([refusal("blocked", first)], []);
    expect(reportOutcome(approved)).toBe("refused");
    expect(printHeadline(approved)).toBe("Refused by the guard: 1 app list would change: −1 (the list was not read)");
    expect(outline(approved)).toEqual(["update blocked: 1 unchanged, removed com.b"]);
    expect(textOf(approved)).toContain("would remove 9 of 12 entries");
    expect(textOf(approved)).not.toContain("--approved");
    expect(jsonReport(approved)).toMatchObject({ isApproved: true, counts: { changing: 1 } });
  });

  it("stays unknown while another resource is refused, with all digests in the command", () => {
    const both = report([refusal("one", first)], [refusal("two", `${second},${first}`)]);
    expect([reportOutcome(both), both.isApproved, both.errors.length]).toEqual(["refused", false, 2]);
    expect(textOf(both)).toMatch(
      /APP_LIST_APPROVE=(?:1{16},2{16}|2{16},1{16}) pulumi preview --json > approved\.json\n/u,
    );
  });

  it.each([
    ["at the same time", [refusal("blocked", first), other], undefined],
    ["after the approval", [refusal("blocked", first)], [other]],
  ])("is an error if something else fails %s", (_, refused, approved) => {
    const failed = report(refused, approved);
    expect([reportOutcome(failed), failed.errors.length]).toEqual(["error", 2]);
    expect(printHeadline(failed)).toContain("The preview failed with 2 errors");
  });

  it("cannot be reported from a preview of another stack", () => {
    const elsewhere = { ...change, urn: change.urn.replace("dev", "prod") };
    const sentence = "The two previews are of different stacks.";
    expect(() => report([refusal("blocked", first)], [], elsewhere)).toThrow(sentence);
  });
});

it("leaves a second preview out if the first one is not refused", () => {
  expect(outline(report([], []))).toEqual([]);
});

it("does not know what a new exclusive resource removes, nor the drift of its list", () => {
  const report = reportOf([create("blocked", { appBundles: ["com.a"], exclusive: true })]);
  expect(printHeadline(report)).toBe("1 app list will change: up to +1; removals not known yet");
  const { counts, resources } = jsonReport(report);
  const removed = { count: null, bound: "notKnown" };
  expect(counts).toMatchObject({ drifting: null, unexpected: null, missing: 0, changing: 1, totals: { removed } });
  expect(resources[0]?.totals).toEqual({ added: { count: 1, bound: "atMost" }, removed, atRisk: null });
});

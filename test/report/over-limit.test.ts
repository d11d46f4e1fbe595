import { describe, expect, it } from "vitest";
import { parseState } from "../../provider/resource/state";
import { printNotice } from "../../provider/resource/notice";
import { overLimitNotice } from "../../provider/resource/texts/notices";
import { reportOutcome } from "../../provider/report/report";
import { jsonReport, printHeadline } from "../../provider/report/summary";
import { printMarkdown } from "../../provider/report/markdown";
import { viewOf } from "../../provider/report/view";
import {
  create,
  outline,
  pluginType,
  reportOf,
  textOf,
  update,
  urnOf,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

const [first, second] = ["1111111111111111", "2222222222222222"];
const reason = 'removalLimit "30%" allows 3 of 12; this change removes 9';
const effect = 'remove "com.b"';

/** The notice of a change that is over its limit, in a preview that reports it. */
function notice(digest?: string, appListId = 4321): string {
  const state = parseState({ stateVersion: 1, appListId });
  return printNotice(overLimitNotice(state, { reason, effect, commands: [], digest }), true);
}

const reported = (digest?: string, appListId?: number): PrintedDiagnostic => ({
  severity: "info",
  message: `${notice(digest, appListId)}\n`,
});

/** The error of the same change, as the engine prints it. */
function failed(name: string): PrintedDiagnostic {
  const message = `error: app list 4321: ${reason}. [CHANGE_LIMIT]\nNothing was changed.\n`;
  return { urn: urnOf(name), severity: "error", message };
}

const other: PrintedDiagnostic = {
  severity: "error",
  message: "error: The API could not be reached. [SERVICE_UNAVAILABLE]",
};
const change = update("blocked", { appBundles: ["com.a", "com.b"] }, { appBundles: ["com.a"] });

describe("a change that is over its limit", () => {
  it("is over the limit, and reported with every entry and its digest, if the preview reports it", () => {
    const report = reportOf([change], [reported(first)]);
    expect(reportOutcome(report)).toBe("overLimit");
    expect(printHeadline(report)).toBe("Over the limit; 1 app list would change: −1");
    expect(outline(report)).toEqual(["update blocked: removed com.b"]);
    expect(textOf(report)).toContain(
      `  resource "blocked": app list 4321: ${reason}. It would ${effect}.\n` +
        `  To approve exactly this: APP_LIST_APPROVE=${first} pulumi up\n`,
    );
    const error = { code: "CHANGE_LIMIT", resources: ["blocked"], digest: first };
    expect(jsonReport(report)).toMatchObject({ isComplete: true, counts: { changing: 1 }, errors: [error] });
  });

  it("has no digest if nothing can be approved before the list is read", () => {
    const report = reportOf([change], [reported()]);
    expect(textOf(report)).toContain("It cannot be approved before the list is read: pulumi preview --refresh\n");
    expect(textOf(report)).not.toContain("APP_LIST_APPROVE");
    expect(printMarkdown(report)).toContain("Set refresh: true in the workflow");
    expect(printMarkdown(reportOf([], [failed("blocked")]))).not.toContain("Set refresh: true");
  });

  it("can be one of several, which one command approves", () => {
    const another = update("two", { id: 7, appBundles: ["com.x", "com.y"] }, { appBundles: ["com.x"] });
    const text = textOf(reportOf([change, another], [reported(first), reported(second, 7), reported(first)]));
    expect(text.split(`APP_LIST_APPROVE=${first},${second} pulumi up`)).toHaveLength(2);
  });

  it("has the lines to approve several as code, with the names of their resources after them", () => {
    const another = update(
      "two`@all",
      { id: 7, appBundles: ["com.x", "com.y"] },
      { appListId: 7, appBundles: ["com.x"] },
    );
    const comment = printMarkdown(reportOf([change, another], [reported(first), reported(second, 7)]));
    expect(comment).toContain("\n\nNot intended? Restore the file or the program. Intended: add the lines of these ");
    expect(comment).toContain(`\n\n\`${first}  # blocked\`  \n\`\`${second}  # two\`@all\`\`\n`);
  });

  it("is an error, reported once, if it is a replacement, whose diff fails as well, and is not in the report", () => {
    const report = reportOf([], [reported(first), failed("blocked")]);
    expect(report.errors).toMatchObject([{ code: "CHANGE_LIMIT", digest: first }]);
    expect(printHeadline(report)).toBe("The preview failed with 1 error");
    expect(jsonReport(report)).toMatchObject({ outcome: "error", isComplete: false });
    const instruction = `\n\nNot intended? Restore the file or the program. Intended: add this line to the file app-list-approvals beside Pulumi.yaml, in this pull request:\n\n\`${first}\`\n`;
    expect(printMarkdown(report)).toContain(instruction);
    expect(printMarkdown(report)).toContain(`app list 4321: ${reason}.`);
  });

  it("is an error in the provider's words if the preview failed by it", () => {
    const report = reportOf([], [failed("blocked")]);
    expect([reportOutcome(report), printHeadline(report)]).toEqual(["error", "The preview failed with 1 error"]);
    expect(textOf(report)).toContain(`  resource "blocked": app list 4321: ${reason}. [CHANGE_LIMIT]\n`);
    expect(jsonReport(report)).toMatchObject({ isComplete: false });
  });

  it("is marked at its own list, if two components have a child of the same name", () => {
    const ofComponent = (component: string, step: PrintedStep): PrintedStep => {
      const urn = urnOf("list", `my:component:${component}$${pluginType}`);
      return { ...step, urn, oldState: { ...step.oldState, urn }, newState: { ...step.newState, urn } };
    };
    const apps = Array.from({ length: 12 }, (_, index) => `com.app${String(index).padStart(2, "0")}`);
    const emptied = ofComponent("One", update("list", { appBundles: apps }, { appBundles: apps.slice(0, 3) }));
    const added = ofComponent(
      "Two",
      update("list", { id: 7, appBundles: ["com.a"] }, { appListId: 7, appBundles: ["com.a", "com.b"] }),
    );
    const report = reportOf([emptied, added], [{ ...reported(first), urn: emptied.urn }]);
    expect(report.errors).toMatchObject([{ resources: ["list"], urns: [emptied.urn] }]);
    expect(viewOf(report, "terminal").lists.map(({ cells }) => cells)).toEqual([
      ["−9", "9 of 12 managed (75%); over the limit of 30%"],
      ["+1", "nothing"],
    ]);
    const [stopped, other] = report.resources;
    expect(stopped?.overLimit).toEqual({
      limit: "removalLimit",
      value: "30%",
      part: "all",
      isEverything: false,
      changed: 9,
      whole: 12,
      allowed: 3,
    });
    expect(other?.overLimit).toBeUndefined();
  });

  it("is marked with the limit that stops it: of additions, or of one kind", () => {
    const apps = Array.from({ length: 30 }, (_, index) => `com.app${String(index).padStart(2, "0")}`);
    const ids = Array.from({ length: 10 }, (_, index) => `${index}-a`);
    const cellsOf = (step: PrintedStep) => viewOf(reportOf([step], [reported(first)]), "terminal").lists[0]?.cells;
    const adding = { appBundles: apps.slice(0, 20), additionLimit: 5 };
    expect(cellsOf(update("blocked", { appBundles: apps.slice(0, 12) }, adding))).toEqual([
      "+8; over the limit of 5 entries",
      "nothing",
    ]);
    expect(cellsOf(update("blocked", { appBundles: apps, placementIds: ids }, { appBundles: apps }))).toEqual([
      "−10",
      "10 of 40 managed (25%); over the limit of 30%: 10 of 10 placement IDs",
    ]);
    const few = { appBundles: apps, placementIds: ids.slice(0, 2) };
    expect(cellsOf(update("blocked", few, { appBundles: apps }))?.[1]).toBe(
      "2 of 32 managed (6.3%); over the limit of 30%: all 2 placement IDs",
    );
  });

  it("is an error if something else fails", () => {
    const report = reportOf([change], [reported(first), other]);
    expect([reportOutcome(report), report.errors.length]).toEqual(["error", 2]);
    expect(printHeadline(report)).toBe("The preview failed with 2 errors");
  });
});

it("does not know what a new exclusive resource removes", () => {
  const report = reportOf([create("blocked", { appBundles: ["com.a"], exclusive: true })]);
  expect(printHeadline(report)).toBe("1 app list will change: up to +1; removals not known yet");
  const { counts, resources } = jsonReport(report);
  const removed = { count: null, isAtMost: false };
  expect(counts).toMatchObject({ changing: 1, totals: { removed, atRisk: null } });
  expect(resources[0]?.totals).toEqual({ added: { count: 1, isAtMost: true }, removed, atRisk: null });
});

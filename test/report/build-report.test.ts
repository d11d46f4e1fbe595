import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dynamicType } from "../../provider/common/engine-texts";
import { printHtml } from "../../provider/report/html/page";
import { printMarkdown } from "../../provider/report/markdown";
import { reportOutcome, type Report } from "../../provider/report/report";
import { countReport, jsonReport, printError, printHeadline } from "../../provider/report/summary";
import { testExamples } from "../harness/example-texts";
import { casesFile, readCases } from "./cases";
import { ofPlugin, pluginType, refresh, reportOf, textOf, update, urnOf, type PrintedDiagnostic } from "./preview";

const cases = readCases();

/** The outcome and the numbers of a report, and its text. */
function printLines(report: Report): readonly string[] {
  const { totals, ...counts } = countReport(report);
  const data = [reportOutcome(report), counts, totals].map((each) => JSON.stringify(each));
  const text = textOf(report).replace(/^The preview did not read .*? not known\./mu, "(not read)");
  return [...data, ...text.trimEnd().split("\n")];
}

describe("a preview", () => {
  const texts = cases.map(({ title, lines, steps, diagnostics, options }) => {
    const print = () => [...lines, "---", ...printLines(reportOf(steps, diagnostics, options))];
    return [title, () => Promise.resolve(print())] as const;
  });
  testExamples(casesFile, Object.fromEntries(texts));

  it("has its headline in every format", () => {
    for (const { steps, diagnostics, options } of cases) {
      const report = reportOf(steps, diagnostics, options);
      const headline = printHeadline(report);
      expect(textOf(report).split("\n")[0]).toBe(headline);
      expect(printMarkdown(report)).toContain(`\n### ${headline}\n`);
      expect(printHtml(report)).toContain(`<h1>${headline}</h1>`);
      expect(jsonReport(report).verdict).toBe(headline);
    }
  });

  it("has the same report without the provider's warnings", () => {
    const withoutWarnings = (report: Report) => ({
      ...report,
      warnings: [],
      resources: report.resources.map((resource) => ({ ...resource, warnings: [] })),
    });
    for (const { title, steps, diagnostics, options } of cases.filter((each) => each.steps.length > 0)) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const [one, other] = [diagnostics, errors].map((some) => withoutWarnings(reportOf(steps, some, options)));
      expect({ title, ...other }).toEqual({ title, ...one });
    }
  });

  it("of the plugin has the same report as that of the dynamic provider", () => {
    const dynamic = cases.filter(({ steps, diagnostics }) =>
      [...steps, ...diagnostics].every(({ urn = urnOf("") }) => urn.includes("::pulumi-nodejs:dynamic/")),
    );
    expect(dynamic.length).toBeGreaterThan(50);
    const ofPluginType = <Value>(value: Value): Value =>
      z.custom<Value>().parse(JSON.parse(JSON.stringify(value).replaceAll(dynamicType, pluginType)));
    for (const { title, steps, diagnostics, options } of dynamic) {
      const ofDynamic = reportOf(steps, diagnostics, options);
      const plugins = ofPluginType(steps).map((step) => ofPlugin(step));
      const report = reportOf(plugins, ofPluginType(diagnostics), options);
      expect({ title, ...ofPluginType(report) }).toEqual({ title, ...ofPluginType(ofDynamic) });
    }
  });
});

it("drift alone is reported for a pipeline with its own ways out, and does not promise that a deployment repairs it", () => {
  const [two, lost] = [
    { appBundles: ["com.a", "com.b"] },
    { appBundles: ["com.a"], missing: { appBundles: ["com.b"] } },
  ];
  const steps = [refresh("blocked", two), update("blocked", lost, two)];
  const markdown = printMarkdown(reportOf(steps, [], { isDriftOnly: true }));
  expect(markdown).toContain("To repair all, start it by hand, with repair. To accept drift, declare");
  expect(markdown).toContain("**1 app bundle missing (drift)**");
  expect(markdown).toContain("<br>\nChange: drift: 1 missing<br>");
});

it("each error is reported once, with its resources and without the words of the engine", () => {
  const failed = (message: string, name?: string): PrintedDiagnostic => ({
    severity: "error",
    message: `error: ${message}\n`,
    ...(name && { urn: urnOf(name) }),
  });
  const problem = 'appBundles[0]: "a,b" contains a comma\n  appBundles[1]: "" is empty';
  const diagnostics = [
    failed(`${pluginType} resource 'blocked' has a problem: \n  ${problem}`, "blocked"),
    failed("Preview failed: The API could not be reached.", "one"),
    failed("Preview failed: The API could not be reached.", "two"),
    failed("\u001b[31mpreview failed\u001b[39m"),
    { message: "pulumi-app-list: failed, see the error of the resource\n", severity: "info#err" },
  ];
  const report = reportOf([], diagnostics);
  expect(report.errors.map(printError)).toEqual([
    `resource "blocked": ${problem}`,
    'resources "one", "two": The API could not be reached.',
  ]);
  expect(report.errors.map(({ urns }) => urns.length)).toEqual([1, 2]);
  expect(reportOutcome(report)).toBe("error");
  const ended = [diagnostics.slice(2), diagnostics.slice(3)].map((some) => reportOf([], some).errors.map(printError));
  expect(ended).toEqual([['resource "two": The API could not be reached.'], ["preview failed"]]);
});

it("a comment has the lines to approve changes as code, with the names of their resources after them", () => {
  const change = (name: string, id: number) => {
    const apps = (count: number) => ({ appBundles: Array.from({ length: count }, (_, index) => `com.app${index}`) });
    return update(name, { ...apps(12), id }, { ...apps(3), appListId: id });
  };
  const intended = "\n\nNot intended? Restore the file or the program. Intended: add";
  const where = "to the file app-list-approvals beside Pulumi.yaml, in this pull request:";
  const two = reportOf([change("blocked", 4321), change("two`@all", 7)]);
  const [one = "", other = ""] = two.resources.flatMap(({ overLimit }) => overLimit.map(({ digest }) => digest));
  expect(one).toMatch(/^[0-9a-f]{16}$/u);
  const lines = [`<p><code>${one}  # blocked</code>`, `<code>${other}  # two\`@all</code></p>`];
  expect(printMarkdown(two)).toContain(`${intended} the lines of these changes ${where}\n\n${lines.join("<br>\n")}\n`);
  const [first = ""] = lines;
  expect(printMarkdown(reportOf([change("blocked", 4321)]))).toContain(
    `${intended} this line ${where}\n\n${first}</p>\n`,
  );
  expect(printMarkdown(reportOf([update("blocked", {}, {})]))).not.toContain("app-list-approvals");
});

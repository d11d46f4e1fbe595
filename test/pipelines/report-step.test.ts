import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { actionText, componentText } from "./files";
import { readAction } from "./run/action";
import { runScript } from "./run/shell";

/** The script of a step of the action. */
function scriptOf(name: string): string {
  return readAction(actionText).runs.steps.find((step) => step.name === name)?.run ?? "";
}

/** A project whose path has a space, and in which `app-list report` ends with these codes. */
function projectWith(codes: { readonly markdown: number; readonly html: number }) {
  const parent = mkdtempSync(join(tmpdir(), "report step-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const bin = join(parent, "node_modules", ".bin");
  const temporary = join(parent, "app-list");
  mkdirSync(bin, { recursive: true });
  mkdirSync(temporary);
  for (const [name, script] of [
    ["app-list", `echo report > "\${*: -1}"; [[ $* != *markdown* ]] || exit ${codes.markdown}; exit ${codes.html}`],
    ["pulumi", "echo '{}'"],
  ] as const) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const output = join(parent, "output");
  const environment = {
    ...process.env,
    RUNNER_TEMP: parent,
    RESULTS: temporary,
    COMMIT: "abc",
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(parent, "summary"),
  };
  return { temporary, output, run: (script: string) => runScript(script, parent, environment) };
}

const codes = [
  { markdown: 0, html: 0, code: 0 },
  { markdown: 2, html: 2, code: 2 },
  { markdown: 3, html: 3, code: 3 },
  { markdown: 1, html: 1, code: 1 },
  { markdown: 2, html: 1, code: 1 },
  // Out of memory.
  { markdown: 134, html: 134, code: 1 },
  { markdown: 2, html: 137, code: 1 },
];

describe("the exit code of a report", () => {
  it.each(codes)("is for the action 1, an error, unless both formats have the same: %j", async ({ code, ...given }) => {
    const { run, output } = projectWith(given);
    expect(await run(scriptOf("Report"))).toMatchObject({ code: 0 });
    expect(readFileSync(output, "utf8")).toContain(`exit-code=${code}\n`);
  });

  it.each(codes)("is the same for the component: %j", async ({ code, ...given }) => {
    const functions = /^ {6}(report\(\) \{\n[^]*?^ {6}\})/mu.exec(componentText)?.[1] ?? "";
    const { text } = await projectWith(given).run(`${functions}\nreport\necho "code $code"`);
    expect(text).toContain(`code ${code}\n`);
  });
});

describe("the report of another use of the action in the same job", () => {
  it("is removed before the preview", async () => {
    const { run, temporary } = projectWith({ markdown: 0, html: 0 });
    writeFileSync(join(temporary, "report.md"), "of another stack\n");
    expect(await run(`PATH="$PWD/node_modules/.bin:$PATH"\n${scriptOf("Preview")}`)).toMatchObject({ code: 0 });
    expect(existsSync(join(temporary, "report.md"))).toBe(false);
    expect(existsSync(join(temporary, "preview.json"))).toBe(true);
  });
});

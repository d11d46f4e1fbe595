import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProgram } from "../cli/run-program";
import { folderWith } from "../files/folder";
import { expectExamples } from "../harness/example-texts";
import { previewInTypeScript, previewInYaml } from "./previews";

const apps = Array.from({ length: 500 }, (_, index) => `com.example.app${index}`);

/** The errors and warnings of files as people have them, written by hand. All but one have app bundles. */
const verdicts: Readonly<Record<string, readonly [errors: number, warnings: number]>> = {
  "empty.txt": [0, 1],
  "f01-google-placement.txt": [0, 2],
  "f02-thousands-de.csv": [0, 1],
  "f02-thousands-en.csv": [1, 0],
  "f03-formula-text.csv": [2, 1],
  "f04-fillers.csv": [3, 6],
  "f04-totals.csv": [1, 1],
  "f06-semicolons.txt": [0, 3],
  "f07-link-parts.txt": [1, 6],
  "f09-homoglyphs.txt": [0, 4],
  "f10-status.csv": [1, 0],
  "f11-utf16-unicode-text.txt": [1, 0],
  "f18-exponent.csv": [5, 0],
  "header-only.csv": [0, 1],
  "one-odd.txt": [1, 1],
  "p1-placements.txt": [0, 0],
  "pasted.txt": [1, 0],
  "r01-rows-without-entry.csv": [2, 0],
  "r02-decision.csv": [1, 0],
  "r03-shape-of-columns.csv": [1, 0],
  "r04-no-deciding-column.csv": [1, 0],
  "r05-two-stores.csv": [1, 0],
  "r06-adb.txt": [1, 10],
  "r07-dates-without-until.txt": [0, 4],
  "r08-ends-like-hosts.txt": [0, 0],
  "r09-app-ads.txt": [1, 0],
  "r10-slash-comments.txt": [1, 0],
};

const folder = join(import.meta.dirname, "list-files");
const files = readdirSync(folder).map((name) => [name, name, readFileSync(join(folder, name))] as const);

const cases: readonly (readonly [title: string, name: string, content: string | Buffer])[] = [
  ...files,
  ["5,000 entries in one line", "a.txt", Array.from({ length: 10 }, () => apps.join(",")).join(",")],
  ["comments only", "a.txt", "# none yet\n"],
  [
    "the same advice for most lines",
    "a.txt",
    Array.from({ length: 8 }, (_, index) => `com.example.a${index} com.example.b${index}\n`).join(""),
  ],
  ["a note that is too long", "a.txt", `com.example.a # ${"until ".repeat(400)}\ncom.example.b\n`],
  ["a table with the name of a text", "a.txt", "app_bundle,note\ncom.example.a,fraud\n"],
  ["a header in a text", "a.txt", "app_bundle\ncom.example.a\n"],
  ["Windows-1252", "a.txt", Buffer.from("com.example.a # Würfel\n", "latin1")],
];

it("a file as people have them is named in the preview and by validate, whatever is wrong with it", async () => {
  const rows = await Array.fromAsync(cases, async ([title, name, content]) => {
    const folder = folderWith({ [name]: content });
    const path = join(folder, name);
    const { code, output } = await runProgram(["validate", path]);
    const bytes = Buffer.from(content);
    const printed = (lines: readonly string[]) => {
      const shown = lines.filter((line) => line !== "").map((line) => `  ${line.replaceAll(`${folder}/`, "")}`);
      return shown.length === 0 ? ["  nothing"] : shown;
    };
    const [errors, warnings] = verdicts[name] ?? [];
    if (title === name) expect(output).toMatch(new RegExp(`, ${errors} errors?, ${warnings} warnings?\n$`, "u"));
    const kind = name === "p1-placements.txt" ? "placementIds" : "appBundles";
    const yaml = isUtf8(bytes)
      ? await previewInYaml(bytes.toString(), kind)
      : ["Pulumi rejects the text, as it is not UTF-8"];
    const lines = [
      "preview in TypeScript:",
      ...printed(previewInTypeScript(path, kind)),
      "preview in YAML:",
      ...printed(name.endsWith(".csv") ? ["(a table: YAML reads texts)"] : yaml),
      "validate:",
      ...printed(output.split("\n")),
      `exit code: ${code}`,
    ];
    return [title, lines] as const;
  });
  expectExamples(join(import.meta.dirname, "list-files.txt"), Object.fromEntries(rows));
});

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
const verdicts = readFileSync(join(import.meta.dirname, "list-files-verdicts.txt"), "utf8").split("\n");

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
    const [, verdict] = /(\d+ errors?, \d+ warnings?)\n$/u.exec(output) ?? [];
    if (title === name) expect(verdicts).toContain(`${name}: ${verdict}`);
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

import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it, onTestFinished } from "vitest";
import { AppListError } from "../../provider/common/error";
import { readListFiles } from "../../provider/files/read-list-files";
import { inputsFromArguments } from "../../provider/resource/arguments";
import { runProgram } from "../cli/run-program";
import { folderWith } from "../files/folder";
import { expectExamples } from "../harness/example-texts";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";

const apps = Array.from({ length: 500 }, (_, index) => `com.example.app${index}`);

/** Files as people have them, all with app bundles. What else a table or a text may contain is tried in their rooms. */
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

/** What a preview prints for a program that reads the file with `entriesFromFile`. */
function previewInTypeScript(path: string): readonly string[] {
  const lines: string[] = [];
  try {
    const entries = readListFiles(path, (line, severity) => void lines.push(`${severity}: ${line}`));
    const { inputs, mistakes } = inputsFromArguments({ appListId: 1, appBundles: entries }, new Set(), {});
    if (Array.isArray(inputs["problems"])) return [...lines, ...inputs["problems"].map((line) => `error: ${line}`)];
    return [...lines, ...(mistakes === undefined ? [] : [`warning: ${mistakes}`])];
  } catch (error) {
    if (!(error instanceof AppListError)) throw error;
    return [...lines, ...error.message.split("\n").map((line) => `error: ${line}`)];
  }
}

/** What a preview prints for a program in YAML that reads the file with `fn::readFile`. */
async function previewInYaml(content: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const config = { baseUrl: "http://127.0.0.1:9", ...login };
  const process = await pluginHost.start({ config, print: (line) => void lines.push(line) });
  onTestFinished(() => process.stop());
  const checked = process.check("blocked", {}, { appListId: 1, appBundles: content });
  const failed = await checked.then(
    () => [],
    (error: unknown) => [`error: ${error instanceof Error ? error.message : String(error)}`],
  );
  // The plan names the entries again.
  return [...lines.filter((line) => !line.includes(": plan: ")), ...failed];
}

it("a file as people have them is named in the preview and by validate, whatever is wrong with it", async () => {
  const rows = await Array.fromAsync(cases, async ([title, name, content]) => {
    const folder = folderWith({ [name]: content });
    const path = join(folder, name);
    const { code, output } = await runProgram(["validate", path]);
    const bytes = Buffer.from(content);
    const yaml = isUtf8(bytes)
      ? await previewInYaml(bytes.toString())
      : ["Pulumi rejects the text, as it is not UTF-8"];
    const printed = (lines: readonly string[]) => {
      const shown = lines.filter((line) => line !== "").map((line) => `  ${line.replaceAll(`${folder}/`, "")}`);
      return shown.length === 0 ? ["  nothing"] : shown;
    };
    const lines = [
      "preview in TypeScript:",
      ...printed(previewInTypeScript(path)),
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

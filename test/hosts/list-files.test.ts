import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AppListError } from "../../provider/common/error";
import { readListFiles } from "../../provider/files/read-list-files";
import type { Kind } from "../../provider/list/kinds";
import { inputsFromArguments } from "../../provider/resource/arguments";
import { runProgram } from "../cli/run-program";
import { testTerminal } from "../cli/terminal";
import { folderWith } from "../files/folder";
import { expectExamples } from "../harness/example-texts";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";

/** A file as people have them, and the argument that gets its entries. */
interface Case {
  readonly name: string;
  readonly content: string | Buffer;
  readonly kind?: Kind;
  readonly options?: readonly string[];
}

const apps = Array.from({ length: 500 }, (_, index) => `com.example.app${index}`);

const cases: Readonly<Record<string, Case>> = {
  "placements of another platform": {
    name: "a.txt",
    content: "mobileapp::2-com.example.puzzle\nmobileapp::1-343200656\ncom.example.other\n",
  },
  "numbers with separators": { name: "a.csv", content: 'Bundle ID;App Name\n343.200.656;A\n"343,200,657";B\n' },
  "numbers with exponents": {
    name: "a.csv",
    content: "Bundle ID,App Name\n3.43200656E8,A\n1.23457E+09,B\n343200656.5,C\n",
  },
  "numbers with exponents in a text": { name: "a.txt", content: "com.example.a\n3.43200656E8\n1.23457E+09\n" },
  "formulas of a spreadsheet": {
    name: "a.csv",
    content: `Bundle ID,App Name\n"=""343200656""",A\n=com.example.puzzle,B\n'343200657,C\n`,
  },
  fillers: { name: "a.csv", content: "App Bundle,App Name\ncom.example.a,A\n--,\nN/A,\nnull,\nunknown,\n0,\nTotal,\n" },
  "fillers among websites": { name: "a.txt", kind: "websites", content: "a.example\nb.example\nundefined\nwebsite\n" },
  "several entries in one": {
    name: "a.txt",
    content: "com.example.a;com.example.b;com.example.c\ncom.example.d;\ncom.example.e|com.example.f\n",
  },
  "5,000 entries in one line": { name: "a.txt", content: Array.from({ length: 10 }, () => apps.join(",")).join(",") },
  "rests of links": {
    name: "a.txt",
    content: "com.example.a&hl=en\ndetails?id=com.example.c\nmarket://details?id=com.example.e\nid343200656?mt=8\n",
  },
  "look-alike letters and typographic hyphens": {
    name: "a.txt",
    content: "соm.example.puzzle\ncom.example‑game\ncom․example.three\ncom.example.ok\n",
  },
  dots: { name: "a.txt", content: "com.example..a\ncom.example.b.\n" },
  "a file without a final line break before another": {
    name: "a.txt",
    content: "com.example.a # fraudcom.example.b # gambling\n",
  },
  "opaque IDs": {
    name: "a.txt",
    content:
      "netflix\nevKhCgZelL\nMicrosoft.Name_8wekyb3d8bbwe!App\nexchange|12345\nca-app-pub-1~2\nmp/12345\nG12345\n",
    options: ["--kind", "app-bundles"],
  },
  "opaque IDs of a kind that is not known": { name: "a.txt", content: "netflix\nPlutoTV\n" },
  "placement IDs with other IDs": {
    name: "a.txt",
    kind: "placementIds",
    content: "10038-accuweather.com\n10038-com.example.puzzle\n10064-595558452\n10064-5ej4cbcbchx\n",
  },
  "one odd line of 500": { name: "a.txt", content: `${apps.join("\n")}\nexample.com\n20418-x\n` },
  "two kinds": { name: "a.txt", content: "com.example.a\n20418-x\n" },
  "an empty file": { name: "a.txt", content: "" },
  "a header alone": { name: "a.csv", content: "app_bundle,note\n" },
  "comments only": { name: "a.txt", content: "# none yet\n" },
  "a column that excludes entries": {
    name: "a.csv",
    content: "App Bundle,Status,Action\ncom.example.a,Active,Add\ncom.example.b,Removed,Remove\n",
  },
  "ignored columns, and two columns of notes": {
    name: "a.csv",
    content: "App ID,Reason,Owner,Remark\ncom.example.a,fraud,ann,agreed\n",
  },
  "Unicode Text of Excel": {
    name: "a.txt",
    content: Buffer.from("\uFEFFBundle ID\tApp Name\r\ncom.example.a\tÄ\r\n", "utf16le"),
  },
  "a table with the name of a text": { name: "a.txt", content: "app_bundle,note\ncom.example.a,fraud\n" },
  "a header in a text": { name: "a.txt", content: "app_bundle\ncom.example.a\n" },
  "Windows-1252": { name: "a.txt", content: Buffer.from("com.example.a # Würfel\n", "latin1") },
  "a second line without the last day": {
    name: "a.txt",
    content: "com.example.a # until 2099-01-31\ncom.example.a\n",
  },
};

/** What a preview prints for a program that reads the file with `entriesFromFile`. */
function previewInTypeScript(path: string, kind: Kind): readonly string[] {
  const lines: string[] = [];
  try {
    const entries = readListFiles(path, (line, severity) => void lines.push(`${severity}: ${line}`));
    const { inputs, mistakes } = inputsFromArguments({ appListId: 1, [kind]: entries }, new Set(), {});
    if (Array.isArray(inputs["problems"])) return [...lines, ...inputs["problems"].map((line) => `error: ${line}`)];
    return [...lines, ...(mistakes === undefined ? [] : [`warning: ${mistakes}`])];
  } catch (error) {
    if (!(error instanceof AppListError)) throw error;
    return [...lines, ...error.message.split("\n").map((line) => `error: ${line}`)];
  }
}

/** What a preview prints for a program in YAML that reads the file with `fn::readFile`. */
async function previewInYaml(content: string, kind: Kind): Promise<readonly string[]> {
  const lines: string[] = [];
  const config = { baseUrl: "http://127.0.0.1:9", ...login };
  const process = await pluginHost.start({ config, print: (line) => void lines.push(line) });
  onTestFinished(() => process.stop());
  const checked = process.check("blocked", {}, { appListId: 1, [kind]: content });
  const failed = await checked.then(
    () => [],
    (error: unknown) => [`error: ${error instanceof Error ? error.message : String(error)}`],
  );
  // The plan names the entries again.
  return [...lines.filter((line) => !line.includes(": plan: ")), ...failed];
}

it("a file as people have them is named in the preview and by validate, whatever is wrong with it", async () => {
  const rows = await Array.fromAsync(
    Object.entries(cases),
    async ([title, { name, content, kind = "appBundles", options = [] }]) => {
      const folder = folderWith({ [name]: content });
      const path = join(folder, name);
      const terminal = testTerminal();
      const code = await runProgram(["validate", path, ...options], terminal);
      const text = typeof content === "string" ? content : undefined;
      const yaml =
        text === undefined ? ["Pulumi rejects the text, as it is not UTF-8"] : await previewInYaml(text, kind);
      const printed = (lines: readonly string[]) => {
        const shown = lines.filter((line) => line !== "").map((line) => `  ${line.replaceAll(`${folder}/`, "")}`);
        return shown.length === 0 ? ["  nothing"] : shown;
      };
      const lines = [
        "preview in TypeScript:",
        ...printed(previewInTypeScript(path, kind)),
        "preview in YAML:",
        ...printed(name.endsWith(".csv") ? ["(a table: YAML reads texts)"] : yaml),
        "validate:",
        ...printed(terminal.output().split("\n")),
        `exit code: ${code}`,
      ];
      return [title, lines] as const;
    },
  );
  expectExamples(join(import.meta.dirname, "list-files.txt"), Object.fromEntries(rows));
  expect(rows.length).toBe(Object.keys(cases).length);
});

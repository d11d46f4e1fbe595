import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AppListError } from "../../provider/common/error";
import { readListFiles } from "../../provider/files/read-list-files";
import type { Kind } from "../../provider/list/kinds";
import { inputsFromArguments } from "../../provider/resource/arguments";
import { runProgram } from "../cli/run-program";
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

/** Files as people have them, all with app bundles. */
const folder = join(import.meta.dirname, "list-files");
const files = readdirSync(folder).map((name) => [name, { name, content: readFileSync(join(folder, name)) }] as const);

const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(files),
  "fillers among websites": { name: "a.txt", kind: "websites", content: "a.example\nb.example\nundefined\nwebsite\n" },
  "5,000 entries in one line": { name: "a.txt", content: Array.from({ length: 10 }, () => apps.join(",")).join(",") },
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
  "comments only": { name: "a.txt", content: "# none yet\n" },
  "ignored columns, and two columns of notes": {
    name: "a.csv",
    content: "App ID,Reason,Owner,Remark\ncom.example.a,fraud,ann,agreed\n",
  },
  "rows that need no entry": {
    name: "a.csv",
    content: "bundleId,app_name,Owner\ncom.example.a,A,ann\n,Total: Account,\n,N/A,\n,,bob\n# old,Old,\n,,\n",
  },
  "an entry without a row of its own": { name: "a.csv", content: "packageName,expires\ncom.example.a,\n,2099-01-31\n" },
  "columns that decide by a day, by their name and in another language": {
    name: "a.csv",
    content:
      "appId;Valid from;removedOn;Gesperrt;Acción;Typ\n" +
      "com.example.a;01.02.2099;;ja;mantener;Spiel\ncom.example.b;;2026-05-04;nein;bloquear;Spiel\n",
  },
  "a row that was removed, in a column of any name": {
    name: "a.csv",
    content:
      "Package,Result of the review\ncom.example.a,Block\ncom.example.b,no longer blocked\ncom.example.c,Deleted\n",
  },
  "a column with one value": {
    name: "a.csv",
    content: "App ID,Plan,Rule\ncom.example.a,Block,Allowed\ncom.example.b,Block,Allowed\n",
  },
  "a misspelt column of entries": { name: "a.csv", content: "App name,Pakage Name\nA,com.example.a\n" },
  "no known column of entries": { name: "a.csv", content: "App;Identifier\nA;com.example.a\n" },
  "two columns of app bundles of one store, and one without a store": {
    name: "a.csv",
    content: "Android Bundle ID,Google Package Name,App ID\ncom.example.a,com.example.b,com.example.c\n",
  },
  "forms of other programs": {
    name: "a.txt",
    content:
      "android:com.example.a\nbundle:com.example.b\nmobileapp:2-com.example.c\n+343200656\ncom\ncom.\n" +
      "com.example.d/com.example.Main\nhttps://apps.apple.com/de/app/x/id343200656?mt=8\n" +
      "id343200656\ncom.happymod.apk\nroku:12345\napp@publisher\n",
  },
  "numbers that a spreadsheet rounded": {
    name: "a.txt",
    content: "1,23457E+09\n1.23457E+09\n3.43200656E8\ncom.example.a\n",
  },
  "the same advice for most lines": {
    name: "a.txt",
    content: Array.from({ length: 8 }, (_, index) => `com.example.a${index} com.example.b${index}\n`).join(""),
  },
  "a note that is too long": { name: "a.txt", content: `com.example.a # ${"until ".repeat(400)}\ncom.example.b\n` },
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
      const { code, output } = await runProgram(["validate", path, ...options]);
      const bytes = Buffer.from(content);
      const yaml = isUtf8(bytes)
        ? await previewInYaml(bytes.toString(), kind)
        : ["Pulumi rejects the text, as it is not UTF-8"];
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
        ...printed(output.split("\n")),
        `exit code: ${code}`,
      ];
      return [title, lines] as const;
    },
  );
  expectExamples(join(import.meta.dirname, "list-files.txt"), Object.fromEntries(rows));
  expect(rows.length).toBe(Object.keys(cases).length);
});

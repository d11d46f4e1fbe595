import { onTestFinished } from "vitest";
import { AppListError } from "../../provider/common/error";
import { PlacedEntry } from "../../provider/check/listed-entries";
import type { Kind } from "../../provider/list/kinds";
import { readListFiles } from "../../provider/files/read-list-files";
import { inputsFromArguments } from "../../provider/resource/arguments";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";

/** What a preview prints for a program that reads the file with `entriesFromFile`. */
export function previewInTypeScript(path: string, kind: Kind = "appBundles"): readonly string[] {
  const lines: string[] = [];
  try {
    const entries = readListFiles(path, (line) => void lines.push(`warning: ${line}`));
    const byKind = Map.groupBy(entries, (listed) => PlacedEntry.kind(listed) ?? kind);
    const { inputs, mistakes } = inputsFromArguments({ appListId: 1, ...Object.fromEntries(byKind) }, new Set(), {});
    if (Array.isArray(inputs["problems"])) return [...lines, ...inputs["problems"].map((line) => `error: ${line}`)];
    return [...lines, ...(mistakes === undefined ? [] : [`warning: ${mistakes}`])];
  } catch (error) {
    if (!(error instanceof AppListError)) throw error;
    return [...lines, ...error.message.split("\n").map((line) => `error: ${line}`)];
  }
}

/** What a preview prints for a program in YAML that reads the file with `fn::readFile`. */
export async function previewInYaml(content: string, kind: Kind = "appBundles"): Promise<readonly string[]> {
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

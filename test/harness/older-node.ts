import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** The options with which Node appears as Node 20. */
export const olderNode = ["--require", join(import.meta.dirname, "appear-as-node-20.cjs")] as const;

/** A PATH whose `node` appears as Node 20, until the test ends. */
export function pathWithOlderNode(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), "app-list-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, "node");
  writeFileSync(
    script,
    `#!/bin/sh\nexec ${[process.execPath, ...olderNode].map((word) => `"${word}"`).join(" ")} "$@"\n`,
  );
  chmodSync(script, 0o755);
  return `${folder}${delimiter}${path}`;
}

import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { engineFolder } from "../../tools/pulumi/engine-folder.ts";
import { root, usualStart, withoutTypeChecks } from "./project";
import { openSession, type Session } from "./shell-session";

/**
 * Opens a shell in a copy of the project in the root of the clone, with `pulumi` and `app-list` on PATH. Both end with the
 * test.
 */
export async function openQuickstart(): Promise<{ readonly folder: string; readonly session: Session }> {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const surroundings = mkdtempSync(join(root, ".scratch", "quickstart-"));
  onTestFinished(() => rmSync(surroundings, { recursive: true, force: true }));
  const folder = join(surroundings, "clone");
  mkdirSync(folder);
  cpSync(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
  cpSync(join(root, "examples", "quickstart"), join(folder, "examples", "quickstart"), { recursive: true });
  const path = [await engineFolder(), dirname(process.execPath), join(root, "node_modules", ".bin")];
  const session = openSession(folder, {
    ...process.env,
    ...usualStart,
    ...withoutTypeChecks,
    PATH: [...path, process.env["PATH"] ?? ""].join(delimiter),
  });
  onTestFinished(() => session.close());
  return { folder, session };
}

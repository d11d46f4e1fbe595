import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../harness/project";

/** The folders of demos that run, or that were not deleted. */
function demoFolders(): readonly string[] {
  const scratch = join(root, ".scratch");
  return existsSync(scratch) ? readdirSync(scratch).filter((name) => name.startsWith("demo")) : [];
}

it("the demo has the results that it describes, and deletes its folder", async () => {
  const before = demoFolders();
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, ".scratch", "compile-cache-of-demo") };
  const running = promisify(execFile)(process.execPath, ["tools/demo/main.ts"], { cwd: root, env });
  const { stdout } = await running;
  expect(stdout).toContain("9/9  Destroy removes the added entries and keeps all others");
  const [, section = ""] = /README\.md, section "(.*)"/u.exec(stdout.slice(stdout.indexOf("Next steps"))) ?? [];
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`\n## ${section}\n\n`);
  expect(demoFolders()).toEqual(before);
});

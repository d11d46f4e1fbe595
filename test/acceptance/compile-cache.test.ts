import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { succeeded, usualStart } from "../harness/project";
import { sharedFolder } from "../harness/shared-files";
import { blocked, testbed } from "./testbed";

it("keeps compiled code of the plugin in the private folder of the user alone, and uses no other folder", async () => {
  const { project } = await testbed({ program: blocked(["com.a"]) });
  Object.assign(project.environment, usualStart, { NODE_DISABLE_COMPILE_CACHE: undefined });
  const temporary = join(project.folder, "temporary");
  const shared = join(project.folder, "shared");
  succeeded(await project.up());
  const compiled = join(sharedFolder(temporary), "compiled");
  expect(readdirSync(compiled)).toHaveLength(1);
  expect(existsSync(join(temporary, "node-compile-cache"))).toBe(false);
  // A folder that another user can have prepared.
  mkdirSync(sharedFolder(shared), { recursive: true });
  chmodSync(sharedFolder(shared), 0o777);
  project.environment["XDG_CACHE_HOME"] = shared;
  succeeded(await project.up("--expect-no-changes"));
  expect(readdirSync(sharedFolder(shared))).toEqual([]);
  expect(existsSync(join(temporary, "node-compile-cache"))).toBe(false);
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../harness/project";
import { temporaryFolder } from "../harness/shared-files";

it("the demo has the results that it describes, and deletes its folder", async () => {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, ".scratch", "compile-cache-of-demo") };
  const demo = spawn(process.execPath, ["tools/demo.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [stdout] = await Promise.all([text(demo.stdout), once(demo, "exit")]);
  expect(stdout).toContain("9/9  Destroy removes the added entries and keeps all others");
  const [, section = ""] = /README\.md, section "(.*)"/u.exec(stdout.slice(stdout.indexOf("Next steps"))) ?? [];
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(`\n## ${section}\n\n`);
  const ofThisDemo = readdirSync(join(root, ".scratch")).filter((name) => name.startsWith(`demo-${demo.pid}-`));
  expect({ left: ofThisDemo, status: demo.exitCode }).toEqual({ left: [], status: 0 });
});

it("the benchmark measures a candidate with real commands, and writes what it found", async () => {
  const folder = temporaryFolder();
  const options = ["--sizes", "100", "--rounds", "1", "--parts", "preview", "--only", "plugin-yaml", "--out", folder];
  await promisify(execFile)(process.execPath, ["bench/main.ts", ...options], { cwd: root });
  expect(readFileSync(join(folder, "bench.md"), "utf8")).toContain("### 100 entries");
});

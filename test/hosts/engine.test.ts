import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findEngineAddress } from "../../provider/hosts/engine";
import { root } from "../../tools/paths.mjs";

it("finds the address of the engine in the last argument, after flags", () => {
  const address = "127.0.0.1:45379";
  expect(findEngineAddress(["node", "index.js", address])).toBe(address);
  expect(findEngineAddress(["node", "index.js", "-v=9", "--tracing", "file:./trace", address])).toBe(address);
  for (const none of ["vitest run test/common", address]) expect(findEngineAddress(["node", none])).toBeUndefined();
});

it.each([
  ["acts at the end of an engine with a socket", '"$@"', "ended\n"],
  ["acts at the end of an engine with a pipe", ': | "$@"', "ended\n"],
  ["does not act for a standard input without an engine", '"$@" < /dev/null', ""],
])("%s", (_, command, printed) => {
  const sources = join(root, "test/harness/sources.mjs");
  const engine = JSON.stringify(join(root, "provider/hosts/engine.ts"));
  const script = `import(${engine}).then(({ whenEngineEnds }) => whenEngineEnds(() => console.log("ended")))`;
  const words = ["-c", command, "bash", process.execPath, "--import", sources, "-e", script];
  expect(spawnSync("bash", words, { input: "", encoding: "utf8" })).toMatchObject({ stdout: printed, stderr: "" });
});

import { describe, expect, it } from "vitest";

import { describeEnd, run, succeeded } from "../../tools/commands.mjs";

describe("a command", () => {
  it("is separate from standard error", async () => {
    const outcome = await run(process.execPath, ["-e", 'console.log("result"); console.error("progress")']);
    expect(outcome).toMatchObject({ kind: "exited", status: 0, standardOutput: "result\n" });
    expect(outcome.output).toContain("progress\n");
    expect(succeeded(outcome)).toBe(true);
  });

  it("that fails is described by its status and its last lines", async () => {
    const outcome = await run(process.execPath, ["-e", 'console.log("one\\ntwo\\nthree"); process.exit(3)']);
    expect(succeeded(outcome)).toBe(false);
    expect(describeEnd(outcome, 2)).toBe("it exited with status 3:\ntwo\nthree");
  });

  it("that does not exist is reported as not started", async () => {
    const outcome = await run("no-such-command-of-this-machine", []);
    expect(outcome.kind).toBe("not started");
    expect(succeeded(outcome)).toBe(false);
  });

  it("that hangs is ended at its time limit, with all that it started", async () => {
    const child =
      'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {stdio: "inherit"})';
    const outcome = await run(process.execPath, ["-e", `${child}; setInterval(() => {}, 1000)`], { timeLimit: 200 });
    expect(outcome).toMatchObject({ kind: "stopped", reason: "it took longer than 0.2 s" });
  });

  it("that falls silent is ended at its silence limit", async () => {
    const outcome = await run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { silenceLimit: 200 });
    expect(outcome).toMatchObject({ kind: "stopped", reason: "it wrote nothing for 0.2 s" });
  });

  it("that is asked to stop ends by itself", async () => {
    const stop = new AbortController();
    const script = 'process.on("SIGINT", () => process.exit(7)); setInterval(() => {}, 1000); console.log("ready")';
    const outcome = await run(process.execPath, ["-e", script], { stop: stop.signal, onOutput: () => stop.abort() });
    expect(outcome).toMatchObject({ kind: "exited", status: 7 });
  });
});

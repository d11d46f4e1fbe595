import { describe, expect, it } from "vitest";
import { startChild } from "../../harness/child";

describe("a process of the dynamic provider", () => {
  const script = (more: string) => `
    const { whenThisProcessEnds, endWhenIdle } = await load("hosts/dynamic/process-end");
    whenThisProcessEnds(() => console.log("leaves the run"));
    ${more}`;

  it.each(["SIGINT", "SIGTERM"] as const)("leaves its run and ends when the engine sends %s", async (signal) => {
    const child = startChild(script('console.log("ready"); setInterval(() => {}, 1000);'), {});
    await child.line();
    await child.end(signal);
    expect(await child.line()).toBe("leaves the run");
    await expect(child.line()).rejects.toThrow("The process has ended.");
  });

  it("leaves the end to another handler of the signal", async () => {
    const handler = 'process.on("SIGINT", () => { console.log("handled"); clearInterval(timer); });';
    const child = startChild(script(`const timer = setInterval(() => {}, 1000); ${handler} console.log("ready");`), {});
    await child.line();
    await child.end("SIGINT");
    expect([await child.line(), await child.line()]).toEqual(["leaves the run", "handled"]);
  });

  it("leaves its run when it ends by itself", async () => {
    const child = startChild(script('process.exitCode = 3; console.log("done");'), {});
    expect([await child.line(), await child.line()]).toEqual(["done", "leaves the run"]);
  });

  it.each<[string, listeners: number, words: readonly string[]]>([
    ["with the end of its engine", 1, ["-v=9", "127.0.0.1:40000"]],
    ["at no end of another process that started it", 0, ["-v=9"]],
  ])("cancels %s", async (_, listeners, words) => {
    const text = `
      const { appListEntries } = await load("hosts/dynamic/handler");
      const { stdin } = process;
      const before = stdin.listenerCount("end");
      await appListEntries.configure({ config: { get: () => undefined } });
      console.log(stdin.pause().listenerCount("end") - before);`;
    expect(await startChild(text, {}, "index.js", ...words).line()).toBe(String(listeners));
  });

  it("ends when its engine has ended, and nothing but its server is left, neither of this provider nor of others", async () => {
    const server = 'require("net").createServer().listen(0, "127.0.0.1");';
    const work = 'setTimeout(() => console.log("another provider has ended its operation"), 500);';
    const child = startChild(script(`${server} endWhenIdle(); ${work}`), {});
    expect([await child.line(), await child.line()]).toEqual([
      "another provider has ended its operation",
      "leaves the run",
    ]);
    await expect(child.line()).rejects.toThrow("The process has ended.");
  });
});

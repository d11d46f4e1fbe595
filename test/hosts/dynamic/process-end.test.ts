import { describe, expect, it } from "vitest";
import { startChild } from "../../harness/child";
import { temporaryFolder } from "../../harness/shared-files";
import { login } from "../../resource/started";

describe("a process of the dynamic provider", () => {
  const script = (more: string) => `
    const { whenThisProcessEnds, endWhenIdle } = await load("hosts/dynamic/process-end");
    whenThisProcessEnds(() => console.log("leaves the run"));
    ${more}`;

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "leaves its run and ends when the engine sends %s",
    async (signal) => {
      const child = startChild(script('console.log("ready"); setInterval(() => {}, 1000);'), {});
      await child.line();
      await child.end(signal);
      expect(await child.line()).toBe("leaves the run");
      await expect(child.line()).rejects.toThrow("The process has ended.");
    },
  );

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

  it.each<[string, outcome: unknown, words: readonly string[]]>([
    [
      "with an engine, shares its declarations, and cancels its operations at the end of the engine",
      [true, true],
      ["-v=9", "127.0.0.1:40000"],
    ],
    ["without an engine, does neither at the end of another process that started it", [false, false], ["-v=9"]],
  ])("%s", async (_, outcome, words) => {
    const text = `
      const { appListEntries } = await load("hosts/dynamic/handler");
      process.env.XDG_CACHE_HOME = args.cache;
      await appListEntries.configure({ config: { get: (key) => args[key] } });
      const inputs = { appListId: 1, appBundles: "com.a\\n", __resource: "AppListEntries::blocked" };
      await appListEntries.check({}, inputs);
      process.stdin.emit("end");
      const { message } = await appListEntries.create(inputs).catch((error) => error);
      console.log(JSON.stringify([require("fs").readdirSync(args.cache).length > 0, message.includes("canceled")]));
      process.exit();`;
    const given = Object.entries({ baseUrl: "http://127.0.0.1:1", ...login, timeoutSeconds: "1" });
    const settings = Object.fromEntries(given.map(([key, value]) => [`app-list:${key}`, value]));
    const child = startChild(text, { ...settings, cache: temporaryFolder() }, "index.js", ...words);
    let line = "";
    while (!line.startsWith("[")) line = await child.line();
    expect(JSON.parse(line)).toEqual(outcome);
  });

  it("ends when its engine has ended, and nothing but its server is left, neither of this provider nor of others", async () => {
    const server = 'require("net").createServer().listen(0, "127.0.0.1");';
    const work = 'setTimeout(() => console.log("another provider has ended its operation"), 500);';
    // Does not keep the process running.
    const limit = 'setTimeout(() => console.log("The process does not end."), 30_000).unref();';
    const child = startChild(script(`${server} endWhenIdle(); ${work} ${limit}`), {});
    expect([await child.line(), await child.line()]).toEqual([
      "another provider has ended its operation",
      "leaves the run",
    ]);
    await expect(child.line()).rejects.toThrow("The process has ended.");
  });
});

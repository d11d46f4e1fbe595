import { describe, expect, it } from "vitest";
import { findEngineAddress } from "../../provider/sharing/engine-address";
import { startChild } from "./child";
import { sharedFiles, temporaryFolder } from "./temporary-folder";

describe("the address of the engine", () => {
  it.each([
    [["node", "index.js", "127.0.0.1:45379"], "127.0.0.1:45379"],
    [["node", "index.js", "--logtostderr", "-v=9", "--tracing", "file:./trace", "127.0.0.1:45379"], "127.0.0.1:45379"],
    [["node", "index.js"], undefined],
    [["node", "127.0.0.1:45379"], undefined],
    [["node", "vitest", "run", "test/sharing"], undefined],
  ])("is the last argument: %j", (commandLine, address) => {
    expect(findEngineAddress(commandLine)).toBe(address);
  });
});

describe("a process of the provider", () => {
  const script = (more: string) => `
    const journal = new (sharing("journal").Journal)("127.0.0.1:40000", args.temporary);
    sharing("process-end").whenThisProcessEnds(() => journal.end());
    ${more}`;

  it.each(["SIGINT", "SIGTERM"] as const)("deletes its file and ends when the engine sends %s", async (signal) => {
    const temporary = temporaryFolder();
    const child = startChild(script('console.log("ready"); setInterval(() => {}, 1000);'), { temporary });
    await child.line();
    expect(sharedFiles(temporary)).toHaveLength(1);
    await child.end(signal);
    expect(sharedFiles(temporary)).toEqual([]);
  });

  it("leaves the end to another handler of the signal", async () => {
    const temporary = temporaryFolder();
    const handler = 'process.on("SIGINT", () => { console.log("handled"); clearInterval(timer); });';
    const child = startChild(script(`const timer = setInterval(() => {}, 1000); ${handler} console.log("ready");`), {
      temporary,
    });
    await child.line();
    await child.end("SIGINT");
    expect(await child.line()).toBe("handled");
    expect(sharedFiles(temporary)).toEqual([]);
  });

  it("deletes its file when it ends by itself", async () => {
    const temporary = temporaryFolder();
    const child = startChild(script('process.exitCode = 3; console.log("done");'), { temporary });
    await child.line();
    await child.end("SIGCONT");
    expect(sharedFiles(temporary)).toEqual([]);
  });
});

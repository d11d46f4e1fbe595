import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { kinds } from "../../provider/list/kinds";
import type { Entries } from "../../provider/list/entries";
import { SharedDeclarations } from "../../provider/resource/shared-declarations";
import { startChild, type Child } from "../harness/child";
import { sharedFiles, sharedFolder, temporaryFolder } from "../harness/shared-files";
import { someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

const engineAddress = "127.0.0.1:40000";
const header = { appListId: 1, isAccepted: false, givenKinds: [], exclusive: false, isSecret: false };

/** A process of a run, in this one. */
function startProcess(cache: string, address: string | undefined = engineAddress) {
  const environment = { XDG_CACHE_HOME: cache };
  // A run that cannot share warns: no test of this file has one.
  const warn = (message: string) => expect(message).toBe("");
  const shared = new SharedDeclarations(address, environment, warn);
  onTestFinished(() => shared.end());
  return {
    shared,
    declare: (...entries: readonly string[]) => shared.write({ ...header, entries: bundles(...entries) }),
    /** The app bundles that all processes have declared. */
    read: () => shared.read().flatMap(({ entries }) => [...entries.appBundles]),
  };
}

/** A real process of a run, which declares an entry, or only reads, and leaves the run when it is ended. */
async function startReal(cache: string, entry?: string, address = engineAddress): Promise<Child> {
  const child = startChild(
    `const { SharedDeclarations } = await load("resource/shared-declarations");
     const shared = new SharedDeclarations(args.engineAddress, args.environment, (message) => console.log(message));
     process.once("SIGTERM", () => { shared.end(); process.exit(); });
     shared.read();
     const { EntrySet } = await load("list/entry-set");
     const { none } = EntrySet;
     const entries = { appBundles: EntrySet.of([args.entry]), placementIds: none, websites: none };
     if (args.entry) shared.write({ ...args.header, entries });
     console.log("ready");
     setInterval(() => {}, 1000);`,
    { environment: { XDG_CACHE_HOME: cache }, header, entry, engineAddress: address },
  );
  expect(await child.line()).toBe("ready");
  return child;
}

const pathsIn = (cache: string): readonly string[] => sharedFiles(cache).map(({ path }) => path);

describe("the declarations of the processes of a run", () => {
  it("are read by all, in their order, whatever was declared", () => {
    const resource = { id: "urn:pulumi:dev::project::app-list:index:AppListEntries::blocked", name: "blocked" };
    const plain = (entries: Entries) => kinds.map((kind) => [...entries[kind]].toSorted());
    const writes = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), someEntries), { maxLength: 12 });
    fc.assert(
      fc.property(writes, fc.boolean(), (all, exclusive) => {
        const cache = temporaryFolder();
        const processes = [0, 1, 2].map(() => startProcess(cache));
        for (const [index, entries] of all) {
          processes[index]?.shared.write({ ...header, resource, exclusive, entries });
          for (const { shared } of processes) shared.read();
        }
        expect(startProcess(cache, "127.0.0.1:40001").read()).toEqual([]);
        for (const { shared } of processes) {
          const written = all.map(([, entries]) => ({ ...header, resource, exclusive, entries: plain(entries) }));
          expect(shared.read().map((each) => ({ ...each, entries: plain(each.entries) }))).toEqual(written);
          shared.end();
        }
      }),
      { numRuns: 30 },
    );
  });

  it("count as long as a process of the run lives, whether theirs has ended or was killed", async () => {
    const cache = temporaryFolder();
    const process = startProcess(cache);
    process.declare("com.own");
    const ended = await startReal(cache, "com.ended");
    expect(process.read()).toEqual(["com.own", "com.ended"]);
    await ended.end("SIGTERM");
    await (await startReal(cache, "com.killed")).end("SIGKILL");
    expect(process.read()).toEqual(["com.own", "com.ended", "com.killed"]);
    // As the process of a provider resource that was replaced in this run.
    expect(startProcess(cache).read().toSorted()).toEqual(["com.ended", "com.killed", "com.own"]);
  });
});

describe("the files of a run", () => {
  it("are one for each declaration, named by its process", () => {
    const cache = temporaryFolder();
    const { declare } = startProcess(cache);
    declare("com.a");
    declare("com.b");
    const own = `/run-[0-9a-f]{16}-${process.pid}-[0-9a-f]{16}`;
    const names = ["$", "-000001$", "-000002$"].map((end): unknown => expect.stringMatching(own + end));
    expect(pathsIn(cache).toSorted()).toEqual(names);
    expect(sharedFiles(cache).map(({ mode }) => mode)).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(sharedFolder(cache)).mode & 0o777).toBe(0o700);
  });

  it("are deleted by the process that ends last, even if the others have only read so far", async () => {
    const cache = temporaryFolder();
    // The engine starts two processes of one provider for pulumi up --refresh, and ends one of them first.
    const refreshing = await startReal(cache);
    const updating = await startReal(cache, "com.a");
    const reading = await startReal(cache);
    await refreshing.end("SIGTERM");
    const { shared, read } = startProcess(cache);
    expect(read()).toEqual(["com.a"]);
    shared.end();
    await updating.end("SIGTERM");
    expect(pathsIn(cache)).toHaveLength(2);
    await reading.end("SIGTERM");
    expect(pathsIn(cache)).toEqual([]);
  });

  it("are not read if all its processes were killed and an engine has the same address later", async () => {
    const cache = temporaryFolder();
    await (await startReal(cache, "com.old")).end("SIGKILL");
    expect(pathsIn(cache)).toHaveLength(2);
    const next = startProcess(cache);
    expect(next.read()).toEqual([]);
    next.shared.end();
    expect(pathsIn(cache)).toEqual([]);
  });

  it("are deleted by any run after 24 hours, and no other files", async () => {
    const cache = temporaryFolder();
    const kill = async (address: string) => (await startReal(cache, "com.a", address)).end("SIGKILL");
    const age = (paths: readonly string[], hours: number) =>
      paths.forEach((path) => utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000)));
    await kill("127.0.0.1:1");
    age(pathsIn(cache), 24.1);
    const old = pathsIn(cache);
    await kill("127.0.0.1:2");
    writeFileSync(join(sharedFolder(cache), "other"), "");
    expect(old.some((path) => pathsIn(cache).includes(path))).toBe(false);
    const recent = pathsIn(cache);
    expect(recent).toHaveLength(3);
    const isOther = (path: string): boolean => path.endsWith("other");
    age(
      recent.filter((path) => !isOther(path)),
      23.9,
    );
    age(recent.filter(isOther), 24.1);
    startProcess(cache).declare("com.b");
    expect(pathsIn(cache)).toEqual(expect.arrayContaining([...recent]));
  });

  it("never make another process fail that joins or leaves the run at the same time", async () => {
    const cache = temporaryFolder();
    const children = Array.from({ length: 3 }, () =>
      startChild(
        `const { SharedDeclarations } = await load("resource/shared-declarations");
         for (let index = 0; index < 200; index += 1) {
           const shared = new SharedDeclarations(args.engineAddress, args.environment, (message) => console.log(message));
           shared.read();
           shared.end();
         }
         console.log("done");`,
        { environment: { XDG_CACHE_HOME: cache }, engineAddress },
      ),
    );
    expect(await Promise.all(children.map((child) => child.line()))).toEqual(["done", "done", "done"]);
    expect(pathsIn(cache)).toEqual([]);
  });

  it("are none if no engine has started the process, or if it has no list", () => {
    const cache = temporaryFolder();
    const environment = { XDG_CACHE_HOME: cache };
    const alone = new SharedDeclarations(undefined, environment, () => {});
    alone.write({ ...header, entries: bundles("com.a") });
    expect(alone.read()).toHaveLength(1);
    alone.end();
    startProcess(cache).shared.end();
    expect(readdirSync(cache)).toEqual([]);
  });
});

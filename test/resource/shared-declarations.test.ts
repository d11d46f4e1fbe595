import { noticeLine, type Print } from "../../provider/resource/notices";
import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Entries } from "../../provider/list/entries";
import { SharedDeclarations } from "../../provider/resource/shared-declarations";
import { startChild, type Child } from "../harness/child";
import { sharedFolder, sharedFiles, temporaryFolder } from "../harness/shared-files";
import { someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

const address = "127.0.0.1:40000";

interface Process {
  readonly shared: SharedDeclarations;
  readonly printed: readonly string[];
  /** Declares entries for the list "list". */
  declare(entries: Entries): void;
  /** The app bundles that the others have declared since the last call. */
  read(): readonly string[];
}

/** A process of a run, in this one. */
function startProcess(cache: string, engine = address): Process {
  const printed: string[] = [];
  const print: Print = (notice) => void printed.push(noticeLine(notice));
  const shared = new SharedDeclarations({ engineAddress: engine, environment: { XDG_CACHE_HOME: cache }, print });
  onTestFinished(() => shared.end());
  return {
    shared,
    printed,
    declare: (entries) => shared.write({ list: "list", exclusive: false, isRefused: false, entries }),
    read: () => shared.read("list").flatMap(({ entries }) => [...entries.appBundles]),
  };
}

/** A real process of a run, which declares an entry, or only reads, and leaves the run when it is ended. */
async function startReal(cache: string, entry?: string, engine = address): Promise<Child> {
  const child = startChild(
    `const { SharedDeclarations } = load("resource/shared-declarations");
     const shared = new SharedDeclarations({ ...args, print: ({ message }) => console.log(message) });
     process.once("SIGTERM", () => { shared.end(); process.exit(); });
     shared.read("list");
     const { EntrySet } = load("list/entry-set");
     const { none } = EntrySet;
     const entries = { appBundles: EntrySet.of([args.entry]), placementIds: none, websites: none };
     if (args.entry) shared.write({ list: "list", exclusive: false, isRefused: false, entries });
     console.log("ready");
     setInterval(() => {}, 1000);`,
    { environment: { XDG_CACHE_HOME: cache }, entry, engineAddress: engine },
  );
  expect(await child.line()).toBe("ready");
  return child;
}

describe("the declarations of the processes of a run", () => {
  it("are read once by all others, in their order, whatever was declared", () => {
    const writes = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), someEntries), { maxLength: 12 });
    fc.assert(
      fc.property(writes, fc.boolean(), (all, isExclusive) => {
        const cache = temporaryFolder();
        const processes = [startProcess(cache), startProcess(cache), startProcess(cache)];
        const urn = "urn:pulumi:dev::project::app-list:index:AppListEntries::blocked";
        const read = processes.map((): unknown[] => []);
        const plain = ({ appBundles, placementIds, websites }: Entries) =>
          [appBundles, placementIds, websites].map((entries) => [...entries].toSorted());
        for (const [index, entries] of all) {
          processes[index]?.shared.write({ list: "list", urn, exclusive: isExclusive, isRefused: false, entries });
          processes.forEach(({ shared }, reader) => {
            for (const each of shared.read("list")) read[reader]?.push({ ...each, entries: plain(each.entries) });
          });
        }
        processes.forEach(({ shared, printed }, reader) => {
          const others = all.filter(([index]) => index !== reader).map(([, entries]) => plain(entries));
          const expected = others.map((entries) => ({
            list: "list",
            urn,
            exclusive: isExclusive,
            isRefused: false,
            entries,
          }));
          expect(read[reader]).toEqual(expected);
          expect(printed).toEqual([]);
          shared.end();
        });
      }),
      { numRuns: 30 },
    );
  });

  it("are those of a list, also if another one was asked for first", () => {
    const cache = temporaryFolder();
    const [one, other] = [startProcess(cache), startProcess(cache)];
    one.declare(bundles("com.a"));
    expect(other.shared.read("another list")).toEqual([]);
    expect(other.read()).toEqual(["com.a"]);
    expect(other.read()).toEqual([]);
  });

  it("are not read by another run", () => {
    const cache = temporaryFolder();
    const [one, other] = [startProcess(cache), startProcess(cache, "127.0.0.1:40001")];
    one.declare(bundles("com.a"));
    expect(other.read()).toEqual([]);
  });

  it("are read of a real process, as soon as it has written them", async () => {
    const cache = temporaryFolder();
    await startReal(cache, "com.a");
    expect(startProcess(cache).read()).toEqual(["com.a"]);
  });

  it("count until the run ends, also if their process ends in the middle of it, or is killed", async () => {
    const cache = temporaryFolder();
    const process = startProcess(cache);
    process.declare(bundles("com.own"));
    await (await startReal(cache, "com.ended")).end("SIGTERM");
    await (await startReal(cache, "com.killed")).end("SIGKILL");
    expect(process.read().toSorted()).toEqual(["com.ended", "com.killed"]);
    // As the process of a provider resource that was replaced in this run.
    expect(startProcess(cache).read().toSorted()).toEqual(["com.ended", "com.killed", "com.own"]);
  });
});

describe("the files of a run", () => {
  it("are one for each declaration, named by its process", () => {
    const cache = temporaryFolder();
    const { declare } = startProcess(cache);
    declare(bundles("com.a"));
    declare(bundles("com.b"));
    const names = sharedFiles(cache).map(({ path }) => basename(path));
    const own = String(process.pid);
    expect(names.toSorted()).toEqual([
      expect.stringMatching(`^run-[0-9a-f]{16}-${own}-[0-9a-f]{16}$`),
      expect.stringMatching(`^run-[0-9a-f]{16}-${own}-[0-9a-f]{16}-000001-list$`),
      expect.stringMatching(`^run-[0-9a-f]{16}-${own}-[0-9a-f]{16}-000002-list$`),
    ]);
    expect(sharedFiles(cache).map(({ mode }) => mode)).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(sharedFolder(cache)).mode & 0o777).toBe(0o700);
  });

  it("are not deleted by a process that ends while another one lives, though that has only read so far", async () => {
    const cache = temporaryFolder();
    // The engine starts two processes of one provider for pulumi up --refresh, and ends one of them first.
    const refreshing = await startReal(cache);
    const updating = await startReal(cache, "com.a");
    await refreshing.end("SIGTERM");
    expect(startProcess(cache).read()).toEqual(["com.a"]);
    await updating.end("SIGTERM");
    expect(startProcess(cache).read()).toEqual(["com.a"]);
  });

  it("are deleted by the process that ends last", async () => {
    const cache = temporaryFolder();
    const children = [await startReal(cache, "com.a"), await startReal(cache), await startReal(cache, "com.b")];
    for (const child of children) {
      expect(sharedFiles(cache)).not.toEqual([]);
      await child.end("SIGTERM");
    }
    expect(sharedFiles(cache)).toEqual([]);
  });

  it("are deleted if all processes end at the same time", async () => {
    const cache = temporaryFolder();
    const entries = ["com.a", "com.b", "com.c", "com.d"];
    const children = await Promise.all(entries.map((entry) => startReal(cache, entry)));
    await Promise.all(children.map((child) => child.end("SIGTERM")));
    expect(sharedFiles(cache)).toEqual([]);
  });

  it("are not read if all its processes were killed and an engine has the same address later", async () => {
    const cache = temporaryFolder();
    await (await startReal(cache, "com.old")).end("SIGKILL");
    expect(sharedFiles(cache)).toHaveLength(2);
    const next = startProcess(cache);
    expect(next.read()).toEqual([]);
    next.shared.end();
    expect(sharedFiles(cache)).toEqual([]);
  });

  it("are deleted by any run after 24 hours, and no other files", async () => {
    const cache = temporaryFolder();
    for (const engine of ["127.0.0.1:1", "127.0.0.1:2"]) await (await startReal(cache, "com.a", engine)).end("SIGKILL");
    const files = sharedFiles(cache).map(({ path }) => path);
    const [old, recent] = [files.slice(0, 2), files.slice(2)];
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    for (const path of old) utimesSync(path, hours(24.1), hours(24.1));
    for (const path of recent) utimesSync(path, hours(23.9), hours(23.9));
    const other = join(sharedFolder(cache), "other");
    writeFileSync(other, "");
    utimesSync(other, hours(24.1), hours(24.1));
    startProcess(cache).declare(bundles("com.b"));
    const left = sharedFiles(cache).map(({ path }) => path);
    expect(left).toHaveLength(5);
    expect(left).toEqual(expect.arrayContaining([...recent, other]));
    expect(recent).toHaveLength(2);
  });

  it("never make another process fail that joins or leaves the run at the same time", async () => {
    const cache = temporaryFolder();
    const children = Array.from({ length: 3 }, () =>
      startChild(
        `const { SharedDeclarations } = load("resource/shared-declarations");
         for (let index = 0; index < 200; index += 1) {
           const shared = new SharedDeclarations({ ...args, print: ({ message }) => console.log(message) });
           shared.read("list");
           shared.end();
         }
         console.log("done");`,
        { environment: { XDG_CACHE_HOME: cache }, engineAddress: address },
      ),
    );
    expect(await Promise.all(children.map((child) => child.line()))).toEqual(["done", "done", "done"]);
  });
});

describe("a process that cannot share anything", () => {
  it("warns once, and goes on alone", () => {
    const { declare, read, printed, shared } = startProcess(`${temporaryFolder()}/missing\0folder`);
    declare(bundles("com.a"));
    expect(read()).toEqual([]);
    declare(bundles("com.b"));
    shared.end();
    expect(printed).toEqual([expect.stringContaining("app-list: warning: nothing can be shared")]);
  });

  it("makes no folder if no engine has started it, or if it has no list", () => {
    const cache = temporaryFolder();
    const alone = new SharedDeclarations({ environment: { XDG_CACHE_HOME: cache }, print: () => {} });
    alone.write({ list: "list", exclusive: false, isRefused: false, entries: bundles("com.a") });
    expect(alone.read("list")).toEqual([]);
    alone.end();
    startProcess(cache).shared.end();
    expect(readdirSync(cache)).toEqual([]);
  });
});

import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { Journal } from "../../provider/sharing/journal";
import { anyText } from "../list/arbitraries";
import { startChild } from "./child";
import { sharedFiles, temporaryFolder } from "./temporary-folder";

const address = "127.0.0.1:40000";

function joinRun(temporary: string, engine = address): Journal {
  const journal = new Journal(engine, temporary);
  onTestFinished(() => journal.end());
  return journal;
}

/** A process that writes a record, prints `written`, and then does something. */
function writer(temporary: string, record: unknown, then = "setInterval(() => {}, 1000);") {
  return startChild(
    `const journal = new (sharing("journal").Journal)(args.address, args.temporary);
     journal.write(${JSON.stringify(record)});
     console.log("written");
     ${then}`,
    { address, temporary },
  );
}

function recordsOf(journal: Journal): readonly unknown[] {
  return journal.read().map(({ record }) => record);
}

describe("the processes of a run", () => {
  it("read all records of each other once, in their order, whoever joins first", () => {
    const texts = fc.array(fc.tuple(fc.constantFrom(0, 1, 2), anyText), { maxLength: 20 });
    fc.assert(
      fc.property(texts, (writes) => {
        const temporary = temporaryFolder();
        const journals = [joinRun(temporary), joinRun(temporary), joinRun(temporary)];
        const read = journals.map((): unknown[] => []);
        for (const [index, text] of writes) {
          journals[index]?.write({ text: text.toWellFormed() });
          journals.forEach((journal, reader) => read[reader]?.push(...recordsOf(journal)));
        }
        journals.forEach((journal, reader) => {
          const written = writes
            .filter(([index]) => index !== reader)
            .map(([, text]) => ({ text: text.toWellFormed() }));
          expect([...(read[reader] ?? []), ...recordsOf(journal)]).toEqual(written);
          journal.end();
        });
      }),
      { numRuns: 50 },
    );
  });

  it("read what a real process has written before they ask", async () => {
    const temporary = temporaryFolder();
    const child = writer(temporary, { entry: "com.a" });
    expect(await child.line()).toBe("written");
    expect(recordsOf(joinRun(temporary))).toEqual([{ entry: "com.a" }]);
  });

  it("do not read the records of another run", () => {
    const temporary = temporaryFolder();
    const [one, other] = [joinRun(temporary), joinRun(temporary, "127.0.0.1:40001")];
    one.write("one");
    expect(recordsOf(other)).toEqual([]);
  });

  it("read a line once it is complete", () => {
    const temporary = temporaryFolder();
    const journal = joinRun(temporary);
    const writing = joinRun(temporary);
    const path = sharedFiles(temporary).find((file) => file.path.endsWith(writing.author))?.path ?? "";
    const line = Buffer.from('{"entry":"größe"}\n');
    const torn = line.indexOf(Buffer.from("ö")) + 1;
    appendFileSync(path, line.subarray(0, torn));
    expect(recordsOf(journal)).toEqual([]);
    appendFileSync(path, line.subarray(torn));
    expect(recordsOf(journal)).toEqual([{ entry: "größe" }]);
    expect(recordsOf(journal)).toEqual([]);
  });

  it("read long texts in a record once they are complete, whatever they contain", () => {
    const temporary = temporaryFolder();
    const journal = joinRun(temporary);
    const writing = joinRun(temporary);
    const path = sharedFiles(temporary).find((file) => file.path.endsWith(writing.author))?.path ?? "";
    const long = (text: string) => text.repeat(500);
    const records = [
      { one: long("größe\n"), short: "com.a", other: { texts: [long('{"entry":1}\n'), 1, long("😀")] } },
      { entry: "com.b" },
      { last: long("com.c\n") },
    ];
    for (const record of records) writing.write(record);
    expect(recordsOf(journal)).toEqual(records);
    const bytes = readFileSync(path);
    for (let torn = 0; torn <= bytes.length; torn += 97) {
      writeFileSync(path, bytes.subarray(0, torn));
      const late = new Journal(address, temporary);
      const read = recordsOf(late);
      appendFileSync(path, bytes.subarray(torn));
      expect([...read, ...recordsOf(late)]).toEqual(records);
      late.end();
    }
  });

  it("still read a process that ended within the run, or was killed", async () => {
    const temporary = temporaryFolder();
    const journal = joinRun(temporary);
    const ended = writer(temporary, "ended", "journal.end();");
    await ended.line();
    await ended.end("SIGTERM");
    const killed = writer(temporary, "killed");
    await killed.line();
    await killed.end("SIGKILL");
    const later = joinRun(temporary);
    expect(new Set(recordsOf(journal))).toEqual(new Set(["ended", "killed"]));
    expect(new Set(recordsOf(later))).toEqual(new Set(["ended", "killed"]));
    expect(journal.read()).toEqual([]);
  });

  it("know which of the others take part", async () => {
    const temporary = temporaryFolder();
    const journal = joinRun(temporary);
    const child = writer(temporary, 1);
    await child.line();
    const [{ author } = { author: "" }] = journal.read();
    expect(journal.takesPart(author)).toBe(true);
    await child.end("SIGKILL");
    expect(journal.takesPart(author)).toBe(false);

    const other = joinRun(temporary);
    journal.read();
    expect(journal.takesPart(other.author)).toBe(true);
    other.end();
    journal.read();
    expect(journal.takesPart(other.author)).toBe(false);
    expect(journal.takesPart("1-1-00000000")).toBe(false);
  });
});

describe("the files of a run", () => {
  it("can be read by this user alone", () => {
    const temporary = temporaryFolder();
    joinRun(temporary).write(1);
    const [folder = ""] = readdirSync(temporary);
    expect(statSync(join(temporary, folder)).mode & 0o777).toBe(0o700);
    expect(sharedFiles(temporary).map(({ mode }) => mode)).toEqual([0o600]);
  });

  it("are deleted by the process that ends last", () => {
    const temporary = temporaryFolder();
    const journals = [joinRun(temporary), joinRun(temporary), joinRun(temporary)];
    for (const journal of journals) {
      expect(sharedFiles(temporary)).toHaveLength(3);
      journal.end();
    }
    expect(sharedFiles(temporary)).toEqual([]);
  });

  it("are deleted by the next run after a kill, and are not read by it", async () => {
    const temporary = temporaryFolder();
    const child = writer(temporary, "old");
    await child.line();
    await child.end("SIGKILL");
    expect(sharedFiles(temporary)).toHaveLength(1);
    const next = joinRun(temporary);
    expect(recordsOf(next)).toEqual([]);
    expect(sharedFiles(temporary).map(({ path }) => path.endsWith(next.author))).toEqual([true]);
  });

  it("of a run that still has a process are kept by another run", async () => {
    const temporary = temporaryFolder();
    const child = writer(temporary, "old");
    await child.line();
    joinRun(temporary, "127.0.0.1:40001");
    expect(sharedFiles(temporary)).toHaveLength(2);
  });

  it("are not those of a process that has the ID of an ended one", () => {
    const temporary = temporaryFolder();
    joinRun(temporary);
    const [file] = sharedFiles(temporary);
    // The ID of this process, and another start.
    const path = file?.path.replace(/\.(\d+)-\d+-/u, ".$1-1-") ?? "";
    appendFileSync(path, '"old"\n');
    expect(recordsOf(joinRun(temporary, "127.0.0.1:40001"))).toEqual([]);
    expect(path).not.toBe(file?.path);
  });

  it.each([
    ["can be read by others", (path: string) => chmodSync(path, 0o755)],
    ["can be written by others", (path: string) => chmodSync(path, 0o730)],
  ])("are not written to a folder that %s", (_, change) => {
    const temporary = temporaryFolder();
    joinRun(temporary).end();
    const [folder = ""] = readdirSync(temporary);
    change(join(temporary, folder));
    expect(() => new Journal(address, temporary)).toThrow(/other users have access to/u);
  });

  it("are not written through a link", () => {
    const [temporary, elsewhere] = [temporaryFolder(), temporaryFolder()];
    joinRun(temporary).end();
    const [folder = ""] = readdirSync(temporary);
    mkdirSync(join(elsewhere, "folder"), { mode: 0o700 });
    symlinkSync(join(elsewhere, "folder"), join(elsewhere, folder));
    expect(() => new Journal(address, elsewhere)).toThrow(/is not a folder/u);
    expect(sharedFiles(elsewhere)).toEqual([]);
  });
});

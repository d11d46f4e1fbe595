import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readBytes } from "../../provider/files/read-list-file";
import { findFiles, readListFiles, readListFilesByKind } from "../../provider/files/read-list-files";
import { AppListError } from "../../provider/common/error";
import { folderWith } from "./folder";
import { withOrigins } from "./origins";

/** The entries of the files that match patterns in a folder. */
function entriesIn(folder: string, ...patterns: readonly string[]): readonly string[] {
  return readListFiles(patterns.map((pattern) => join(folder, pattern))).map(({ entry }) => entry);
}

/** The error of a read. */
function errorOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error;
  }
  return undefined;
}

const latin1 = Buffer.from("com.ä\n", "latin1");

const workbook =
  "save it with File > Save As > CSV UTF-8, or run npx --no-install app-list convert FILE.xlsx --output FILE.csv.";

describe("readListFiles", () => {
  it("reads a file, with its path as it was given", () => {
    const path = join(folderWith({ "apps.txt": "com.a # first\ncom.ä\n" }), "apps.txt");
    expect(withOrigins(readListFiles(path))).toEqual([
      { entry: "com.a", note: "first", source: `${path}:1` },
      { entry: "com.ä", source: `${path}:2` },
    ]);
  });

  const formats = {
    "a.TXT": "com.a # x\n",
    b: "com.b # x\n",
    "c.csv": 'entry;note\ncom.c;"x\n// y"\n',
    "d.tsv": "entry\t(note, y)\ncom.d\tx\n",
  };
  const some = { "b.txt": "com.b", "a.txt": "com.a", "Z.txt": "com.z", "c.csv": "com.c", ".hidden.txt": "com.hidden" };
  const deep = { "a.txt": "com.a", "team/deep/b.txt": "com.b", "folder.txt/c": "com.c" };
  const numbered = { "a.txt": "com.0", "a1.txt": "com.a", "b2.txt": "com.b", "c3.txt": "com.c" };
  const encoded = {
    "1.txt": "\ufeffcom.ä\n",
    "2.csv": Buffer.from("\ufeffapp_bundle\tnote\r\ncom.ö\tx\r\n", "utf16le"),
    "3.txt": Buffer.from("\ufeffcom.ü\n", "utf16le").swap16(),
    "4.csv": "\ufeff",
  };

  it.each<[string, Parameters<typeof folderWith>[0], patterns: string, entries: string]>([
    ["each format by its extension, in any letter case", formats, "a.TXT b c.csv d.tsv", "com.a com.b com.c com.d"],
    ["files in the order of the patterns, each once", some, "c.csv *.txt {a,c}.*", "com.c com.z com.a com.b"],
    ["the files of one letter", some, "?.csv", "com.c"],
    ["the letters in brackets as they are", { "A.txt": "com.a", "b.txt": "com.b" }, "[A-Z].txt", "com.a"],
    ["folders if a pattern contains them", deep, "**/*.txt", "com.a com.b"],
    ["no folder with the name of a file", deep, "*.txt", "com.a"],
    ["a folder of exactly this name", { "lists/a.txt": "com.a", "LISTS/b.txt": "com.b" }, "lists/*.txt", "com.a"],
    ["nested braces", numbered, "{a,{b,c}}{1..2}.txt", "com.a com.b"],
    [
      "a file with exactly this name",
      { "{}.txt": "com.a", "[a].txt": "com.b", "a.txt": "com.c" },
      "{}.txt [a].txt",
      "com.a com.b",
    ],
    ["UTF-8 and UTF-16 without their byte order marks", encoded, "*", "com.ä com.ö com.ü"],
  ])("reads %s", (_, files, patterns, entries) => {
    expect(entriesIn(folderWith(files), ...patterns.split(" "))).toEqual(entries.split(" "));
  });

  it.each([
    ["*.csv", `was not found in ${JSON.stringify(process.cwd())}: check the path`],
    ["", "is a folder, a pipe or a device"],
    ["a.ods", "use .txt (or no extension), .csv or .tsv."],
    ["a.xlsx", workbook],
    ["a.XLS", workbook],
    ["zeros.txt", "is a folder, a pipe or a device"],
    ["pipe.txt", "is a folder, a pipe or a device"],
    ["large.txt", "is larger than 64 MiB"],
    ["latin1.txt", "is neither UTF-8 nor UTF-16"],
    // It would remove the entries of the file.
    ["*link*", "link-without-target.txt"],
  ])("rejects %s: %s", (pattern, message) => {
    const folder = folderWith({ "a.ods": "", "a.xlsx": "PK", "a.XLS": "PK", "latin1.txt": latin1 });
    execFileSync("mkfifo", [join(folder, "pipe.txt")]);
    symlinkSync("/dev/zero", join(folder, "zeros.txt"));
    writeFileSync(join(folder, "large.txt"), "");
    truncateSync(join(folder, "large.txt"), 64 * 1024 * 1024 + 1);
    symlinkSync(join(folder, "gone"), join(folder, "link-without-target.txt"));
    const error = errorOf(() => entriesIn(folder, pattern));
    expect(error).toMatchObject({ code: "FILE_UNREADABLE" });
    expect(String(error)).toContain(message);
  });

  it("reads a file of the largest size, and none of one byte more", () => {
    const file = join(folderWith({ "a.txt": "com.a\ncom.b" }), "a.txt");
    expect(readBytes(file, 11 / 1024 / 1024)).toHaveLength(11);
    expect(() => readBytes(file, 10 / 1024 / 1024)).toThrow("is larger than");
  });

  /** A folder with a file, a link to one, and a link to a folder. */
  const withLinks = () => {
    const folder = folderWith({
      "lists/a.csv": "com.a",
      "lists/sub/b.csv": "com.b",
      "lists/sub/in/c.csv": "com.c",
      "shared/in/v.csv": "com.v",
    });
    symlinkSync("../shared", join(folder, "lists", "vendor"));
    symlinkSync("../shared/in/v.csv", join(folder, "lists", "linked.csv"));
    return folder;
  };

  it.each([
    ["lists/**/*.csv", "lists/vendor/**/*.csv", "com.a com.v com.b com.c com.v"],
    ["lists/*/*/*.csv", "lists/vendor/*/*.csv", "com.c com.v"],
    ["lists/**", "lists/vendor/**", "com.a com.v com.b com.c com.v"],
    ["lists/{vendor,sub}*/**/*.csv", "lists/vendor/**/*.csv", "com.b com.c com.v"],
    ["lists/???*/in/*.csv", "lists/vendor/in/*.csv", "com.c com.v"],
  ])("names a link to a folder that %s meets, with the pattern to add: %s", (pattern, more, entries) => {
    const folder = withLinks();
    const problem = `is a link to a folder: add the pattern ${JSON.stringify(join(folder, more))}`;
    expect(errorOf(() => entriesIn(folder, pattern))).toMatchObject({ path: join(folder, "lists/vendor"), problem });
    expect(entriesIn(folder, pattern, more).join(" ")).toBe(entries);
  });

  it("names a link to a folder beside a file whose name starts in the same way, and for the whole name", () => {
    const folder = withLinks();
    writeFileSync(join(folder, "lists/vendors.csv"), "com.w");
    const path = join(folder, "lists/vendor");
    expect(errorOf(() => entriesIn(folder, "lists/**/*.csv", "lists/vendors.csv"))).toMatchObject({ path });
    const problem = `is a link to a folder: add the pattern ${JSON.stringify(join(path, "*"))}`;
    expect(errorOf(() => entriesIn(folder, "lists/*"))).toMatchObject({ path, problem });
  });

  it("reads links to files, and folders that are links and have a name in the pattern", () => {
    const folder = withLinks();
    expect(entriesIn(folder, "lists/*.csv", "lists/vendor/in/*")).toEqual(["com.a", "com.v", "com.v"]);
    expect(entriesIn(folder, "lists/{sub,vendor/in}/*.csv")).toEqual(["com.b", "com.v"]);
  });

  it.each([
    ["lists/**/*.csv", "lists/team/Vendor.CSV"],
    ["lists/{*,x}/{a,vendor}.csv", "lists/team/Vendor.CSV"],
    ["lists/*.txt", "lists/Ä.TXT"],
    ["lists/[ä].txt", "lists/ä.TXT"],
  ])("names a file that %s misses by letter case alone: %s", (pattern, name) => {
    const folder = folderWith({ "lists/ä.txt": "com.a", "lists/team/a.csv": "com.b", [name]: "com.c" });
    const problem = `misses ${JSON.stringify(join(folder, pattern))} by letter case alone: rename it, or add its name`;
    expect(errorOf(() => entriesIn(folder, pattern))).toMatchObject({ path: join(folder, name), problem });
    expect(entriesIn(folder, pattern, name)).toContain("com.c");
  });

  it("reads no file without a name", () => {
    expect(() => readListFiles("")).toThrow("was not found");
  });

  it("rejects more than 1,000 files, which are probably a mistake", () => {
    const names = Array.from({ length: 1001 }, (_, index) => `${String(index).padStart(4, "0")}.txt`);
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, "com.a\n"])));
    expect(entriesIn(folder, "0*.txt")).toHaveLength(1000);
    expect(errorOf(() => entriesIn(folder, "0*.txt", "1000.txt"))).toMatchObject({
      code: "FILE_UNREADABLE",
      problem: "brings the number of files to more than 1,000: use narrower patterns",
    });
  });

  it("escapes the control characters of a name", () => {
    const folder = folderWith({ "a\u001b.txt": "com.a", "b\u001b/c.txt": "" });
    expect(withOrigins(readListFiles(join(folder, "a*")))[0]?.source).toBe(`${folder}/a\\u{1b}.txt:1`);
    symlinkSync("loop\u001b", join(folder, "loop\u001b"));
    for (const name of ["b\u001b", "none\u001b", "loop\u001b"]) {
      const error = errorOf(() => entriesIn(folder, name));
      expect(error).toBeInstanceOf(AppListError);
      expect(String(error)).not.toContain("\u001b");
    }
  });

  it("reads a file once that several patterns match, in whatever spelling", () => {
    const folder = folderWith({ "a.txt": "com.a", "b.txt": "com.b" });
    const spellings = [
      join(folder, "a.txt"),
      `${folder}/./a.txt`,
      `${folder}//a.txt`,
      relative(".", join(folder, "a.txt")),
    ];
    expect(findFiles([...spellings, join(folder, "*.txt")])).toEqual([join(folder, "a.txt"), join(folder, "b.txt")]);
    expect(readListFiles(spellings).map(({ entry }) => entry)).toEqual(["com.a"]);
  });

  it("reports all problems of all files together, and shows the first twenty", () => {
    const folder = folderWith({ "a.csv": `entry\n${"#REF!\n".repeat(30)}`, "b.csv": 'entry\n"com.b\n' });
    const error = errorOf(() => entriesIn(folder, "*.csv"));
    expect(error).toMatchObject({ code: "LIST_FILES_INVALID", problems: { length: 31 } });
    const lines = error instanceof Error ? error.message.split("\n") : [];
    expect(lines).toHaveLength(22);
    expect(lines.at(1)).toBe(
      `  ${folder}/a.csv:2: "#REF!" is a spreadsheet error: fix the formula, or enter the value itself`,
    );
    expect(lines.at(-1)).toBe("  and 11 more");
  });
});

describe("readListFilesByKind", () => {
  it("returns the entries of all files by the kinds of their columns", () => {
    const folder = folderWith({ "a.csv": "app_bundle,website\ncom.a,a.example\n", "b.csv": "placement_id\n1-a\n" });
    expect(readListFilesByKind(join(folder, "*.csv"))).toEqual({
      appBundles: [{ entry: "com.a" }],
      placementIds: [{ entry: "1-a" }],
      websites: [{ entry: "a.example" }],
    });
  });

  it("reports the entries without a kind", () => {
    const folder = folderWith({ "a.csv": "app_bundle\ncom.a\n", "b.txt": "com.b\n" });
    const error = errorOf(() => readListFilesByKind(join(folder, "*")));
    expect(error).toMatchObject({
      code: "LIST_FILES_INVALID",
      problems: [{ source: `${folder}/b.txt:1`, value: "com.b" }],
    });
    expect(() => readListFilesByKind(join(folder, "*"))).toThrow("app_bundle, placement_id or website");
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
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

describe("readListFiles", () => {
  it("reads a file, with its path as it was given", () => {
    const path = join(folderWith({ "apps.txt": "com.a # first\ncom.ä\n" }), "apps.txt");
    expect(withOrigins(readListFiles(path))).toEqual([
      { entry: "com.a", note: "first", source: `${path}:1` },
      { entry: "com.ä", source: `${path}:2` },
    ]);
  });

  it("reads each format by its extension, in any letter case; without one, a file is text", () => {
    const folder = folderWith({
      "a.TXT": "com.a # x\n",
      b: "com.b # x\n",
      "c.csv": "entry;note\ncom.c;x\n",
      "d.tsv": "entry\tnote, y\ncom.d\tx\n",
    });
    expect(entriesIn(folder, "a.TXT", "b", "c.csv", "d.tsv")).toEqual(["com.a", "com.b", "com.c", "com.d"]);
  });

  it("reads files in the order of the patterns, sorts those of a pattern, and reads each once", () => {
    const folder = folderWith({ "b.txt": "com.b", "a.txt": "com.a", "Z.txt": "com.z", "c.csv": "com.c" });
    expect(entriesIn(folder, "c.csv", "*.txt", "{a,c}.*")).toEqual(["com.c", "com.z", "com.a", "com.b"]);
    expect(entriesIn(folder, "?.csv")).toEqual(["com.c"]);
  });

  it("reads folders if a pattern contains them, and ignores hidden files", () => {
    const folder = folderWith({ "a.txt": "com.a", "team/deep/b.txt": "com.b", ".hidden.txt": "com.hidden" });
    mkdirSync(join(folder, "folder.txt"));
    expect(entriesIn(folder, "**/*.txt")).toEqual(["com.a", "com.b"]);
    expect(entriesIn(folder, "*.txt")).toEqual(["com.a"]);
  });

  it("expands the braces of a pattern, also nested ones, unless a file has exactly this name", () => {
    const exact = { "{}.txt": "com.braces", "[a].txt": "com.brackets" };
    const folder = folderWith({ "a.txt": "com.0", "a1.txt": "com.a", "b2.txt": "com.b", "c3.txt": "com.c", ...exact });
    expect(entriesIn(folder, "{a,{b,c}}{1..2}.txt")).toEqual(["com.a", "com.b"]);
    expect(entriesIn(folder, "{}.txt", "[a].txt")).toEqual(["com.braces", "com.brackets"]);
  });

  it("reports the pattern that matches nothing", () => {
    const folder = folderWith({ "a.txt": "com.a" });
    const error = errorOf(() => entriesIn(folder, "a.txt", "*.csv"));
    expect(error).toMatchObject({ code: "FILE_UNREADABLE", path: join(folder, "*.csv") });
    expect(String(error)).toContain(`was not found in ${JSON.stringify(process.cwd())}: check the path`);
    expect(() => readListFiles("")).toThrow("was not found");
  });

  it("rejects more than 1,000 files, which are probably a mistake", () => {
    const names = Array.from({ length: 1001 }, (_, index) => `${String(index).padStart(4, "0")}.txt`);
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, "com.a\n"])));
    expect(entriesIn(folder, "0*.txt")).toHaveLength(1000);
    expect(errorOf(() => entriesIn(folder, "1000.txt", "*.txt"))).toMatchObject({
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

  it("does not ignore a link without a target, which would remove its entries", () => {
    const folder = folderWith({ "a.txt": "com.a" });
    symlinkSync(join(folder, "gone"), join(folder, "b.txt"));
    expect(() => entriesIn(folder, "*.txt")).toThrow("b.txt");
  });

  it("rejects folders, other formats and large files, and names the formats that it reads", () => {
    const folder = folderWith({ "a.ods": "", "large.txt": "com.a", "folder/a.txt": "com.a" });
    truncateSync(join(folder, "large.txt"), 64 * 1024 * 1024 + 1);
    expect(() => entriesIn(folder, "folder")).toThrow("is a folder");
    expect(() => entriesIn(folder, "a.ods")).toThrow("use .txt (or no extension), .csv or .tsv.");
    expect(() => entriesIn(folder, "large.txt")).toThrow("is larger than 64 MiB");
  });

  it("rejects a file without an end, and a pipe whose writer it would have to wait for", () => {
    const folder = folderWith({});
    execFileSync("mkfifo", [join(folder, "pipe.txt")]);
    symlinkSync("/dev/zero", join(folder, "zeros.txt"));
    expect(() => entriesIn(folder, "pipe.txt")).toThrow("is a named pipe");
    expect(() => entriesIn(folder, "zeros.txt")).toThrow("is larger than 64 MiB");
    expect(readListFiles("/dev/null")).toEqual([]);
  });

  it.each(["a.xlsx", "a.XLS"])("names the ways to make a list of the workbook %s", (name) => {
    const folder = folderWith({ [name]: "PK" });
    const message =
      "save it with File > Save As > CSV UTF-8, or run npx --no-install app-list convert FILE.xlsx --output FILE.csv.";
    expect(() => entriesIn(folder, name)).toThrow(message);
  });

  it("reads UTF-8 and UTF-16 without their byte order marks, and names a file that is neither", () => {
    const folder = folderWith({
      "utf8.txt": "\ufeffcom.ä\n",
      "utf16le.csv": Buffer.from("\ufeffapp_bundle\tnote\r\ncom.ä\tx\r\n", "utf16le"),
      "utf16be.txt": Buffer.from("\ufeffcom.ä\n", "utf16le").swap16(),
      "latin1.txt": Buffer.from("com.ä\n", "latin1"),
      "mark.csv": "\ufeff",
    });
    const read = entriesIn(folder, "utf8.txt", "utf16le.csv", "utf16be.txt", "mark.csv");
    expect(read).toEqual(["com.ä", "com.ä", "com.ä"]);
    expect(errorOf(() => entriesIn(folder, "latin1.txt"))).toMatchObject({
      code: "FILE_UNREADABLE",
      path: join(folder, "latin1.txt"),
    });
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

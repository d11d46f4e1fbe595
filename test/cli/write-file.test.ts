import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFile } from "../../provider/cli/write-file";
import { folderWith } from "../files/folder";

describe("a file that a command writes", () => {
  it("keeps its permissions, and the links to it", () => {
    const folder = folderWith({ "shared/report.md": "old" });
    const [file, link] = [join(folder, "shared", "report.md"), join(folder, "report.md")];
    chmodSync(file, 0o640);
    symlinkSync(join("shared", "report.md"), link);
    writeFile(link, "new");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o640]);
    expect(readdirSync(join(folder, "shared"))).toEqual(["report.md"]);
  });

  it.each([
    ["is a folder", "folder", "EISDIR"],
    ["is in a file", "old.md/report.md", "ENOTDIR"],
    ["is in a file system that refuses folders as not found", "/proc/reports/report.md", "ENOENT"],
  ])("is not written if its path %s", (_, path, problem) => {
    const folder = folderWith({ "old.md": "old", "folder/a.md": "" });
    expect(() => writeFile(resolve(folder, path), "new")).toThrow(`cannot be written: ${problem}`);
    expect(readdirSync(folder).toSorted()).toEqual(["folder", "old.md"]);
    expect(readFileSync(join(folder, "old.md"), "utf8")).toBe("old");
  });
});

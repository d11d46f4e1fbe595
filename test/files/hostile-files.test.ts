import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readListFiles } from "../../provider/files/read-list-files";
import { printFinding } from "../../provider/check/finding";
import { readListed } from "../../provider/check/listed-entries";
import { expectMessage, hostileCases, hostileText, survives } from "../harness/hostile";
import { runProgram } from "../cli/run-program";
import { folderWith } from "./folder";

/**
 * Reads a list file and declares its entries; asserts that either succeeds, or fails with an error that helps.
 *
 * @returns how many entries were listed.
 */
async function read(path: string, content: string | Uint8Array): Promise<number> {
  writeFileSync(path, content);
  const listed = (await survives(() => readListFiles(path))) ?? [];
  readListed("appBundles", listed, "2026-01-01")
    .problems.slice(0, 20)
    .forEach((problem) => expectMessage(printFinding(problem)));
  return listed.length;
}

const words = ["app_bundle", "website", "note", "expires", "entyr", "sep=;", "com.a", "2027-01-31", "#REF!", "123456"];

/** Lines as tables and texts have them, with headers, delimiters and quotes in all the wrong places. */
const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(",", ";", "\t", '"', '""', "\n", "\r\n", "\r", "#", " ", "\ufeff"),
      hostileText,
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const content = fc.oneof(
  { weight: 4, arbitrary: lines },
  fc.uint8Array({ maxLength: 100 }),
  lines.map((text) => Buffer.from(`\ufeff${text}`, "utf16le")),
);

it("reads a text or a table from anywhere, or rejects it with a message that helps", async () => {
  const folder = folderWith({});
  const names = fc.constantFrom("a.txt", "a.csv", "a.tsv", "a");
  const property = fc.asyncProperty(names, content, async (name, text) => void (await read(join(folder, name), text)));
  await fc.assert(property, hostileCases);
});

it("reads 200,000 lines", async () => {
  expect(await read(join(folderWith({}), "a.txt"), "com.a\n".repeat(200_000))).toBe(200_000);
});

it.each<[name: string, content: string, entries: number, code?: number, file?: string]>([
  ["line breaks", "\n".repeat(500_000), 0],
  ["spaces before a letter", `${" ".repeat(500_000)}a`, 1],
  ["symbols between letters", `a${"-".repeat(500_000)}a`, 1, 1],
  ["quotes between letters", `a${"'".repeat(500_000)}a,\nb;`, 2, 1],
  ["colons of a header", `entry${":".repeat(500_000)}a,note`, 1, 1],
  ["dots and letters of a note", `a${".".repeat(500_000)}a # b.${"c".repeat(500_000)} # d`, 1, 1],
  ["words of a note", `com.a # ${"until ".repeat(500_000)}2027-01-31`, 1, 1],
  ["combining characters", `com.${"\u0301\u0316".repeat(250_000)}`, 1, 1],
  ["dashes after a name", `-a.${"-".repeat(500_000)};`, 1, 1],
  ["bars between names", `${"a.b|".repeat(100_000)};`, 1, 1],
  ["dots before a #", `com.a  # ${"x.y ".repeat(125_000)} #`, 0, 1],
  ["spaces before a #", `com.a  # b.c${" ".repeat(500_000)}#`, 0, 1],
  ["spaces in an entry", `com.a${" ".repeat(500_000)}b`, 1, 1],
  ["line separators", "\u2028".repeat(500_000), 0],
  ["line separators of a table", `entry\n${"\u2028".repeat(500_000)}`, 0, 0, "a.csv"],
  ["comments between line separators", `entry\n${"#\u2028".repeat(250_000)}`, 0, 0, "a.csv"],
  ["hashes of a cell", `entry\n"a${"#".repeat(500_000)}\nx"`, 1, 1, "a.csv"],
  ["bars of a header", `entry,(a${"|".repeat(500_000)}x)\n`.repeat(2), 0, 0, "a.csv"],
  ["words after until", `com.a # ${"until the end of ".repeat(100)}`, 1],
])("reads half a million %s without delay", async (_, content, entries, code = 0, file = "a.txt") => {
  const path = join(folderWith({}), file);
  expect(await read(path, content)).toBe(entries);
  expect((await runProgram(["validate", path])).code).toBe(code);
});

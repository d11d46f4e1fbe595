import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDelivery } from "../../provider/cli/read-delivery";
import { readListFile } from "../../provider/files/read-list-file";
import { exitCodes } from "../../provider/cli/exit-code";
import { jsonReportSchema } from "../../provider/report/report";
import { folderWith } from "../files/folder";
import { readExamples } from "../harness/example-texts";
import { create, printPreview, refresh, update } from "../report/preview";
import { runProgram } from "./run-program";

function read(content: string | Buffer) {
  return readDelivery(join(folderWith({ "days.csv": content }), "days.csv"));
}

/** The content of a file. The title may name its columns, and that a limit is judged by it. */
it.each(readExamples(join(import.meta.dirname, "delivery-examples.txt")))(
  "a delivery file %s",
  (title, content, expected) => {
    const [, columns, limited] = title.split(" | ");
    const [entry = "", amount = ""] = columns?.split(",") ?? [];
    const folder = folderWith({ "days.csv": content });
    const print = () => {
      const read = readDelivery(
        join(folder, "days.csv"),
        columns === undefined ? undefined : [entry, amount],
        limited !== undefined,
      );
      const { measure, days, rowsLeftOut, shares } = read;
      const known = days === undefined ? "no days" : `${days.first} to ${days.last}`;
      return [`${measure}, ${known}, ${rowsLeftOut} left out`, ...shares.map(([name, share]) => `${name} ${share}`)];
    };
    expect(linesOrError(print).map((line) => line.replaceAll(`${folder}/`, ""))).toEqual(expected);
  },
);

function linesOrError(print: () => readonly string[]): readonly string[] {
  try {
    return print();
  } catch (error) {
    return [String(error)];
  }
}

describe("a delivery file", () => {
  it("may be in UTF-16", () => {
    expect(read(Buffer.from("\uFEFFbundle\timps\ncom.a\t5\n", "utf16le")).shares).toEqual([["com.a", 1]]);
  });

  it("may have a hundred lines above its header", () => {
    const lines = Array.from({ length: 99 }, (_, index) => `Campaign ID,Equals:${index}`);
    expect(read(`${lines.join("\n")}\nApp bundle,Impressions\ncom.a,5\n`).shares).toEqual([["com.a", 1]]);
  });

  it.each(["App ID", "app_bundles", "Bundle Identifier", "Store-ID", "package name", "Placement ID", "site"])(
    "has the columns of entries that list files have, such as %s",
    (name) => {
      expect(read(`App,${name},imps\nBingo,com.a,5\n`).shares).toEqual([["com.a", 1]]);
      const list = join(folderWith({ "list.csv": `${name}\ncom.a\n` }), "list.csv");
      expect(readListFile(list)).toMatchObject({ entries: [{ entry: "com.a" }], problems: [] });
    },
  );

  it("has the same shares in any order of its rows", () => {
    const row = fc.tuple(fc.constantFrom("com.a", "com.b", "com.c"), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 4, maxLength: 12 }), (rows) => {
        const print = (all: typeof rows) =>
          `bundle,imps\nothers,1000\nothers,999\n${all.map((cells) => cells.join(",")).join("\n")}\n`;
        const sharesIn = (all: typeof rows) =>
          new Set(read(print(all)).shares.map(([entry, share]) => `${entry} ${share}`));
        expect(sharesIn(rows)).toEqual(sharesIn(rows.toReversed()));
      }),
      { numRuns: 30 },
    );
  });
});

describe("app-list report --delivery", () => {
  const columns = "date,app bundle,impressions\n";
  const file = `${columns}2026-10-24,com.a,400\n2026-10-25,com.a,12\n2026-11-22,COM.B,88\n2026-11-22,com.rest,499\n2026-11-20,com.more,0\n`;
  const preview = printPreview([
    refresh("blocked", { appBundles: ["com.b", "com.kept"] }),
    update("blocked", { appBundles: ["com.b", "com.kept"] }, { appBundles: ["com.a", "com.kept", "com.new"] }),
    create("other", { appListId: 9, appBundles: ["com.a"] }),
  ]);

  /** Reports the preview with a delivery file; default: the file above. */
  async function report(given: string, content = file, name = "last-30-days.csv") {
    const folder = folderWith({ "preview.json": preview, [name]: content });
    const words = ["report", join(folder, "preview.json"), "--delivery", join(folder, name)];
    return runProgram([...words, ...given.split(" ").filter(Boolean)], { now: "2027-01-31T12:34:56Z" });
  }

  it("has the shares in the headline, where an entry counts once, in each list, and at each entry, sorted by it", async () => {
    const { code, output } = await report("");
    expect(code).toBe(exitCodes.changes);
    const when = "of the impressions in last-30-days.csv (24 Oct – 22 Nov)";
    const [headline] = output.split("\n");
    expect(headline).toContain(
      `; adds entries with 41.2% and removes entries with 8.8% ${when}; 1 of 3 entries are not in the file`,
    );
    expect(output).toContain("; adds entries with 41.2% of the impressions\n");
    expect(output).toMatch(/ {4}\+ com\.a {2}\(41\.2%\)\n {4}\+ com\.new\n/u);
    expect(output).toContain("    - com.b  (8.8%)\n");
  });

  it("has no share of entries that the file does not contain, not even 0%", async () => {
    const { output } = await report("", "bundle,impressions\ncom.other,3\ncom.more,4\n");
    expect(output).not.toMatch(/with 0%/u);
    expect(output).toContain("; the delivery file contains none of the 3 changed entries\n");
  });

  it("prints no absolute number in any format", async () => {
    for (const format of ["text", "markdown", "html", "json"])
      expect((await report(`--format ${format}`)).output).not.toMatch(/\b(?:412|499|999)\b/u);
  });

  it("has the shares as data, and names the file by characters that cannot be markup", async () => {
    const { output } = await report("--json", file, "[a](b)<i>@x.csv");
    const { delivery, resources } = jsonReportSchema.parse(JSON.parse(output));
    expect(delivery).toMatchObject({ file: "_a__b__i__x.csv", entries: 3, unknown: 1, rowsLeftOut: 0 });
    expect(resources.map((each) => each.delivery?.entries)).toEqual([3, 1]);
  });

  it("has the number of rows that were left out in the headline, and a limit fails with a file of names", async () => {
    const totals = "bundle,impressions\nTotal,100\ncom.a,40\ncom.rest,60\nTotal: Account,100\n";
    expect((await report("--max-delivery 41%", totals)).output).toContain(
      "adds entries with 40% of the impressions in last-30-days.csv (its dates are not known; 2 rows of totals left out)",
    );
    expect((await report("--max-delivery 39%", totals)).code).toBe(exitCodes.error);
    const named = await report("--max-delivery 39%", "bundle,impressions\nBingo,40\nKeno,60\n");
    expect([named.code, named.output]).toEqual([exitCodes.error, ""]);
    expect(named.messages).toContain("[FILE_UNREADABLE]");
    expect((await report("--max-delivery 39", totals)).messages).toContain("must be a percentage such as");
    // New and blocked apps have no delivery.
    const others = await report("--max-delivery 1%", "bundle,impressions\ncom.x,40\ncom.y,60\n");
    expect(others.code).toBe(exitCodes.changes);
  });

  it.each([
    ["41%", exitCodes.error],
    ["42%", exitCodes.changes],
  ])("with --max-delivery %s, judges each list and direction by itself", async (most, expected) => {
    const { code, output } = await report(`--max-delivery ${most}`);
    expect(code).toBe(expected);
    const isOver = expected === exitCodes.error;
    expect(output.startsWith("Over --max-delivery; 2 app lists would change: ")).toBe(isOver);
    expect(output.includes(`; over --max-delivery ${most}\n`)).toBe(isOver);
  });

  it.each(["text", "markdown", "html", "json"])(
    "is shown for drift alone, by the named columns, as %s",
    async (format) => {
      const [held, now] = [
        { appBundles: ["com.a", "com.b"] },
        { appBundles: ["com.a"], missing: { appBundles: ["com.b"] } },
      ];
      const drifted = [refresh("blocked", held), update("blocked", now, { appBundles: ["com.a", "com.b", "com.new"] })];
      const days = "Inventory,Served\ncom.b,41\ncom.rest,59\n";
      const folder = folderWith({ "preview.json": printPreview(drifted), "days.csv": days });
      const given = ["--drift-only", "--delivery", join(folder, "days.csv"), "--delivery-columns", "Inventory,Served"];
      const words = ["report", join(folder, "preview.json"), ...given, "--format", format];
      const { code, output } = await runProgram(words);
      expect(code).toBe(exitCodes.changes);
      expect(output).toMatch(/41%|0\.41/u);
      expect(output).not.toContain("com.new");
      const written = await runProgram([...words, "--output", join(folder, "report")]);
      expect(written.messages).toMatch(/^Drift in 1 app list\n/u);
    },
  );

  it("is needed for its other options", async () => {
    const { code, messages } = await runProgram(["report", "--max-delivery", "20%"], { input: preview });
    expect(code).toBe(exitCodes.error);
    expect(messages).toContain("--max-delivery and --delivery-columns need --delivery FILE");
  });
});

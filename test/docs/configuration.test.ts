import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { findColumn } from "../../provider/files/header";
import { readPage, sectionOf, tableRows } from "./markdown";

/** The text in backticks in a cell. */
function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name);
}

describe("docs/reference/files.md", () => {
  it("names columns that have the meaning of their row", () => {
    const meanings = {
      "app bundle": { role: "entry", kind: "appBundles" },
      "placement ID": { role: "entry", kind: "placementIds" },
      website: { role: "entry", kind: "websites" },
      entry: { role: "entry", kind: undefined },
      note: { role: "note" },
      expires: { role: "expires" },
    };
    const rows = tableRows(sectionOf(readPage("docs/reference/files.md"), "Tables").text);
    const read = rows.map(([meaning = "", names]) => [
      meaning,
      ...new Set(namesIn(names).map((name) => JSON.stringify(findColumn(name)))),
    ]);
    expect(read).toEqual(Object.entries(meanings).map(([meaning, column]) => [meaning, JSON.stringify(column)]));
  });
});

describe("docs/reference/cli.md", () => {
  it("has a row for each exit code", () => {
    const rows = tableRows(sectionOf(readPage("docs/reference/cli.md"), "Exit codes").text).map(([code]) =>
      Number(code),
    );
    expect(rows).toEqual(Object.values(exitCodes));
  });
});

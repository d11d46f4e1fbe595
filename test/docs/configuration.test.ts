import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { argumentsSchema, textsSchema } from "../../provider/resource/inputs";
import { findColumn } from "../../provider/files/header";
import { settingKeys, configurationKeys, environmentName } from "../../provider/settings/keys";
import { readPage, sectionOf, tableRows } from "./markdown";

/** What stands in backticks in a cell. */
function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name);
}

describe("docs/installation-configuration.md", () => {
  it("has a row for each setting, with its environment variable", () => {
    const rows = tableRows(sectionOf(readPage("docs/installation-configuration.md"), "Settings").text);
    const shown = rows.map(([key, variable]) => [...namesIn(key), ...namesIn(variable)].join(" "));
    const key = z.enum([...settingKeys, "accounts"]);
    const expected = [...configurationKeys].map((name) => `${name} ${environmentName(key.parse(name))}`);
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });
});

describe("docs/reference/resource.md", () => {
  it("has a row for each argument of the resource", () => {
    const rows = tableRows(sectionOf(readPage("docs/reference/resource.md"), "Arguments").text).flatMap(([name]) =>
      namesIn(name),
    );
    const names = [...Object.keys(argumentsSchema.shape), ...Object.keys(textsSchema.shape)];
    expect(rows.toSorted()).toEqual(names.toSorted());
  });
});

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

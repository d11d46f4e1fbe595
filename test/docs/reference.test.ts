import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { findColumn } from "../../provider/files/table";
import { commandTexts, commandsByName, commonOptionTexts } from "./command-texts";
import { jsonSchemas } from "../harness/json-schemas";
import { appListEntries, getAppList, getCampaigns } from "../harness/package-schema";
import { readPage, sectionOf, sectionsOf, tableRows } from "./markdown";
import { expectGenerated } from "./shown-output";
import { exampleTexts, memberTexts, propertyTexts, settingTexts } from "./reference-texts";

// An argument that is an output as the program wrote it has one description for both.
const inputs = new Set(Object.values(appListEntries.inputProperties).map(({ description }) => description));
const outputs = Object.fromEntries(
  Object.entries(appListEntries.properties).filter(([, { description }]) => !inputs.has(description)),
);

/** The text in backticks in a cell. */
function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name);
}

const functions = { getAppList, getCampaigns };

describe("docs/_index.md and docs/installation-configuration.md", () => {
  it.each(["docs/_index.md", "docs/installation-configuration.md"])(
    "begin as the pages of Pulumi's registry: %s",
    (path) => {
      const [, frontMatter = ""] = /^---\n(.*?)^---\n/msu.exec(readPage(path).text) ?? [];
      const strings = z.strictObject({ title: z.string(), meta_desc: z.string(), layout: z.literal("package") });
      expect(strings.safeParse(parse(frontMatter)).error).toBeUndefined();
    },
  );

  it("have the settings of the schema", async () => {
    await expectGenerated("docs/installation-configuration.md", "settings", settingTexts());
  });
});

describe("docs/reference/resource.md", () => {
  it.each([
    ["examples", exampleTexts(appListEntries.description)],
    ["arguments", propertyTexts(appListEntries.inputProperties, appListEntries.requiredInputs)],
    ["outputs", propertyTexts(outputs)],
  ])("has the %s of the schema", async (name, text) => {
    await expectGenerated("docs/reference/resource.md", name, text);
  });
});

describe("the functions in docs/reference/resource.md", () => {
  it.each(Object.entries(functions))(
    "describes %s as the schema does",
    async (name, { description, inputs, outputs }) => {
      const sentences = description.slice(0, description.indexOf("\n"));
      const text = `${sentences}

${exampleTexts(description, ["typescript", "yaml"])}

Arguments:

${propertyTexts(inputs.properties, inputs.required)}

Returns:

${propertyTexts(outputs.properties)}`;
      await expectGenerated("docs/reference/resource.md", name, text);
    },
  );
});

it("docs/reference/files.md names columns that have the meaning of their row", () => {
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

describe("docs/reference/cli.md", () => {
  it("has a row for each exit code", () => {
    const rows = tableRows(sectionOf(readPage("docs/reference/cli.md"), "Exit codes").text);
    expect(rows.map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
  });

  it("describes the options that several commands have", async () => {
    await expectGenerated("docs/reference/cli.md", "common options", commonOptionTexts());
  });

  it.each([...commandsByName])("describes the command %s as its help does", async (name, command) => {
    await expectGenerated("docs/reference/cli.md", name, commandTexts(command));
  });

  it("has a section for each command, and none for another", () => {
    const headings = sectionsOf(readPage("docs/reference/cli.md")).map(({ heading }) => heading);
    const names = headings.flatMap((heading) => /^`app-list (\w+)`$/u.exec(heading)?.[1] ?? []);
    expect(names).toEqual([...commandsByName.keys()]);
  });
});

describe("docs/reference/json.md", () => {
  it.each([...jsonSchemas.keys()])("has the members of the output of %s", async (command) => {
    await expectGenerated("docs/reference/json.md", command, memberTexts(command));
  });
});

import { globSync } from "node:fs";
import { basename } from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { environmentName } from "../../provider/api/keys";
import { settingKeys } from "../../provider/api/settings-table";
import { exitCodes } from "../../provider/cli/exit-code";
import { findColumn } from "../../provider/check/columns";
import { informationCodes, warningCodes } from "../../provider/check/finding";
import { kinds } from "../../provider/list/kinds";
import { jsonReportSchema } from "../../provider/report/report";
import { root } from "../../tools/paths.mjs";
import { commandTexts, commandsByName, commonOptionTexts } from "./command-texts";
import { jsonSchemas } from "../harness/json-schemas";
import {
  appListEntries,
  getAppList,
  getCampaigns,
  schema,
  type Properties,
  type Type,
} from "../harness/package-schema";
import { readPage, readPages, sectionOf, tableRows } from "./markdown";
import { expectGenerated, expectShown } from "./shown-output";

/** The programs in a description of the schema, in the languages that the page shows. */
function exampleTexts(description: string): string {
  const languages = [
    ["typescript", "TypeScript", "ts"],
    ["yaml", "YAML", "yaml"],
  ] as const;
  return languages
    .map(([language, name, fence]) => {
      const program = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(description)?.[1];
      if (program === undefined) throw new Error(`There is no example in ${language} in: ${description}`);
      return `${name}:\n\n\`\`\`${fence}\n${program}\`\`\`\n`;
    })
    .join("\n");
}

/** The properties of a resource or a function as a list. */
function propertyTexts(properties: Properties, required: readonly string[] = []): string {
  return Object.entries(properties)
    .map(([name, property]) => {
      const type = typeName(property, name);
      const marks = [type, ...(required.includes(name) ? ["required"] : [])];
      // The page describes the forms of entries once.
      const [meaning = ""] = property.description.split(" A list of entries, or of objects");
      return `- **\`${name}\`** (${marks.join(", ")}): ${meaning}\n`;
    })
    .join("");
}

/** The type of a property in words. */
const schemaTypes: Readonly<Record<string, Type>> = schema.types;

function typeName({ type, $ref, oneOf, items }: Type, property = ""): string {
  if ($ref?.startsWith("#/types/") === true) return schemaTypes[$ref.slice("#/types/".length)]?.type ?? "object";
  if ($ref !== undefined) return kinds.some((kind) => kind === property) ? "list or text" : "object";
  if (oneOf !== undefined) return oneOf.map((each) => typeName(each)).join(" or ");
  return items === undefined ? `${type}` : `list of ${typeName(items)}s`;
}

/** The description of a setting: its meaning, what applies if it is not set, and its environment variable. */
const settingPattern = /^(.*?) (?:Default: (.*)|(Required.*))\. Environment variable: (.*)\.$/u;

/** The settings as a list. */
function settingTexts(): string {
  return Object.entries(schema.provider.inputProperties)
    .map(([key, { description, secret }]) => {
      const parts = settingPattern.exec(description);
      if (parts === null) throw new Error(`The description of ${key} has other parts: ${description}`);
      const [, meaning, absent, required, variable] = parts;
      const without = absent === undefined ? required : `Default: ${absent}`;
      return `- **\`${key}\`** (${variable}): ${meaning}${secret === true ? " Secret." : ""} ${without}.\n`;
    })
    .join("");
}

/** A JSON schema of a document, or of an error. */
const documentsSchema = z.object({
  anyOf: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
});

// An argument that is an output as the program wrote it has one description for both.
const inputs = new Set(Object.values(appListEntries.inputProperties).map(({ description }) => description));
const outputs = Object.fromEntries(
  Object.entries(appListEntries.properties).filter(([, { description }]) => !inputs.has(description)),
);

/** The text in backticks in a cell. */
function namesIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = ""]) => name);
}

it("docs/installation.md has the settings of the schema", async () => {
  await expectGenerated("docs/installation.md", "settings", settingTexts());
});

it("docs/installation.md has each variable of the environment that the package reads", () => {
  const sources = readPages("provider/**/*.ts").filter(({ path }) => !/\/(?:dist|node_modules)\//u.test(path));
  const ofSettings = [...settingKeys, "accounts" as const].map(environmentName);
  const written = sources.flatMap(({ text }) => text.match(/\bAPP_LIST_[A-Z_]+\b/gu) ?? []);
  const variables = new Set([...ofSettings, ...written]);
  const { text } = readPage("docs/installation.md");
  expect([...variables].filter((name) => !text.includes(`\`${name}`) && !text.includes(` ${name} `))).toEqual([]);
});

describe("docs/reference/resource.md", () => {
  it.each([
    ["arguments", propertyTexts(appListEntries.inputProperties, appListEntries.requiredInputs)],
    ["outputs", propertyTexts(outputs)],
  ])("has the %s of the schema", async (name, text) => {
    await expectGenerated("docs/reference/resource.md", name, text);
  });

  it.each(Object.entries({ getAppList, getCampaigns }))("describes %s as the schema does", async (name, called) => {
    const { description, inputs, outputs } = called;
    const text = `${description.slice(0, description.indexOf("\n"))}

${exampleTexts(description)}

Arguments:

${propertyTexts(inputs.properties, inputs.required)}

Returns:

${propertyTexts(outputs.properties)}`;
    await expectGenerated("docs/reference/resource.md", name, text);
  });
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
  const rows = tableRows(sectionOf(readPage("docs/reference/files.md"), "Tables"));
  const read = rows.map(([meaning = "", names]) => [
    meaning,
    ...new Set(namesIn(names).map((name) => JSON.stringify(findColumn(name)))),
  ]);
  expect(read).toEqual(Object.entries(meanings).map(([meaning, column]) => [meaning, JSON.stringify(column)]));
});

it("docs/reference/files.md describes the code of each finding, with its severity", () => {
  const [warnings = "", infos = ""] = sectionOf(readPage("docs/reference/files.md"), "Findings").split(/^Infos/mu);
  const codesIn = (list: string) => Array.from(list.matchAll(/^- `(\w+)`/gmu), ([, code]) => code);
  expect([codesIn(warnings), codesIn(infos)]).toEqual([[...warningCodes], [...informationCodes]]);
});

describe("docs/reference/cli.md", () => {
  it("has a row for each exit code", () => {
    const rows = tableRows(sectionOf(readPage("docs/reference/cli.md"), "Exit codes"));
    expect(rows.map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
  });

  it("describes the options that several commands have", async () => {
    await expectGenerated("docs/reference/cli.md", "common options", commonOptionTexts());
  });

  it.each([...commandsByName])("describes the command %s as its help does", async (name, command) => {
    await expectGenerated("docs/reference/cli.md", name, commandTexts(command));
  });
});

describe("docs/reference/json.md", () => {
  it("has the members of each document", async () => {
    const rows = [...jsonSchemas].map(([command, schema]) => {
      const [document] = documentsSchema.parse(schema).anyOf;
      const members = Object.keys(document?.properties ?? {}).map((name) => `\`${name}\``);
      return `| [\`${command}\`](schemas/${command}.json) | ${members.join(", ")} |\n`;
    });
    const table = `| command | members |\n| --- | --- |\n${rows.join("")}`;
    await expectGenerated("docs/reference/json.md", "documents", table);
  });

  it.each([...jsonSchemas])("has the schema of the output of %s beside it", async (command, schema) => {
    const page = `docs/reference/schemas/${command}.json`;
    const printed = await format(JSON.stringify(schema), { parser: "json", printWidth: 120 });
    expectShown({ page, shown: readPage(page).text, printed });
  });

  it("has a schema for each command that prints a document, and no other", () => {
    const names = [...jsonSchemas.keys()].toSorted();
    expect(names).toEqual(["doctor", "report", "validate"]);
    const files = globSync("docs/reference/schemas/*", { cwd: root }).map((path) => basename(path, ".json"));
    expect(files.toSorted()).toEqual(names);
  });
});

it("docs/reference/json.md explains each outcome of a report", () => {
  const { text } = readPage("docs/reference/json.md");
  const [outcomes = ""] =
    /(?<=^- \*\*`outcome` of a report\*\*: ).*?(?=If several apply, the first)/msu.exec(text) ?? [];
  expect(namesIn(outcomes).filter((name) => !name.startsWith("--"))).toEqual(jsonReportSchema.shape.outcome.options);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { version } from "../../../../provider/common/version";
import { kinds } from "../../../../provider/list/kinds";
import { parseState, printState } from "../../../../provider/resource/state";
import { parseLimit, usualLimit } from "../../../../provider/list/limits";
import { argumentsSchema, changedArguments, computedOutputs, textsSchema } from "../../../../provider/resource/inputs";
import * as dataFunctions from "../../../../provider/resource/data-functions";
import { Run } from "../../../../provider/resource/run";
import { environmentName } from "../../../../provider/api/keys";
import { readSettings, SettingsError, type Settings } from "../../../../provider/api/settings";
import {
  credentialKeys,
  secretKeys,
  settingKeys,
  settingsSchema,
  type SettingKey,
} from "../../../../provider/api/settings-table";
import { defaultAccount } from "../../../../provider/simulator/index";
import { root } from "../../../../tools/paths.mjs";
import { readPage } from "../../../docs/markdown";
import { expectShown } from "../../../docs/shown-output";
import {
  account,
  appListEntries,
  entries,
  getAppList,
  getCampaigns,
  schema,
  type Type,
} from "../../../harness/package-schema";
import { membersOf } from "../../../harness/declared-members";
import { simulatorForTest } from "../../../simulator/simulators";

const settings = schema.provider.inputProperties;

/** Every property in the schema. */
const described: (readonly [name: string, z.infer<typeof describedSchema>])[] = [];
const describedSchema = z.looseObject({ description: z.string(), secret: z.boolean().optional() });
JSON.stringify(schema, (key, value: unknown) => {
  if (/^(?:properties|inputProperties|variables)$/u.test(key))
    described.push(...Object.entries(z.record(z.string(), describedSchema).parse(value)));
  return value;
});

/** The inputs with one of some values. They are enums in inputs only: no YAML program could pass an output to itself. */
const choices = {
  purpose: { $ref: "#/types/app-list:index:Purpose" },
  observe: { $ref: "#/types/app-list:index:Observe" },
} as const;

const jsonTypeSchema = z.object({ type: z.union([z.string(), z.array(z.string())]) });

/** The types of the members of an object, as the schema writes them. */
function typesIn(object: z.ZodObject): Readonly<Record<string, Type>> {
  const types = Object.entries(z.toJSONSchema(object).properties ?? {}).map(([name, property]): [string, Type] => {
    const { type } = jsonTypeSchema.parse(property);
    return [name, typeof type === "string" ? { type } : { oneOf: type.map((each) => ({ type: each })) }];
  });
  return Object.fromEntries(types);
}

/** The types of properties. */
function typesOf(properties: typeof settings): Readonly<Record<string, Type>> {
  const types = Object.entries(properties).map(([name, property]): [string, Type] => {
    const { description: _, secret: _secret, willReplaceOnChanges: _replaces, ...type } = property;
    return [name, type];
  });
  return Object.fromEntries(types);
}

/** The default in a description: its first word in backticks, or its number. */
function defaultOf(properties: typeof settings, name: string): string | undefined {
  return /Default: `?([^\s`]+?)[`.,]/u.exec(properties[name]?.description ?? "")?.[1];
}

describe("the schema", () => {
  it("is a valid package schema of Pulumi", () => {
    const text = readFileSync(join(import.meta.dirname, "pulumi", "metaschema.json"), "utf8");
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
    validate(schema);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("has the version of the package, and no other placeholder than that of the setting readPath", () => {
    expect(schema["version"]).toBe(version);
    const placeholders = JSON.stringify(schema).match(/\{[\w.]+\}/gu);
    expect(new Set(placeholders)).toEqual(new Set(["{id}"]));
  });

  it("takes over the resources of the dynamic provider", () => {
    expect(appListEntries["aliases"]).toEqual([{ type: "pulumi-nodejs:dynamic/app-list:AppListEntries" }]);
  });

  it("names the entry point of the npm package in the code that Pulumi generates for Node.js", () => {
    const manifest = readFileSync(join(root, "provider", "package.json"), "utf8");
    const { name, exports } = z.object({ name: z.string(), exports: z.looseObject({}) }).parse(JSON.parse(manifest));
    expect(schema.language.nodejs.packageName).toBe(`${name}/plugin`);
    expect(exports).toHaveProperty(["./plugin"]);
  });

  it("describes each property, of which settings alone are secret, without a default that SDKs copy into states", () => {
    for (const [name, { description }] of described)
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].+[.#`]$/su)]);
    const secret = described.filter((property) => property[1].secret === true);
    expect(new Set(secret.map(([name]) => name))).toEqual(new Set([...secretKeys, "accounts"]));
    expect(JSON.stringify(schema)).not.toMatch(/"default(Info)?":/u);
  });
});

describe("the arguments in the schema", () => {
  const { inputProperties, requiredInputs, properties } = appListEntries;
  const entriesInputs = Object.fromEntries(kinds.map((kind) => [kind, { $ref: "pulumi.json#/Any" }]));

  it("are those of the resource, with their types, and those that are required or replace the resource", () => {
    const { purpose } = choices;
    expect(typesOf(inputProperties)).toEqual({ ...typesIn(argumentsSchema), ...entriesInputs, purpose });
    const isRequired = Object.entries(argumentsSchema.shape).filter(([, shape]) => !shape.safeParse(undefined).success);
    expect(requiredInputs).toEqual(isRequired.map(([name]) => name));
    const replacing = Object.entries(inputProperties).filter(
      ([, property]) => property["willReplaceOnChanges"] === true,
    );
    expect(replacing.map(([name]) => name)).toEqual(["appListId"]);
  });

  it("are also outputs, which have the entries as texts", () => {
    const fromArguments = { ...typesIn(argumentsSchema), ...typesIn(textsSchema) };
    expect(Object.keys(properties)).toEqual([...Object.keys(fromArguments), ...computedOutputs]);
    expect(typesOf(properties)).toMatchObject(fromArguments);
    expect(typesOf(entries.properties)).toEqual(typesIn(textsSchema));
    for (const name of Object.keys(argumentsSchema.shape)) {
      const { type, $ref: _, ...others } = inputProperties[name] ?? {};
      expect(properties[name]).toEqual({
        ...others,
        ...typesIn(argumentsSchema)[name],
        ...(type !== undefined && { type }),
      });
    }
  });

  it("are, with the other outputs, all members of a state, of which each state has those that are required", () => {
    const texts = { appBundles: "com.a\n" };
    const drift = { missing: texts, unconfirmedRemovals: texts, imported: true, unmanaged: 1 };
    const facts = { name: "n", description: "d", hasAssociatedCampaigns: true, baseUrl: "https://api.example.com" };
    const least = printState(parseState({ stateVersion: 1, appListId: 1 }));
    const all = printState(parseState({ ...least, ...texts, adopted: texts, ...drift, ...facts }));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(all)));
    expect(Object.keys(all)).toEqual(expect.arrayContaining([...computedOutputs]));
    expect(Object.keys(least).toSorted()).toEqual(["stateVersion", ...(appListEntries.required ?? [])].toSorted());
  });

  it("have enums for each value of purpose and observe", () => {
    for (const [name, shape] of [
      ["Purpose", argumentsSchema.shape.purpose],
      ["Observe", settingsSchema.shape.observe],
    ] as const) {
      const values = schema.types[`app-list:index:${name}`].enum.map(({ value }) => value);
      expect(values).toEqual(z.object({ enum: z.array(z.string()) }).parse(z.toJSONSchema(shape)).enum);
    }
  });

  it("are false by default, as an omitted argument counts for the resource", () => {
    for (const name of ["exclusive", "claimExisting"] as const) {
      expect(defaultOf(inputProperties, name)).toBe("false");
      expect(changedArguments({}, { [name]: false })).toEqual([]);
    }
  });

  it("have the limit of removals that applies by default", () => {
    expect(parseLimit(defaultOf(inputProperties, "removalLimit"))).toEqual(usualLimit);
  });
});

describe("the settings in the schema", () => {
  const descriptionOf = (key: SettingKey): string => settingsSchema.shape[key].description ?? "";

  /** The properties of the settings. A named account takes those that are no credentials from the provider. */
  const propertiesOf = (owner: "provider" | "account") =>
    Object.fromEntries(
      settingKeys.map((key) => {
        const isNumber = typeof settingsSchema.shape[key].safeParse("1").data === "number";
        const type = key === "observe" ? choices.observe : { type: isNumber ? "integer" : "string" };
        const ofAccount = credentialKeys.has(key)
          ? descriptionOf(key)
          : descriptionOf(key).replace(/ (?:Required|Default: ).*$/u, " Default: the setting of the provider.");
        const ofProvider = `${descriptionOf(key)} Environment variable: \`${environmentName(key)}\`.`;
        const property = { ...type, description: owner === "account" ? ofAccount : ofProvider };
        return [key, secretKeys.has(key) ? { ...property, secret: true } : property];
      }),
    );

  it("are those of the table: of the configuration, of a provider, and of a named account", () => {
    const { accounts, ...others } = settings;
    expect(others).toEqual(propertiesOf("provider"));
    expect(Object.keys(others)).toEqual(settingKeys);
    expect(accounts?.description).toMatch(/ Environment variable: `APP_LIST_ACCOUNTS`\.$/u);
    expect(accounts?.secret).toBe(true);
    const { $ref: _, ...observe } = settings["observe"] ?? {};
    expect(schema.config.variables).toEqual({ ...settings, observe: { type: "string", ...observe } });
    expect(account.properties).toEqual(propertiesOf("account"));
  });

  it("are the arguments of a provider resource, with the same descriptions", () => {
    const members = membersOf("hosts/program/plugin/provider.ts", "AccountArgs");
    const described = members.map(({ name, description, type }) => [name, description, type === "number"]);
    expect(described).toEqual(settingKeys.map((key) => [key, descriptionOf(key), settings[key]?.type === "integer"]));
  });

  it("are described as required if the settings are rejected without them, and otherwise with their defaults", () => {
    const more = { observe: "read", readPath: "/{id}", maxEntriesPerRequest: "1", timeoutSeconds: "1" };
    const all = new Map(Object.entries({ ...defaultAccount, baseUrl: "https://api.example.com", ...more }));
    const read = (...without: readonly string[]): Settings =>
      readSettings({ config: (key) => (without.includes(key) ? undefined : all.get(key)), environment: {} });
    for (const key of settingKeys) {
      if (/ Required/u.test(settings[key]?.description ?? "")) expect(() => read(key)).toThrow(SettingsError);
      else read(key);
    }
    const { observe, timeoutSeconds } = read("observe", "readPath", "timeoutSeconds");
    expect(defaultOf(settings, "observe")).toBe(observe);
    expect(defaultOf(settings, "timeoutSeconds")).toBe(String(timeoutSeconds));
  });
});

/** A run with these settings. */
function runWith(given: Readonly<Record<string, string>>): Run {
  return new Run({ config: (key) => given[key], environment: {} }, () => undefined);
}

/** The types of values, as the schema writes them. */
function typesOfValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Type>> {
  const typeOf = (value: unknown): Type =>
    Array.isArray(value)
      ? { type: "array", items: typeOf(value[0]) }
      : { type: Number.isInteger(value) ? "integer" : typeof value };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeOf(value)]));
}

describe("the functions in the schema", () => {
  const { appListId, account: accountName } = typesIn(argumentsSchema);
  const functions = [
    [dataFunctions.getAppList, getAppList, { appListId, account: accountName }],
    [dataFunctions.getCampaigns, getCampaigns, { account: accountName, perPage: { type: "integer" } }],
  ] as const;

  /** The problems of a call with its arguments. */
  async function problemsOf(call: (typeof functions)[number][0], args: Readonly<Record<string, unknown>>) {
    const failure = z.instanceof(Error).parse(await call(runWith({}), args).catch((error: unknown) => error));
    return /valid: (.*)\. No request/u.exec(failure.message)?.[1]?.split("; ") ?? [];
  }

  it.each(functions)("have and require the arguments of each function: %o", async (call, { inputs }, types) => {
    expect(typesOf(inputs.properties)).toEqual(types);
    const names = Object.keys(inputs.properties);
    const problems = await problemsOf(call, Object.fromEntries(names.map((name) => [name, []])));
    // An argument that the function does not have would have another problem than its type.
    expect(problems.map((problem) => problem.replace(/: .*$/su, "")).toSorted()).toEqual(names.toSorted());
    expect(problems.join()).not.toContain("not an argument");
    expect((inputs.required ?? []).map((name) => `${name}: is missing`)).toEqual(await problemsOf(call, {}));
  });

  const declared = [
    ["hosts/program/plugin/data-functions.ts", "GetAppListArgs", getAppList.inputs],
    ["hosts/program/plugin/data-functions.ts", "GetAppListResult", getAppList.outputs],
    ["hosts/program/arguments.ts", "GetCampaignsArgs", getCampaigns.inputs],
    ["hosts/program/arguments.ts", "GetCampaignsResult", getCampaigns.outputs],
  ] as const;

  it.each(declared)(
    "have the members of the types in programs: %s, %s",
    (path, name, { properties, required = [] }) => {
      const types: Readonly<Record<string, string>> = { integer: "number" };
      const members = Object.entries(properties).map(([name, { type = "" }]) => ({
        name,
        type: type === "array" ? "array" : (types[type] ?? type),
        isRequired: required.includes(name),
      }));
      const found = membersOf(path, name).map(({ name, type, isRequired }) => ({
        name,
        type: type.endsWith("[]") ? "array" : type,
        isRequired,
      }));
      expect(found).toEqual(members);
    },
  );

  it.each([
    [{ perPage: 0 }, "perPage: must be a positive number"],
    [{ perPage: 1e300 }, "perPage: is too large: at most 9007199254740991"],
    [{ perPage: "5" }, 'perPage: must be a whole number such as 100, not "5"'],
    [{ perPages: 5 }, '"perPages": not an argument of this function'],
  ])("are rejected in plain words: %j", async (args, problem) => {
    expect(await problemsOf(dataFunctions.getCampaigns, args)).toEqual([problem]);
  });

  it("have the types of the values that getAppList returns", async () => {
    const list = { id: 1, name: "blocked", appBundles: ["com.a"], placementIds: ["1-a"], websites: ["a.example"] };
    const { url } = await simulatorForTest({ lists: [list] });
    const read = async (observe: string) =>
      dataFunctions.getAppList(runWith({ ...defaultAccount, baseUrl: url, observe }), { appListId: 1 });
    const [shown, unread] = [await read("probe"), await read("off")];
    expect(typesOf(getAppList.outputs.properties)).toEqual(typesOfValues({ ...shown, ...unread }));
    expect(getAppList.outputs.required).toEqual(Object.keys(shown).filter((name) => Object.hasOwn(unread, name)));
  });

  it("have the type of the values that getCampaigns returns, and its number of campaigns per request", async () => {
    const simulator = await simulatorForTest({ campaigns: [{ name: "one" }] });
    const returned = await dataFunctions.getCampaigns(runWith({ ...defaultAccount, baseUrl: simulator.url }), {});
    expect(typesOf(getCampaigns.outputs.properties)).toMatchObject(typesOfValues(returned));
    expect(getCampaigns.outputs.required).toEqual(Object.keys(returned));
    const perPage = simulator.journal.flatMap((request) => request.perPage ?? []);
    expect(perPage.map(String)).toEqual([defaultOf(getCampaigns.inputs.properties, "perPage")]);
  });
});

it.each(Object.entries({ AppListEntries: appListEntries, getAppList, getCampaigns }))(
  "has the examples of the file in which they are edited: %s",
  (name, { description }) => {
    const folder = "provider/hosts/plugin/schema";
    const examples = readPage(`${folder}/${name}.md`).text.trimEnd();
    const printed = `${description.slice(0, description.indexOf("{{% examples %}}"))}${examples}`;
    const [shown, expected] = [description, printed].map((text) => JSON.stringify(text));
    expectShown({ page: `${folder}/schema.json`, shown: shown ?? "", printed: expected ?? "" });
    const [programs = ""] = description.split("{{% /examples %}}");
    const languages = Array.from(programs.matchAll(/^```([a-z]+)$/gmu), ([, language]) => language);
    expect(languages).toEqual(["typescript", "python", "go", "yaml"]);
    expect(description).toMatch(
      /\{\{% examples %\}\}.*\{\{% example %\}\}.*\{\{% \/example %\}\}.*\{\{% \/examples %\}\}/su,
    );
  },
);

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { kinds } from "../../../../../provider/list/kinds";
import { argumentsSchema } from "../../../../../provider/resource/inputs";
import { getAppList, getCampaigns } from "../../../../../provider/resource/data-functions";
import { Run } from "../../../../../provider/resource/run";
import { settingKeys, settingsWithSecrets, environmentName } from "../../../../../provider/settings/keys";
import {
  getAppListFunction,
  getCampaignsFunction,
} from "../../../../../provider/hosts/plugin/process/schema/functions";
import { appListEntriesResource } from "../../../../../provider/hosts/plugin/process/schema/resource";
import { schema } from "../../../../../provider/hosts/plugin/process/schema/schema";
import { accountProperties, settingProperties } from "../../../../../provider/hosts/plugin/process/schema/settings";
import { entriesType } from "../../../../../provider/hosts/plugin/process/schema/types";

/** Everything in the schema that has properties. */
const propertyGroups = {
  settings: settingProperties,
  account: accountProperties,
  inputs: appListEntriesResource.inputProperties,
  outputs: appListEntriesResource.properties,
  "inputs of getAppList": getAppListFunction.inputs.properties,
  "outputs of getAppList": getAppListFunction.outputs.properties,
  "inputs of getCampaigns": getCampaignsFunction.inputs.properties,
  "outputs of getCampaigns": getCampaignsFunction.outputs.properties,
  entries: entriesType.properties,
};

const documented = {
  AppListEntries: appListEntriesResource.description,
  getAppList: getAppListFunction.description,
  getCampaigns: getCampaignsFunction.description,
};

describe("the schema", () => {
  it("is a valid package schema of Pulumi", () => {
    const text = readFileSync(join(import.meta.dirname, "pulumi", "metaschema.json"), "utf8");
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
    validate(JSON.parse(JSON.stringify(schema)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it("has the arguments of the resource, and each also as an output", () => {
    const names = [...Object.keys(argumentsSchema.shape), ...kinds].toSorted();
    expect(Object.keys(appListEntriesResource.inputProperties).toSorted()).toEqual(names);
    expect(Object.keys(appListEntriesResource.properties)).toEqual(expect.arrayContaining(names));
    const isRequired = Object.entries(argumentsSchema.shape).filter(([, shape]) => !shape.safeParse(undefined).success);
    expect(appListEntriesResource.requiredInputs).toEqual(isRequired.map(([name]) => name));
  });

  it("has the settings as configuration and in the provider, and those of a named account", () => {
    expect(Object.keys(settingProperties)).toEqual([...settingKeys, "accounts"]);
    expect(Object.keys(accountProperties)).toEqual(settingKeys);
    expect(schema.config.variables).toBe(settingProperties);
    expect(schema.provider.inputProperties).toBe(settingProperties);
  });

  it("marks as secret what is a secret, and nothing else", () => {
    const secrets = Object.entries(settingProperties).filter(([, { secret }]) => secret === true);
    expect(secrets.map(([name]) => name).toSorted()).toEqual(settingsWithSecrets.toSorted());
    const { settings: _, account, ...others } = propertyGroups;
    for (const [name, { secret }] of Object.entries(account)) {
      expect(secret ?? false).toBe(settingsWithSecrets.includes(name));
    }
    expect(JSON.stringify(others)).not.toContain('"secret"');
  });

  it("names the environment variable of each setting, and makes none a default, which would be copied into states", () => {
    for (const key of [...settingKeys, "accounts"] as const) {
      expect(settingProperties[key]?.description).toContain(`\`${environmentName(key)}\``);
    }
    expect(JSON.stringify(schema)).not.toMatch(/"default(Info)?":/u);
  });

  it.each(Object.entries(propertyGroups))("describes each property: %s", (_name, properties) => {
    for (const { description } of Object.values(properties)) expect(description).toMatch(/^[A-Z].+[.#`]$/su);
  });

  it.each([
    [getAppList, getAppListFunction],
    [getCampaigns, getCampaignsFunction],
  ] as const)("has the arguments of each function: %o", async (call, { inputs }) => {
    const run = new Run({ config: () => undefined, environment: {} }, () => undefined);
    const wrong = Object.fromEntries(Object.keys(inputs.properties).map((name) => [name, []]));
    const failure = z.instanceof(Error).parse(await call(run, wrong).catch((error: unknown) => error));
    const problems = /valid: (.*)\. No request/u.exec(failure.message)?.[1]?.split("; ");
    // An argument that the function does not have would have another problem than its type.
    expect(problems?.map((problem) => problem.split(": ")[0]).toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(failure.message).not.toContain("nrecognized");
  });

  it("takes over the resources of the dynamic provider", () => {
    expect(appListEntriesResource.aliases).toEqual([{ type: "pulumi-nodejs:dynamic/app-list:AppListEntries" }]);
  });

  it("names a generated SDK for Node.js unlike the npm package, which would be replaced by it", () => {
    const manifest = readFileSync(join(import.meta.dirname, "../../../../../provider/package.json"), "utf8");
    expect(manifest).not.toContain(`"name": "${schema.language.nodejs.packageName}"`);
  });
});

describe("the examples in the schema", () => {
  it.each(Object.entries(documented))("are there for each language: %s", (_name, description) => {
    const languages = Array.from(description.matchAll(/^```([a-z]+)$/gmu), ([, language]) => language);
    expect(languages).toEqual(["typescript", "python", "go", "yaml"]);
    expect(description).toMatch(
      /\{\{% examples %\}\}.*\{\{% example %\}\}.*\{\{% \/example %\}\}.*\{\{% \/examples %\}\}/su,
    );
  });

  it.each(Object.entries(documented))(
    "in YAML parse, and use resources and functions of the schema: %s",
    (name, description) => {
      const [, program = ""] = /^```yaml\n(.*?)^```$/msu.exec(description) ?? [];
      expect(parse(program)).toBeInstanceOf(Object);
      expect(program).toContain(`app-list:${name}`);
      expect([...Object.keys(schema.resources), ...Object.keys(schema.functions)]).toContain(`app-list:index:${name}`);
    },
  );
});

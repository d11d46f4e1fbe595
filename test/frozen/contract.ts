import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { commands } from "../../provider/cli/commands";
import { exitCodes } from "../../provider/cli/exit-code";
import { kindByName } from "../../provider/cli/options";
import type { MakeCommand } from "../../provider/cli/program";
import { languages } from "../../provider/cli/pull/program-text";
import { readListFile } from "../../provider/files/read-list-file";
import { dynamicType, pluginType } from "../../provider/hosts/program/other-host";
import { schema } from "../../provider/hosts/plugin/process/schema/schema";
import { configurationKeys, environmentName, settingKeys } from "../../provider/settings/keys";
import { root } from "../../tools/paths.mjs";
import { testTerminal } from "../cli/terminal";
import { errorCodes } from "../harness/error-codes";

/** Everything that has a name in users' programs, stacks, scripts and pipelines, as the current version has it. */
export function currentContract() {
  return {
    types: { dynamic: dynamicType, plugin: pluginType },
    dynamicProvider: membersOf("pulumi-app-list/dynamic", "appListEntries"),
    package: packageContract(),
    schema: schemaContract(),
    settings: Object.fromEntries(
      [...configurationKeys].map((key) => [key, environmentName(z.enum([...settingKeys, "accounts"]).parse(key))]),
    ),
    commands: Object.fromEntries(
      commands.map((make) => {
        const command = make(testTerminal(), () => undefined);
        return [command.name(), commandContract(command)];
      }),
    ),
    choices: { kind: [...kindByName.keys()], language: languages },
    exitCodes,
    errorCodes: [...errorCodes].toSorted(),
  };
}

/** The names of the methods of an object that a module exports. */
function membersOf(specifier: string, name: string): Readonly<Record<string, readonly string[]>> {
  const exported: unknown = createRequire(import.meta.url)(specifier);
  const members = z.record(z.string(), z.record(z.string(), z.unknown())).parse(exported)[name] ?? {};
  return { [name]: Object.keys(members).toSorted() };
}

/** What programs can import, and the commands. */
function packageContract() {
  const manifest = z
    .object({ name: z.string(), bin: z.record(z.string(), z.string()), exports: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(root, "provider", "package.json"), "utf8")));
  const require = createRequire(import.meta.url);
  const specifiers = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
  return {
    commands: Object.keys(manifest.bin),
    paths: Object.keys(manifest.exports),
    exports: Object.fromEntries(
      specifiers.map((path) => {
        const exported: unknown = require(path.replace(".", manifest.name));
        return [path, Object.keys(z.looseObject({}).parse(exported)).toSorted()];
      }),
    ),
  };
}

/** What programs in all languages use of the plugin's schema. */
function schemaContract(): unknown {
  const { name, config, provider, resources, functions, types, language } = schema;
  const { nodejs, python, go, csharp } = language;
  const packages = [nodejs.packageName, python.packageName, go.importBasePath, csharp.namespaces["app-list"]];
  const text = JSON.stringify({ name, config, provider, resources, functions, types, packages }, schemaMember);
  return JSON.parse(text);
}

const functionInputsSchema = z.looseObject({ required: z.array(z.string()).default([]) });

/** A member of the schema. One more required input would break programs, so they are compared as one text. */
function schemaMember(name: string, value: unknown): unknown {
  if (name === "description" && typeof value === "string") return undefined;
  if (name === "requiredInputs" && Array.isArray(value)) return value.join(" ");
  if (name !== "inputs") return value;
  const { required, ...others } = functionInputsSchema.parse(value);
  return { ...others, required: required.join(" ") };
}

/** The arguments and options of a command. */
function commandContract(command: ReturnType<MakeCommand>) {
  return {
    arguments: command.registeredArguments
      .map((argument) => `${argument.name()}${argument.variadic ? "..." : ""}`)
      .join(" "),
    requiredOptions: command.options.flatMap(({ mandatory, flags }) => (mandatory ? [flags] : [])).join(" "),
    options: Object.fromEntries(command.options.map(({ flags, argChoices = [] }) => [flags, [...argChoices]])),
  };
}

/** The entries in a list file. */
export function entriesInFile(name: string, lines: readonly string[]): unknown {
  const folder = mkdtempSync(join(tmpdir(), "app-list-frozen-"));
  try {
    writeFileSync(join(folder, name), lines.join("\n"));
    const { entries, problems } = readListFile(join(folder, name));
    return JSON.parse(JSON.stringify({ entries, problems }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

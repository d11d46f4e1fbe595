import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { quote } from "../../common/quote";
import { isDefaultProvider, parseUrn } from "../../common/engine-texts";
import type { Properties } from "../../resource/inputs";
import { configurationKeys, isSecretSetting, ofOwner } from "../../api/keys";
import { describeConfiguration, describeUnknownSetting } from "../../resource/texts/settings";
import type { SettingsSource } from "../../api/settings";
import { decode, encode } from "./values";

/** The members of a provider resource that belong to Pulumi. They are not settings. */
const pulumiMembers: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

/**
 * Checks the inputs of a provider resource. Nothing is rejected, because only a request needs credentials. The state
 * encrypts all secrets, even if the program does not.
 *
 * @param urn the URN of the provider resource.
 * @param folder the folder of the program. Default: the working directory, as the engine starts the plugin there.
 * @returns the inputs, and likely mistakes as warnings, each a sentence or two.
 */
export function checkConfig(urn: string, news: Struct | undefined, folder = ".") {
  const { values, unknown, secret } = decode(news);
  const { stack = "", project, name = urn } = parseUrn(urn) ?? {};
  const settings = Object.entries(values).filter(([key]) => !pulumiMembers.has(key));
  const secrets = settings.filter(([key, value]) => isSecretSetting(key, value)).map(([key]) => key);
  const ofStack = Object.fromEntries(settings.map(([key, value]) => [`app-list:${key}`, value]));
  const misspelt = settings.map(([key]) => key).filter((key) => configurationKeys.every((known) => known !== key));
  return {
    inputs: encode(values, { unknown, secret: secret.union(new Set(secrets)) }),
    warnings: isDefaultProvider(name)
      ? describeConfiguration(ofStack, plainTextIn(folder, stack), project)
      : misspelt.map((key) => describeUnknownSetting(quote(key) + ofOwner({ provider: name }))),
  };
}

/**
 * Whether the configuration file of a stack has a setting in plain text. The engine passes all of them decrypted, so the
 * file is read: from the folder of the project, or the one above a program in `main: src`.
 */
function plainTextIn(folder: string, stack: string): (key: string) => boolean {
  const path = [".", ".."].map((place) => join(folder, place, `Pulumi.${stack}.yaml`)).find((each) => existsSync(each));
  if (path === undefined) return () => false;
  const blocks = readFileSync(path, "utf8").split(/^(?= *["']?[\w-]+:[\w-]+["']?:)/mu);
  return (key) =>
    blocks.some((block) => new RegExp(`^ *["']?${key}["']?:`, "u").test(block) && !block.includes("secure:"));
}

/** The names of the inputs of a provider resource that differ. A value that is not known yet differs from any other. */
export function diffConfig(olds: Struct | undefined, news: Struct | undefined): readonly string[] {
  const [before, after] = [decode(olds).values, decode(news).values];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** The name and the URN of a provider resource. Default: not known. */
export type ProviderResource = Readonly<Partial<Record<"name" | "urn", string | undefined>>>;

/**
 * The settings of a provider resource, with the environment as default. For a default provider, Pulumi passes the
 * settings in the configuration of the stack.
 *
 * @param executable the path with which the plugin was started. Messages name the command that lies beside it.
 */
export function providerSettings(
  inputs: Properties,
  environment: SettingsSource["environment"],
  { name, urn = "" }: ProviderResource,
  executable = "",
): SettingsSource {
  // An archive of the plugin does not contain the command app-list. npm installs both.
  const isOfNpm = executable.split(/[\\/]/u).includes("node_modules");
  return {
    config: (key) => settingText(Object.hasOwn(inputs, key) ? inputs[key] : undefined),
    provider: name === undefined || isDefaultProvider(name) ? undefined : name,
    environment,
    appList: { program: isOfNpm ? "npx --no-install app-list" : "app-list", stack: parseUrn(urn)?.stack ?? "STACK" },
  };
}

/** A setting as text. Numbers and objects are JSON, as in the configuration of a stack. */
function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

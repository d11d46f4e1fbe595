import { isDeepStrictEqual } from "node:util";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { quote } from "../../common/quote";
import { isDefaultProvider, parseUrn } from "../engine-texts";
import type { Properties } from "../../resource/inputs";
import { configurationKeys, describeUnknownSetting, isSecretSetting, ofOwner } from "../../api/keys";
import type { SettingsSource } from "../../api/settings";
import { decode, encode } from "./values";

/** Members of a provider resource that are not settings: Pulumi's own. */
const pulumiMembers: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

/**
 * Checks the inputs of a provider resource. Nothing is rejected: only a request needs credentials. The secrets are
 * encrypted in the state, also those that are not encrypted in the program. (Whether the configuration of the stack has them
 * in plain text, the engine does not report.)
 *
 * @param urn the URN of the provider resource.
 * @returns the inputs, and likely mistakes as warnings, each a sentence or two.
 */
export function checkConfig(urn: string, news: Struct | undefined) {
  const { values, unknown, secret } = decode(news);
  const secrets = Object.keys(values).filter((key) => isSecretSetting(key, values[key]));
  return {
    inputs: encode(values, { unknown, secret: secret.union(new Set(secrets)) }),
    warnings: unknownSettings(urn, Object.keys(values)),
  };
}

/** The warnings about misspelt settings. */
function unknownSettings(urn: string, names: readonly string[]): readonly string[] {
  // In a project of that name, the same namespace of the configuration contains the project's own keys.
  const { project, name: providerName } = parseUrn(urn) ?? { project: "", name: urn };
  const isOfStack = isDefaultProvider(providerName);
  if (isOfStack && project === "app-list") return [];
  const shown = (name: string): string =>
    isOfStack ? quote(`app-list:${name}`) : quote(name) + ofOwner({ provider: providerName });
  return names
    .filter((name) => !configurationKeys.has(name) && !pulumiMembers.has(name))
    .map((name) => describeUnknownSetting(shown(name)));
}

/** The names of the inputs of a provider resource that differ, also those that a preview does not know yet. */
export function diffConfig(olds: Struct | undefined, news: Struct | undefined): readonly string[] {
  const [before, after] = [decode(olds), decode(news)];
  const names = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  return [...names].filter(
    (name) => after.unknown.has(name) || !isDeepStrictEqual(before.values[name], after.values[name]),
  );
}

/** A provider resource, as the engine describes it. Default: it is not known. */
export interface ProviderResource {
  readonly name?: string | undefined;
  readonly urn?: string | undefined;
}

/**
 * The settings of a provider resource, then those of the environment. Pulumi takes the settings of a default provider from
 * the configuration of the stack.
 */
export function providerSettings(
  inputs: Properties,
  environment: SettingsSource["environment"],
  { name, urn = "" }: ProviderResource,
): SettingsSource {
  return {
    config: (key) => settingText(Object.hasOwn(inputs, key) ? inputs[key] : undefined),
    provider: name === undefined || isDefaultProvider(name) ? undefined : name,
    environment,
    appList: { program: "app-list", stack: parseUrn(urn)?.stack ?? "STACK" },
  };
}

/** A setting as text: numbers and objects are written as JSON, as the configuration of a stack contains them. */
function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

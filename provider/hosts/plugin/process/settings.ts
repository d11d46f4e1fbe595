import type { SettingsSource } from "../../../settings/settings";
import { configurationKeys } from "../../../settings/keys";
import { quote } from "../../../common/quote";
import type { Properties } from "../../../resource/inputs";

/** Members of a provider resource that are not settings: Pulumi's own. */
const pulumiMembers: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

/** The settings of a provider resource, then those of the environment. */
export function providerSettings(inputs: Properties, environment: SettingsSource["environment"]): SettingsSource {
  return {
    config: (key) => settingText(Object.hasOwn(inputs, key) ? inputs[key] : undefined),
    environment,
  };
}

/** A setting as text: numbers and objects are written as JSON, as the configuration of a stack contains them. */
function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A warning for each member that is not a setting: it would be ignored, and the default of the right one used. */
export function unknownSettings(inputs: Properties): readonly string[] {
  const known = [...configurationKeys].join(", ");
  return Object.keys(inputs)
    .filter((name) => !configurationKeys.has(name) && !pulumiMembers.has(name))
    .map((name) => `${quote(`app-list:${name}`)} is not a setting and is ignored. The settings are ${known}.`);
}

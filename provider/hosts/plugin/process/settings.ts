import type { SettingsSource } from "../../../settings/settings";
import type { Properties } from "../../../resource/inputs";

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

import type { SettingsSource } from "../../../settings/settings";
import type { Properties } from "../../../resource/inputs";

/**
 * The settings of a provider resource, then those of the environment.
 *
 * @param name the name of the provider resource. Pulumi takes the settings of a default provider from the configuration
 * of the stack.
 */
export function providerSettings(
  inputs: Properties,
  environment: SettingsSource["environment"],
  name?: string,
): SettingsSource {
  return {
    config: (key) => settingText(Object.hasOwn(inputs, key) ? inputs[key] : undefined),
    provider: name === undefined || isDefault(name) ? undefined : name,
    environment,
  };
}

/**
 * Whether the inputs of the provider resource with a name are the configuration of the stack. The engine decides by the
 * name as well: "default", "default_0_1_0".
 */
export function isDefault(name: string): boolean {
  return name.startsWith("default");
}

/** A setting as text: numbers and objects are written as JSON, as the configuration of a stack contains them. */
function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

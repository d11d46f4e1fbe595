import { credentialKeys, environmentName } from "./keys";
import type { SettingsSource } from "./settings";

/** The same settings, but credentials in the environment take precedence over those in the config. */
export function environmentFirst({ config, environment, provider }: SettingsSource): SettingsSource {
  const swapped = [...credentialKeys, "accounts"] as const;
  const fromEnvironment = new Map<string, string | undefined>(
    swapped.map((key) => [key, environment[environmentName(key)]]),
  );
  const fromConfig = Object.fromEntries(swapped.map((key) => [environmentName(key), config(key)]));
  return {
    config: (key) => (fromEnvironment.has(key) ? fromEnvironment.get(key) : config(key)),
    environment: { ...environment, ...fromConfig },
    provider,
  };
}

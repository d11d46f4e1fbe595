import { credentialKeys, environmentName } from "./keys";
import type { SettingsSource } from "./settings";

/** The same settings, but the credentials of the environment win over those of the config. */
export function environmentFirst({ config, environment }: SettingsSource): SettingsSource {
  const swapped = [...credentialKeys, "accounts"] as const;
  const keys: ReadonlySet<string> = new Set(swapped);
  const given = new Map<string, string | undefined>(swapped.map((key) => [key, environment[environmentName(key)]]));
  return {
    config: (key) => (keys.has(key) ? given.get(key) : config(key)),
    environment: { ...environment, ...Object.fromEntries(swapped.map((key) => [environmentName(key), config(key)])) },
  };
}

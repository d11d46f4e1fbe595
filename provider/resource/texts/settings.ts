import { quote } from "../../common/quote";
import { configurationKeys, environmentName, isSecretSetting, sourceAccount, sourceName } from "../../api/keys";
import type { SettingOwner } from "../../api/keys";
import { secretKeys, type SettingKey } from "../../api/settings-table";

/** Where a person sets a setting. */
export function howToSet(owner: SettingOwner, key: SettingKey): string {
  const isOfAccount = sourceAccount(owner, key) !== undefined;
  const variable = environmentName(isOfAccount ? "accounts" : key);
  return `Set it ${placeOf(owner, key, isOfAccount)} or in the environment variable ${variable}.`;
}

function placeOf(owner: SettingOwner, key: SettingKey, isOfAccount: boolean): string {
  // The configuration of a stack is not read then.
  if (owner.appList !== undefined && owner.appList.stack === undefined) return "in a stack that --stack names,";
  if (owner.provider !== undefined) return "on this provider resource in the program,";
  const name = sourceName(owner, key);
  const option = secretKeys.has(key) ? " --secret" : "";
  const path = isOfAccount ? `--path '${name}'` : name;
  return `with \`pulumi config set${option} ${path}${option === "" ? " <value>" : ""}\``;
}

/**
 * The warning about a misspelt setting. Without it, nobody would notice that the default is used.
 *
 * @param name the name in the form for the message.
 */
export function describeUnknownSetting(name: string): string {
  return `${name} is not a setting and is ignored. The settings are ${configurationKeys.join(", ")}.`;
}

/**
 * The warnings about the configuration of a stack: keys that are not settings, and secrets in plain text.
 *
 * @param isPlain whether the value of a key is not encrypted.
 * @param project the name of the project. Default: not known.
 */
export function describeConfiguration(
  config: Readonly<Record<string, unknown>>,
  isPlain: (key: string) => boolean,
  project = "",
): readonly string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const name = /^app-list:(.*)$/su.exec(key)?.[1];
    if (name === undefined) return [];
    // In a project with the name app-list, the same namespace contains the project's own keys.
    if (configurationKeys.every((known) => known !== name))
      return project === "app-list" ? [] : describeUnknownSetting(quote(key));
    if (!isSecretSetting(name, value) || !isPlain(key)) return [];
    return `${key} is in the stack's configuration file as plain text. Encrypt it: pulumi config set --secret ${key}`;
  });
}

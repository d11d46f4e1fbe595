import { credentialKeys, environmentName, settingKeys, settingsWithSecrets } from "../../../../settings/keys";
import type { SettingKey } from "../../../../settings/keys";
import { integer, mapOf, reference, string, type Properties, type Property, type Type } from "./specification";

/** The text about a setting, and its type. */
interface Setting {
  readonly type: Type;
  readonly description: string;
  /** What applies if it is not set, as a sentence. */
  readonly otherwise: string;
}

/** The settings as documentation describes them. */
export const documentedSettings: Readonly<Record<SettingKey | "accounts", Setting>> = {
  baseUrl: {
    type: string,
    description: "The URL of the API, without `/v1`. It must use https, except on loopback.",
    otherwise: "Required.",
  },
  apiKey: {
    type: string,
    description: "The API key, without a colon. With `apiSecret`, it is the Basic credential of the token request.",
    otherwise: "Required, unless `basicCredential` is set.",
  },
  apiSecret: {
    type: string,
    description: "The API secret.",
    otherwise: "Required, unless `basicCredential` is set.",
  },
  basicCredential: {
    type: string,
    description: "A complete Basic credential: the value after `Basic` in the header of the token request.",
    otherwise: "Default: built from `apiKey` and `apiSecret`.",
  },
  username: { type: string, description: "The login e-mail of the account.", otherwise: "Required." },
  password: { type: string, description: "The password of the account.", otherwise: "Required." },
  observe: {
    type: string,
    description:
      "How a list is read: `probe` removes an entry that cannot exist, `read` requests `readPath`, `off` reads nothing.",
    otherwise: "Default: `probe`.",
  },
  readPath: {
    type: string,
    description: "The path of an endpoint that returns a list, with `{id}` for the ID of the list.",
    otherwise: "Required if `observe` is `read`.",
  },
  maxEntriesPerRequest: {
    type: integer,
    description: "The most entries in one request, 1 or more.",
    otherwise: "Default: as many as the API accepts.",
  },
  timeoutSeconds: {
    type: integer,
    description: "The timeout of one operation with all its requests and waits, in seconds, from 1 to 3600.",
    otherwise: "Default: 300.",
  },
  accounts: {
    type: mapOf(reference("Account")),
    description: "More accounts by name, for the argument `account`. In the environment, a JSON object.",
    otherwise: "Default: none.",
  },
};

/**
 * The settings of the provider and of the configuration. Only their descriptions name the environment variables: with
 * defaults in the schema, SDKs would copy secrets of the environment into states.
 */
export const settingProperties: Properties = propertiesOf(
  [...settingKeys, "accounts"],
  (key) => `${documentedSettings[key].otherwise} Environment variable: \`${environmentName(key)}\`.`,
);

/** The settings of a named account. */
export const accountProperties: Properties = propertiesOf(settingKeys, (key) =>
  credentialKeys.has(key) ? documentedSettings[key].otherwise : "Default: the setting of the provider.",
);

function propertiesOf<Key extends SettingKey | "accounts">(
  keys: readonly Key[],
  otherwise: (key: Key) => string,
): Properties {
  const properties = keys.map((key): readonly [Key, Property] => {
    const { type, description } = documentedSettings[key];
    const secret = settingsWithSecrets.includes(key) && { secret: true };
    return [key, { ...type, description: `${description} ${otherwise(key)}`, ...secret }];
  });
  return Object.fromEntries(properties);
}

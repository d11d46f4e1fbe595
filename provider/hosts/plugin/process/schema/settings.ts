import { credentialKeys, environmentName, settingKeys, settingsWithSecrets } from "../../../../settings/keys";
import type { SettingKey } from "../../../../settings/keys";
import { integer, mapOf, reference, string, type Properties, type Property, type Type } from "./specification";

interface Setting {
  readonly type: Type;
  readonly description: string;
  /** What applies if it is not set, as a sentence. */
  readonly otherwise: string;
}

const settings: Readonly<Record<SettingKey, Setting>> = {
  baseUrl: {
    type: string,
    description: "The URL of the API, without `/v1`: https, except for this machine.",
    otherwise: "Required.",
  },
  apiKey: {
    type: string,
    description: "The API key, without a colon. With `apiSecret` it is the Basic credential of the token request.",
    otherwise: "Required, unless `basicCredential` is set.",
  },
  apiSecret: {
    type: string,
    description: "The API secret.",
    otherwise: "Required, unless `basicCredential` is set.",
  },
  basicCredential: {
    type: string,
    description: "The value after the word Basic in the token request.",
    otherwise: "Default: made from `apiKey` and `apiSecret`.",
  },
  username: { type: string, description: "The login e-mail of the account.", otherwise: "Required." },
  password: { type: string, description: "The password of the account.", otherwise: "Required." },
  observe: {
    type: string,
    description:
      "How a list is read: `probe`, by the removal of an entry that cannot exist; `read`, from the path in `readPath`; " +
      "or `off`.",
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
    description: "The longest duration of one operation with all its requests and waits, from 1 to 3600.",
    otherwise: "Default: 300.",
  },
};

/**
 * The settings of the provider and of the configuration. Only their descriptions name the environment variables: with
 * defaults in the schema, SDKs would copy secrets of the environment into states.
 */
export const settingProperties: Properties = {
  ...propertiesOf((key) => `${settings[key].otherwise} Environment variable: \`${environmentName(key)}\`.`),
  accounts: {
    ...mapOf(reference("Account")),
    description:
      "More accounts by name, for the argument `account` of resources and functions. Environment variable: " +
      `\`${environmentName("accounts")}\`, as JSON.`,
    secret: true,
  },
};

/** The settings of a named account. */
export const accountProperties: Properties = propertiesOf((key) =>
  credentialKeys.has(key) ? settings[key].otherwise : "Default: the setting of the provider.",
);

function propertiesOf(otherwise: (key: SettingKey) => string): Properties {
  const properties = settingKeys.map((key): readonly [SettingKey, Property] => {
    const { type, description } = settings[key];
    const secret = settingsWithSecrets.includes(key) && { secret: true };
    return [key, { ...type, description: `${description} ${otherwise(key)}`, ...secret }];
  });
  return Object.fromEntries(properties);
}

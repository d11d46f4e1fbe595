import fc from "fast-check";
import { expect, it } from "vitest";
import { environmentName } from "../../provider/api/keys";
import { settingKeys } from "../../provider/api/settings-table";
import { readAccount, readSettings, SettingsError } from "../../provider/api/settings";
import { leaksIn } from "../harness/canaries";
import {
  deepValues,
  expectActionable,
  expectShowable,
  hostileCases,
  hostileText,
  hostileValue,
} from "../harness/hostile";

/** A secret that no other text of these tests contains by chance. */
const canary = "Qx7-canary-Zv9";

const keys = [...settingKeys, "accounts"] as const;

const right = {
  baseUrl: "https://api.example.com",
  apiKey: canary,
  apiSecret: canary,
  username: "ads@example.com",
  password: canary,
};

type Values = Readonly<Record<string, string | undefined>>;

/** Reads settings, and asserts that they are refused with a message that helps and has no secret in it. */
function read(config: Values, environment: Values, account?: string): "read" | "refused" {
  const source = { config: (key: string) => (Object.hasOwn(config, key) ? config[key] : undefined), environment };
  readAccount(source, account);
  try {
    readSettings(source, account);
    return "read";
  } catch (error) {
    expectActionable(error);
    expect(error).toBeInstanceOf(SettingsError);
    if (error instanceof SettingsError) error.problems.forEach(expectShowable);
    expect(leaksIn([error], [canary])).toEqual([]);
    return "refused";
  }
}

/** Texts with a secret, as after a paste into the wrong place. */
const secretText = fc.tuple(hostileText, hostileText).map((texts) => texts.join(canary));

const settingText = fc.oneof(
  hostileText,
  secretText,
  hostileValue.map((value) => JSON.stringify(value)),
  fc.constantFrom("0", "-1", "1e3", "١", "0x10", "9".repeat(400), "true", "null", "[]", "{}", "5e-324"),
);

/** JSON whose names can be shown: the names of accounts and of their keys are repeated in messages. */
function withVisibleNames(text: string): string {
  return text.replaceAll(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, "?");
}

/** Some settings, as somebody could write them. */
const someSettings = fc
  .dictionary(fc.constantFrom(...keys), settingText, { maxKeys: 4 })
  .map(({ accounts = "", ...texts }): Values => ({ ...texts, accounts: withVisibleNames(accounts) }));

/** An account by the name "eu": an object that is right but for some of its members, or anything else. */
const euAccounts = fc
  .oneof(
    fc.dictionary(fc.constantFrom(...settingKeys), fc.oneof(hostileValue, secretText), { maxKeys: 4 }),
    hostileValue,
    secretText,
  )
  .map((account) => JSON.stringify({ eu: account }));

it("reads any settings and those of a named account, or refuses them with a message that helps and has no secret", () => {
  const texts = fc.oneof(euAccounts, settingText).map(withVisibleNames);
  const property = fc.property(someSettings, someSettings, texts, (config, inherited, text) => {
    const variables = keys.map((key) => [environmentName(key), inherited[key]] as const);
    const environment: Values = Object.fromEntries(variables);
    read({ ...right, ...config }, environment);
    read({}, environment);
    read({ ...right, ...config, accounts: text }, {}, "eu");
    read({}, { APP_LIST_ACCOUNTS: text }, "eu");
  });
  fc.assert(property, hostileCases);
});

it.each(deepValues)("refuses accounts that are %s", (_, json) => {
  for (const text of [json, `{"eu": ${json}}`, `{"eu": {"password": ${json}}}`]) {
    expect(read({ ...right, accounts: text }, {}, "eu")).toBe("refused");
  }
  for (const key of settingKeys) read({ ...right, [key]: json }, {});
});

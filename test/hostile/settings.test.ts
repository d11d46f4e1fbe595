import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { environmentName, settingKeys } from "../../provider/api/keys";
import { readAccount, readSettings, SettingsError, type SettingsSource } from "../../provider/api/settings";
import { leaksIn } from "../harness/canaries";
import { cases, expectActionable, expectShowable } from "./claims";
import { deepValues, hostileText, hostileValue, longTexts } from "./values";

/** How reading settings can end. */
const outcomes = ["read", "refused"];

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

type Values = Readonly<Partial<Record<string, string>>>;

function sourceOf(config: Values, environment: Values): SettingsSource {
  return { config: (key) => (Object.hasOwn(config, key) ? config[key] : undefined), environment };
}

/** Reads settings, and claims that they are refused with a message that helps and has no secret in it. */
function read(source: SettingsSource, account?: string): "read" | "refused" {
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
const secretText = fc.tuple(hostileText, hostileText).map(([before, after]) => `${before}${canary}${after}`);

const settingText = fc.oneof(
  hostileText,
  secretText,
  hostileValue.map((value) => JSON.stringify(value)),
  fc.constantFrom("0", "-1", "1e3", "١", "0x10", "9".repeat(400), "true", "null", "[]", "{}", "5e-324"),
);

/** Settings that are right but for a few. */
const values: fc.Arbitrary<Values> = fc
  .dictionary(fc.constantFrom(...keys), settingText, { maxKeys: 4 })
  .map(({ accounts, ...wrong }) => ({
    ...right,
    ...wrong,
    ...(accounts !== undefined && { accounts: withVisibleNames(accounts) }),
  }));

/** Accounts by the name "eu": an object that is right but for some of its members, or anything else. */
const accounts = fc
  .oneof(
    fc.dictionary(fc.constantFrom(...settingKeys), fc.oneof(hostileValue, secretText), { maxKeys: 4 }),
    hostileValue,
    secretText,
  )
  .map((account) => JSON.stringify({ eu: account }));

/** JSON whose names can be shown: the names of accounts and of their keys are repeated in messages. */
function withVisibleNames(text: string): string {
  return text.replaceAll(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, "?");
}

describe("settings that are not as they should be", () => {
  it("are read, or refused with a message that helps and has no secret in it", () => {
    fc.assert(
      fc.property(values, fc.dictionary(fc.constantFrom(...keys), settingText, { maxKeys: 3 }), (config, inherited) => {
        const environment = Object.fromEntries(
          keys.flatMap((key) => {
            const text = inherited[key];
            if (text === undefined) return [];
            return [[environmentName(key), key === "accounts" ? withVisibleNames(text) : text] as const];
          }),
        );
        read(sourceOf(config, environment));
        read(sourceOf({}, environment));
      }),
      cases("settings", 2000),
    );
  });

  it("are refused likewise if they are those of a named account", () => {
    fc.assert(
      fc.property(values, fc.oneof(accounts, settingText).map(withVisibleNames), (config, text) => {
        read(sourceOf({ ...config, accounts: text }, {}), "eu");
        read(sourceOf({}, { APP_LIST_ACCOUNTS: text }), "eu");
      }),
      cases("accounts", 2000),
    );
  });

  it("may be 300,000 characters long", { timeout: 300_000 }, () => {
    for (const text of [...longTexts, canary.repeat(100_000)]) {
      for (const key of keys) expect(outcomes).toContain(read(sourceOf({ ...right, [key]: text }, {})));
      for (const key of settingKeys) read(sourceOf({ accounts: JSON.stringify({ eu: { [key]: text } }) }, {}), "eu");
    }
    process.stdout.write(`hostile long settings: ${longTexts.length + 1} cases, none failed\n`);
  });

  it.each(Object.entries(deepValues))("may be %s", (_, json) => {
    for (const text of [json, `{"eu": ${json}}`, `{"eu": {"password": ${json}}}`]) {
      expect(read(sourceOf({ ...right, accounts: text }, {}), "eu")).toBe("refused");
    }
    for (const key of settingKeys) read(sourceOf({ ...right, [key]: json }, {}));
  });
});

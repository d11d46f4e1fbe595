import { describe, expect, it } from "vitest";
import { environmentFirst } from "../../provider/settings/environment-first";
import { readSettings, type SettingsSource } from "../../provider/settings/settings";

const config: Readonly<Record<string, string>> = {
  baseUrl: "https://api.example.com",
  apiKey: "old-key",
  apiSecret: "old-secret",
  username: "old@example.com",
  password: "old-password",
};

function sourceWith(environment: SettingsSource["environment"], more: Readonly<Record<string, string>> = {}) {
  const all = { ...config, ...more };
  return environmentFirst({ config: (key) => new Map(Object.entries(all)).get(key), environment });
}

describe("settings with the credentials of the environment first", () => {
  it("take each credential in the environment, and the others from the config", () => {
    const settings = readSettings(sourceWith({ APP_LIST_PASSWORD: "new-password" }));
    expect(settings).toMatchObject({ username: "old@example.com", password: "new-password" });
    expect(settings.basicCredential).toBe(Buffer.from("old-key:old-secret").toString("base64"));
  });

  it("take a Basic credential of the environment instead of key and secret", () => {
    expect(readSettings(sourceWith({ APP_LIST_BASIC_CREDENTIAL: "bmV3OmtleQ==" })).basicCredential).toBe(
      "bmV3OmtleQ==",
    );
  });

  it("take all other settings from the config", () => {
    const environment = { APP_LIST_BASE_URL: "https://elsewhere.example.com", APP_LIST_OBSERVE: "off" };
    expect(readSettings(sourceWith(environment, { observe: "probe" }))).toMatchObject({
      baseUrl: config["baseUrl"],
      observe: "probe",
    });
  });

  it("take named accounts from the environment as a whole", () => {
    const old = { eu: { username: "u", password: "old", apiKey: "k", apiSecret: "s" } };
    const accounts = JSON.stringify(old);
    const rotated = JSON.stringify({ eu: { ...old.eu, password: "new" } });
    expect(readSettings(sourceWith({}, { accounts }), "eu").password).toBe("old");
    expect(readSettings(sourceWith({ APP_LIST_ACCOUNTS: rotated }, { accounts }), "eu").password).toBe("new");
  });
});

/** An account whose Basic credential is composed from an API key and its secret: base64 of `key:secret` in UTF-8. */
export interface KeyedAccount {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly username: string;
  readonly password: string;
}

/** An account whose Basic credential is given ready-made, as it stands after `Basic `. */
export interface CredentialedAccount {
  readonly basicCredential: string;
  readonly username: string;
  readonly password: string;
}

/** Who may obtain a token. Every account sees every list. */
export type SimulatedAccount = KeyedAccount | CredentialedAccount;

/** The account of a simulator that is given none; its name and password need the form encoding done right. */
export const defaultAccount: KeyedAccount = {
  apiKey: "simulated-key",
  apiSecret: "simulated-secret",
  username: "ad.ops+lists@example.com",
  password: "simulated+password%40",
};

/** The exact value of the Authorization header that an account's token call must carry. */
export function basicAuthorizationOf(account: SimulatedAccount): string {
  const credential =
    "basicCredential" in account
      ? account.basicCredential
      : Buffer.from(`${account.apiKey}:${account.apiSecret}`, "utf8").toString("base64");
  return `Basic ${credential}`;
}

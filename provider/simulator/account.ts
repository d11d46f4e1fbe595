import type { SimulatedList } from "./app-list";

/** An account whose Basic credential is made from an API key and its secret: base64 of `key:secret` in UTF-8. */
export interface KeyedAccount {
  readonly username: string;
  readonly password: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** An account with a complete Basic credential, the value after `Basic `. */
export interface CredentialedAccount extends Pick<KeyedAccount, "username" | "password"> {
  readonly basicCredential: string;
}

/** An account that can obtain tokens. */
export type SimulatedAccount = (KeyedAccount | CredentialedAccount) & {
  /** The lists that only this account sees. Default: it sees the lists of the simulator. */
  readonly lists?: readonly SimulatedList[];
};

/** The default account. Its name and password contain characters that a client must encode in a form. */
export const defaultAccount: KeyedAccount = {
  apiKey: "simulated-key",
  apiSecret: "simulated-secret",
  username: "ad.ops+lists@example.com",
  password: "simulated+password%40",
};

export function basicCredential(account: SimulatedAccount): string {
  if ("basicCredential" in account) return account.basicCredential;
  return Buffer.from(`${account.apiKey}:${account.apiSecret}`, "utf8").toString("base64");
}

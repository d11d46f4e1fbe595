import { defaultAccount, type KeyedAccount, type SimulatedAccount } from "../../provider/simulator/index";

/** Another login to the same lists. */
export const eu: KeyedAccount = {
  apiKey: "eu-simulated-key",
  apiSecret: "eu-simulated-secret",
  username: "eu+lists@example.com",
  password: "eu+simulated+password%40",
};

/** The accounts of an API. The first one is the default account of every stack. */
export const accounts: readonly SimulatedAccount[] = [defaultAccount, eu];

/** The account with another base URL: its lists are others, even if another host name serves the same API. */
export const accountElsewhere = "elsewhere";

/** Names of accounts in programs. */
export const accountNames = [undefined, "eu", accountElsewhere] as const;

/** The setting app-list:accounts with the other login. */
export const accountsSetting = JSON.stringify({ eu });

/** The same with another host name of an API, too. */
export function accountsOf({ url }: { readonly url: string }): string {
  const baseUrl = url.replace("127.0.0.1", "localhost");
  return JSON.stringify({ eu, [accountElsewhere]: { ...defaultAccount, baseUrl } });
}

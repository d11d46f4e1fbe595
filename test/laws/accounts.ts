import { defaultAccount, type KeyedAccount, type SimulatedAccount } from "../../provider/simulator/index";

/** An account that sees the lists of the default account. */
const eu: KeyedAccount = {
  apiKey: "eu-simulated-key",
  apiSecret: "eu-simulated-secret",
  username: "eu+lists@example.com",
  password: "eu+simulated+password%40",
};

/** An account with lists of its own, of the same IDs. */
const us: SimulatedAccount = {
  apiKey: "us-simulated-key",
  apiSecret: "us-simulated-secret",
  username: "us+lists@example.com",
  password: "us+simulated+password%40",
  lists: [],
};

/** The accounts of an API. The first one is the default account of every stack. */
export const accounts: readonly SimulatedAccount[] = [defaultAccount, eu, us];

/** Their names in programs. */
export const accountNames = [undefined, "eu", "us"] as const;

/** The account whose lists are other ones than those of all other accounts. */
export const ownListsAccount = { name: "us", account: us } as const;

/** The setting app-list:accounts with which programs use all of them. */
export const accountsSetting = JSON.stringify({ eu, us: { ...us, lists: undefined } });

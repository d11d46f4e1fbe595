import { defaultAccount, type SimulatedAccount } from "../../provider/simulator/index";

/** An account with lists of its own, of the same IDs. */
const eu: SimulatedAccount = {
  apiKey: "eu-simulated-key",
  apiSecret: "eu-simulated-secret",
  username: "eu+lists@example.com",
  password: "eu+simulated+password%40",
  lists: [],
};

/** The accounts of an API. The first one is the default account of every stack. */
export const accounts: readonly SimulatedAccount[] = [defaultAccount, eu];

/** Their names in programs. */
export const accountNames = [undefined, "eu"] as const;

/** The setting app-list:accounts with which programs use all of them. */
export const accountsSetting = JSON.stringify({ eu: { ...eu, lists: undefined } });

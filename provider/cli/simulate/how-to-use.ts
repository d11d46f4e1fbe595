import { countsIn, kindsIn } from "./list-options";
import { shellWord } from "../shell-word";
import { quote } from "../../common/quote";
import { countOf } from "../../list/kinds";
import { environmentName, type SettingKey } from "../../settings/keys";
import type { SimulatedAccount } from "../../simulator/account";
import type { SimulatedList } from "../../simulator/app-list";

/** A setting that leads to the simulator. Its account is made up: nothing of it is a secret. */
interface Setting {
  readonly key: SettingKey;
  readonly value: string;
  readonly isStoredEncrypted: boolean;
}

/** The settings with which a client uses a simulator. */
function settingsFor(url: string, account: SimulatedAccount): readonly Setting[] {
  const credentials: readonly Setting[] =
    "basicCredential" in account
      ? [{ key: "basicCredential", value: account.basicCredential, isStoredEncrypted: true }]
      : [
          { key: "apiKey", value: account.apiKey, isStoredEncrypted: true },
          { key: "apiSecret", value: account.apiSecret, isStoredEncrypted: true },
        ];
  return [
    { key: "baseUrl", value: url, isStoredEncrypted: false },
    { key: "username", value: account.username, isStoredEncrypted: false },
    { key: "password", value: account.password, isStoredEncrypted: true },
    ...credentials,
  ];
}

/** Says where the simulator is, what it holds, and how to use it. */
export function howToUse(url: string, account: SimulatedAccount, lists: readonly SimulatedList[]): string {
  const settings = settingsFor(url, account);
  const lines = [
    `A simulated service runs at ${url}, with an account of its own, in memory, until Ctrl-C.`,
    ...lists.map((list) => `  list ${list.id} ${quote(list.name)}: ${contentOf(list)}`),
    "",
    "To use it in a shell:",
    ...settings.map(({ key, value }) => `  export ${environmentName(key)}=${shellWord(value)}`),
    "To use it in a stack:",
    ...settings.map(
      ({ key, value, isStoredEncrypted }) =>
        `  pulumi config set${isStoredEncrypted ? " --secret" : ""} app-list:${key} ${shellWord(value)}`,
    ),
    "",
  ];
  return `${lines.join("\n")}\n`;
}

function contentOf(list: SimulatedList): string {
  const counts = countsIn(list);
  const words = kindsIn(list).map((kind) => countOf(kind, counts[kind]));
  return words.length === 0 ? "empty" : words.join(", ");
}

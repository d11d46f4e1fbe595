import { quote } from "../../common/quote";
import { formatKindCount, kinds } from "../../list/kinds";
import { environmentName, settingKeys, settingsWithSecrets, type RawSettings } from "../../settings/keys";
import type { SimulatedAccount } from "../../simulator/account";
import type { SimulatedList } from "../../simulator/app-list";
import { shellWord } from "../shell-word";

/** The URL and the lists of a simulator, and the commands that point a shell or a stack at it. */
export function formatInstructions(url: string, account: SimulatedAccount, lists: readonly SimulatedList[]): string {
  const values: RawSettings = { baseUrl: url, ...account };
  const settings = settingKeys.flatMap((key) => {
    const value = values[key];
    return value === undefined ? [] : [{ key, value: shellWord(value) }];
  });
  return [
    `The simulator runs at ${url}, with an account of its own, in memory, until Ctrl-C.`,
    ...lists.map((list) => `  list ${list.id} ${quote(list.name)}: ${listContent(list)}`),
    "",
    "To use it in a shell:",
    ...settings.map(({ key, value }) => `  export ${environmentName(key)}=${value}`),
    "To use it in a stack:",
    ...settings.map(({ key, value }) => {
      const secret = settingsWithSecrets.includes(key) ? " --secret" : "";
      return `  pulumi config set${secret} app-list:${key} ${value}`;
    }),
    "",
    "",
  ].join("\n");
}

function listContent(list: SimulatedList): string {
  const counts = kinds.flatMap((kind) => {
    const count = list[kind]?.length ?? 0;
    return count === 0 ? [] : [formatKindCount(kind, count)];
  });
  return counts.length === 0 ? "empty" : counts.join(", ");
}

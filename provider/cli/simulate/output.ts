import { quote, quoteList } from "../../common/quote";
import { formatKindCount, kinds } from "../../list/kinds";
import { environmentName, settingKeys, settingsWithSecrets, type RawSettings } from "../../api/keys";
import type { SimulatedAccount } from "../../simulator/account";
import type { SimulatedList } from "../../simulator/app-list";
import type { JournalEntry } from "../../simulator/journal";

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

/** A value as one word of a POSIX shell. */
function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/u.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function listContent(list: SimulatedList): string {
  return kinds.map((kind) => formatKindCount(kind, list[kind]?.length ?? 0)).join(", ");
}

/** The number of entries that are named per kind. */
const namedPerKind = 3;

/** A request and its response in one line. */
export function formatLogLine(entry: JournalEntry, arrived: Date): string {
  const parts = [
    arrived.toISOString().slice(11, 19),
    `${quoteUnlessPlain(entry.method).padEnd(5)} ${quoteUnlessPlain(entry.path)}`,
    requestContent(entry),
    entry.status === undefined ? "no response" : String(entry.status),
    faultText(entry),
  ];
  return parts.filter((part) => part !== "").join("  ");
}

function requestContent({ action, entries = {}, page, perPage }: JournalEntry): string {
  const sign = action === "add" ? "+" : "−";
  const changes = kinds.flatMap((kind) => {
    const some = entries[kind] ?? [];
    return some.length === 0 ? [] : [`${sign}${formatKindCount(kind, some.length)} ${quoteList(some, namedPerKind)}`];
  });
  const paging = page === undefined ? [] : [`page ${page}${perPage === undefined ? "" : `, ${perPage} per page`}`];
  return [...changes, ...paging].join("; ");
}

function faultText({ fault }: JournalEntry): string {
  if (fault === undefined) return "";
  return `fault: ${fault.kind} ${fault.effect === "before" ? "without effect" : "after the effect"}`;
}

function quoteUnlessPlain(text: string): string {
  return /^[\x21-\x7e]{1,200}$/u.test(text) ? text : quote(text);
}

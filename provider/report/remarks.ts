import { quoteList } from "../common/quote";
import { changedArguments } from "../resource/inputs";
import type { ResourceChange } from "./changes";

/** The arguments, without entries, that an update changes, as far as the preview shows them. */
export function changedArgumentsOf({ operation, before, declared }: ResourceChange): readonly string[] {
  if (operation !== "update" || before === undefined || declared === undefined) return [];
  return changedArguments(before.state.given, declared.given).filter((name) => !declared.hidden.has(name));
}

/** Sentences about a resource, for facts that are neither in its entries nor in the provider's warnings. */
export function remarksOn({ declared, hidden, isRetained }: ResourceChange): readonly string[] {
  const notShown = new Set([...hidden, ...(declared?.hidden ?? [])]);
  return [
    ...(notShown.size > 0 ? [`Secret, or not known yet, so changes are not shown: ${quoteList(notShown)}.`] : []),
    ...(declared?.problems ?? []).map((problem) => `pulumi up will reject this: ${problem}.`),
    ...(isRetained ? ["Its entries stay in the list (retainOnDelete or deletedWith)."] : []),
  ];
}

import { quote, quoteList } from "../common/quote";
import { printAccount } from "../resource/texts/conflicts";
import { intersection, isEmpty, noEntries, union } from "../list/entries";
import { kindName, kinds } from "../list/kinds";
import { formatCounts } from "../list/summary";
import { removedEntries, type Update } from "../list/update";
import { changedArguments } from "../resource/inputs";
import type { ResourceChange } from "./changes";

/** The arguments, without entries, that an update changes, as far as the preview shows them. */
export function argumentsChangedBy({
  operation,
  before,
  declared,
}: Pick<ResourceChange, "operation" | "before" | "declared">): readonly string[] {
  if (operation !== "update" || before === undefined || declared === undefined) return [];
  const isShown = (name: string): boolean => !declared.hidden.has(name) && !before.hidden.has(name);
  return changedArguments(before.state.given, declared.given).filter(isShown);
}

/** Sentences about a resource, for facts that are neither in its entries nor in the provider's warnings. */
export function* remarksOn(
  { urns: [urn], operation, before, declared, hidden, retainedBy, neighbors }: ResourceChange,
  update: Update | undefined,
): Iterable<string> {
  for (const kind of hidden) {
    const reason = declared?.hidden.get(kind) ?? before?.hidden.get(kind);
    const why = reason === "unknown" ? "are outputs of another resource and not known yet" : "are secret";
    yield `Its ${kindName(kind, 0)} ${why}: their changes are not shown.`;
  }
  for (const problem of declared?.problems ?? []) yield `pulumi up will reject this: ${problem}.`;
  const unknown = Array.from(declared?.hidden ?? [])
    .filter(([name, reason]) => reason === "unknown" && !kinds.some((kind) => kind === name))
    .map(([name]) => name);
  if (unknown.length > 0) yield `Output of another resource and not known yet: ${quoteList(unknown)}.`;
  if (before !== undefined && declared !== undefined) {
    const all = argumentsChangedBy({ operation, before, declared });
    const [old, now] = [before.state.given, declared.given].map(({ account }) => printAccount(account));
    const rest =
      update === undefined || isEmpty(union(update.add, removedEntries(update))) ? "; nothing is added or removed" : "";
    if (all.includes("account")) yield `From ${old} to ${now}: same list, other login${rest}.`;
    const changed = all.filter((name) => name !== "account");
    if (changed.length > 0) yield `Changed arguments: ${changed.join(", ")}.`;
  }
  const managed = operation === "delete" && before !== undefined ? before.state.ownership.managed : noEntries;
  for (const { urns, name, declared: others } of neighbors.same) {
    const shared = intersection(managed, others?.entries ?? noEntries);
    // A replacement has the URN of the resource that it replaces.
    if (urns[0] !== urn && !isEmpty(shared))
      yield `Managed by ${quote(name)} now: ${formatCounts(shared)}. For a rename, set aliases.`;
  }
  if (retainedBy !== undefined) yield `Its entries stay in the list (${retainedBy}).`;
}

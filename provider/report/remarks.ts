import { quote, quoteList } from "../common/quote";
import { intersection, isEmpty, noEntries } from "../list/entries";
import { kindName, kinds } from "../list/kinds";
import { formatCounts } from "../list/summary";
import { changedArguments } from "../resource/inputs";
import type { ResourceChange } from "./changes";

/** The arguments, without entries, that an update changes, as far as the preview shows them. */
export function changedArgumentsOf({ operation, before, declared }: ResourceChange): readonly string[] {
  if (operation !== "update" || before === undefined || declared === undefined) return [];
  return changedArguments(before.state.given, declared.given).filter(
    (name) => !declared.hidden.has(name) && !before.hidden.has(name),
  );
}

/** Sentences about a resource, for facts that are neither in its entries nor in the provider's warnings. */
export function* remarksOn({
  urns: [urn],
  operation,
  before,
  declared,
  hidden,
  isRetained,
  neighbors,
}: ResourceChange): Iterable<string> {
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
  const managed = operation === "delete" && before !== undefined ? before.state.ownership.managed : noEntries;
  for (const { urns, name, declared: others } of neighbors.same) {
    const shared = intersection(managed, others?.entries ?? noEntries);
    // A replacement has the URN of the resource that it replaces.
    if (urns[0] !== urn && !isEmpty(shared))
      yield `Managed by ${quote(name)} now: ${formatCounts(shared)}. For a rename, set aliases.`;
  }
  if (isRetained) yield "Its entries stay in the list (retainOnDelete or deletedWith).";
}

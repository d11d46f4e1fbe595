import { formatCount } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { count, intersection, isEmpty } from "../list/entries";
import { kindName, kinds } from "../list/kinds";
import { formatCounts } from "../list/summary";
import { changedArguments, type Arguments } from "../resource/inputs";
import { shownAccount } from "../resource/identity";
import { releasedEntries, type ResourceChange, type Neighbours } from "./changes";
import type { Plan } from "./plan";

/** What the entries of a resource and the provider's messages do not show, as sentences. */
export function remarksOn(change: ResourceChange, neighbours: Neighbours, plan: Plan): readonly string[] {
  return [
    ...remarksOnHidden(change, plan),
    ...remarksOnMove(change),
    ...remarksOnNeighbours(neighbours, plan),
    ...remarksOnArguments(change, plan),
    ...remarksOnOwnership(change, plan),
  ];
}

const reasonsForHiding = {
  unknown: "are outputs of another resource and not known yet",
  secret: "are secret",
} as const;

function* remarksOnHidden({ before, declared }: ResourceChange, { hidden }: Plan): Iterable<string> {
  for (const kind of hidden) {
    const reason = reasonsForHiding[declared?.hidden.get(kind) ?? before?.hidden.get(kind) ?? "secret"];
    yield `Its ${kindName(kind, 0)} ${reason}: their changes are not shown.`;
  }
  if (declared === undefined) return;
  for (const problem of declared.problems) yield `pulumi up will refuse this: ${problem}.`;
  const unknown = [...declared.hidden].filter(([name, reason]) => {
    return reason === "unknown" && !kinds.some((kind) => kind === name);
  });
  if (unknown.length === 0) return;
  yield `Output of another resource and not known yet: ${quoteList(unknown.map(([name]) => name))}.`;
}

/** Another list, base URL or account than before. */
function* remarksOnMove({ operation, before, declared, provider, from }: ResourceChange): Iterable<string> {
  if (operation === "update" && from !== undefined) {
    const { baseUrl, given, ownership } = from.state;
    const was = given.account === declared?.given.account ? `The base URL was ${baseUrl}. ` : "";
    yield (
      `${was}The ${formatCounts(ownership.managed)} that the resource manages in the old list are not removed. Declared ` +
      "entries that are already in the new list are not added again."
    );
  }
  const old = from ?? before;
  if (old === undefined || declared === undefined || (operation !== "update" && from === undefined)) return;
  const [was, is] = [old.state.given, declared.given];
  const [oldAccount, account] = [nameAccount(was.account, old.provider), nameAccount(is.account, provider)];
  if (was.appListId !== is.appListId) yield `The resource moves from app list ${was.appListId}.`;
  else if (oldAccount !== account && !declared.hidden.has("account")) {
    yield `The resource moves from ${oldAccount} to ${account}.`;
  }
}

function nameAccount(account: string | undefined, provider: string | undefined): string {
  return provider === undefined ? shownAccount(account) : `${shownAccount(account)} of provider ${quote(provider)}`;
}

function* remarksOnNeighbours({ same, perhaps }: Neighbours, plan: Plan): Iterable<string> {
  const { takenOver, present, remove } = plan;
  if (!isEmpty(takenOver)) {
    const owners = same.filter((other) => !isEmpty(intersection(releasedEntries(other), takenOver)));
    const names = quoteList(owners.map(({ name }) => name));
    yield `Takes over ${formatCounts(takenOver)} from ${names}, unchanged in the list.`;
  }
  if (!isEmpty(present)) yield `Already in the list, so not added again: ${formatCounts(present)}.`;
  if (perhaps.length === 0 || isEmpty(remove)) return;
  const names = quoteList(perhaps.map(({ name }) => name));
  yield `${names} may have the same list. If so, pulumi up keeps the entries that are declared there.`;
}

/** The arguments whose changes have remarks of their own. */
const reportedArguments: ReadonlySet<string> = new Set(["appListId", "account", "exclusive"]);

function* remarksOnArguments({ operation, before, declared }: ResourceChange, { unexpected }: Plan): Iterable<string> {
  if (declared === undefined || operation === "same") return;
  const was: Partial<Arguments> = before?.state.given ?? {};
  const is = declared.given;
  const unmanaged = before?.state.facts.unmanaged ?? 0;
  if (was.exclusive === true && is.exclusive !== true) {
    yield "No longer exclusive: unmanaged entries stay in the list.";
  } else if (is.exclusive === true && (was.exclusive !== true || unmanaged > count(unexpected))) {
    const known = unmanaged === 0 ? "" : ` (${formatCount(unmanaged)} when the list was last read)`;
    yield `${was.exclusive === true ? "Exclusive" : "Becomes exclusive"}: removes all unmanaged entries${known}.`;
  }
  if (operation !== "update" || before === undefined) return;
  const isShown = (name: string): boolean => !declared.hidden.has(name) && !before.hidden.has(name);
  const changed = changedArguments(was, is).filter((name) => !reportedArguments.has(name) && isShown(name));
  if (changed.length > 0) yield `Changes arguments: ${changed.join(", ")}.`;
}

function* remarksOnOwnership(change: ResourceChange, { unconfirmed }: Plan): Iterable<string> {
  const { operation, before, declared, isRetained } = change;
  const claimed =
    declared?.given.claimExisting === true && operation !== "same" ? before?.state.ownership.adopted : undefined;
  if (claimed !== undefined && !isEmpty(claimed)) {
    yield `Claims the adopted entries (${formatCount(count(claimed))}): pulumi destroy will remove them.`;
  }
  if (!isEmpty(unconfirmed)) {
    const number = formatCount(count(unconfirmed));
    yield `Also removes entries of unknown outcome, which an earlier pulumi up may have added (${number}).`;
  }
  if (isRetained) yield "Its entries stay in the list (retainOnDelete).";
}

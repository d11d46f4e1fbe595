import fc from "fast-check";
import { kinds, type Kind } from "../../../provider/list/kinds";
import type { Behavior } from "../../../provider/simulator/index";
import { hidingWebsites, omittingEmptyKinds, showing, withoutWebsites } from "../../harness/shows";
import { accountsSetting } from "../accounts";
import type { AddressedList } from "../engine";
import { addressOf, byKinds } from "../oracle/entries";
import { newLedger, type Ledger } from "../oracle/ledger";
import { allNames, lists, mostly } from "./program";

/** The API of one history. */
export interface Api {
  readonly behavior: Partial<Behavior>;
  /** The unmanaged entries that each list has at first; one can be there twice. */
  readonly initial: readonly (readonly string[])[];
  /** The setting app-list:observe of each stack. */
  readonly observe: readonly [Observe, Observe];
}

export type Observe = "probe" | "read" | "off";

/** The path of a read endpoint. */
const readPath = "/v1/app_list/{id}";

/** A token's lifetime that can end during a command, in seconds. */
const shortLifetime = 30;

const observe = mostly<Observe>(6, "probe", "read", "off");

/** Any API, with the semantics that its description leaves open. */
export const anyApi: fc.Arbitrary<Api> = fc.record({
  behavior: fc.record({
    addPresent: mostly(3, "ignore", "duplicate", "error"),
    removeAbsent: mostly(3, "ignore", "error", "notFound", "listNotFound"),
    reservedNames: mostly(3, "allow", "refuse"),
    statuses: mostly(3, {}, { present: 409, absent: 410, refused: 409 }, { present: 400, absent: 409, refused: 410 }),
    refusalEffect: mostly(3, "none", "others"),
    removedCopies: mostly(3, "all", "first"),
    shows: mostly<Behavior["shows"]>(
      3,
      {},
      ...[hidingWebsites, withoutWebsites, omittingEmptyKinds, showing({ kinds: "requested" })].map(
        ({ shows }) => shows,
      ),
    ),
    maxEntriesPerRequest: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 3 }),
    tokenLifetimeSeconds: mostly(3, 1799, shortLifetime),
    read: mostly<string | undefined>(3, undefined, readPath),
  }),
  initial: fc.tuple(...lists.map(() => fc.array(fc.constantFrom(...allNames), { maxLength: 4 }))),
  observe: fc.tuple(observe, observe),
});

/** The settings of a stack, besides its login. */
export function settingsOf(observe: Observe): Readonly<Record<string, string>> {
  return { observe, accounts: accountsSetting, ...(observe === "read" && { readPath }) };
}

/** The lists, for the simulator. */
export function listsOf({ initial }: Api): readonly AddressedList[] {
  return lists.map((list, index) => {
    const [id, account] = addressOf(list);
    return { id, account, name: `list ${list}`, ...byKinds(initial[index] ?? []) };
  });
}

/** The ledger of a stack that reads lists in a certain way. */
export function ledgerOf(behavior: Api["behavior"], observe: Observe = "probe"): Ledger {
  const { removeAbsent = "ignore", reservedNames = "allow" } = behavior;
  const takesSentinel = reservedNames === "allow";
  const takesProbe = takesSentinel && removeAbsent === "ignore";
  const isReadable = observe === "read" && behavior.read !== undefined;
  const hidesWebsites = Array.isArray(behavior.shows?.remove?.kinds);
  const withoutWebsites = (isWithout: boolean): ReadonlySet<Kind> =>
    new Set(kinds.filter((kind) => kind !== "websites" || !isWithout));
  // The probe and the sentinel are app bundles.
  const isOneKind = behavior.shows?.remove?.kinds === "requested" && !isReadable;
  const shown = isOneKind ? new Set(["appBundles"] as const) : withoutWebsites(hidesWebsites);
  const isVisible = isReadable || (observe !== "off" && takesSentinel);
  return newLedger({
    // Without a probe, the response to the addition of a sentinel shows the list.
    visible: isVisible ? shown : new Set(),
    readable: isReadable || (observe === "probe" && takesProbe) ? shown : new Set(),
    // If a removal removes one copy only, the provider must see the others.
    removable: withoutWebsites(behavior.removedCopies === "first" && hidesWebsites),
    omitsEmptyKinds: behavior.shows?.remove?.omitsEmpty === true,
  });
}

/** The errors with which a stack may fail although nothing happens to its command. */
export function excuseOf(behavior: Api["behavior"], observe: Observe = "probe"): RegExp {
  const { addPresent, removeAbsent, removedCopies } = behavior;
  const { visible, readable } = ledgerOf(behavior, observe);
  const seesAll = visible.size === kinds.length;
  // Only an API that refuses the probe, and takes a sentinel, shows how it refuses what is absent.
  const knowsAbsence = seesAll || (visible.size > 0 && readable.size === 0);
  const excuses = [
    "would remove .* more than the limit",
    "exclusive requires that the list can be read",
    // The waits of two accounts advance one clock, so that a token can expire on its way.
    ...(behavior.tokenLifetimeSeconds === shortLifetime ? ["although it was just issued"] : []),
    // It is then unknown whether an entry is refused because the list contains it, or for itself: one by one, or all of them
    // in sixteen requests…
    ...(!seesAll && addPresent === "error" ? ["the API refused to add", "rejected the request \\(PATCH \\S+/add"] : []),
    // …nor that it is gone already.
    ...(!knowsAbsence && removeAbsent !== "ignore" ? ["the API refused to remove", "does not know app list"] : []),
    // Entries that are added unseen become copies, more than one command removes one by one.
    ...(!seesAll && addPresent === "duplicate" && removedCopies === "first" ? ["success, but .*kept"] : []),
  ];
  return new RegExp(excuses.join("|"), "u");
}

/** Whether a stack recovers from one failure within a command: it sees the outcome, and a token outlives the command. */
export function canRecover({ behavior }: Api, observe: Observe): boolean {
  const { readable, omitsEmptyKinds } = ledgerOf(behavior, observe);
  return !omitsEmptyKinds && readable.size === kinds.length && behavior.tokenLifetimeSeconds !== shortLifetime;
}

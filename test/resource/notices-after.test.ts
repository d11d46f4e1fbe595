import { describe, expect, it } from "vitest";
import {
  noticeLine,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterRefresh,
} from "../../provider/resource/notices";
import { parseState, type State } from "../../provider/resource/state";
import { byKind } from "../../provider/list/kinds";
import { noChanges, noEntries, type Entries } from "../../provider/list/entries";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import type { Change } from "../../provider/sync/reconcile";
import { neverShown } from "../../provider/sync/shown-kinds";
import { bundles, entries } from "../list/entries";

const list = 'app list 4321 "brand-safety"';
const claim = "pulumi destroy keeps adopted entries, unless claimExisting is true.";
const notShown = byKind(() => undefined);
const ofSites = entries({ appBundles: ["com.a"], websites: ["a.example"] });

function stateOf(ownership: Partial<Ownership>, more: Readonly<Record<string, unknown>> = {}): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", ...more });
  return { ...state, ownership: { ...nothingManaged, ...ownership } };
}

/** A change in which nothing out of the ordinary happened, but for what a test is about. */
function changeOf(parts: Partial<Change>): Change {
  return {
    appList: undefined,
    shown: neverShown,
    notVerified: undefined,
    observedBefore: noEntries,
    sentinelsLeft: noEntries,
    observedAfter: noEntries,
    acknowledged: noChanges,
    unconfirmed: noChanges,
    handedOver: noEntries,
    assumedRemoved: noEntries,
    mayHaveChanged: true,
    ...parts,
  };
}

const [a, b, c] = [bundles("com.a"), bundles("com.a", "com.b"), bundles("com.a", "com.b", "com.c")];
const handedOver = `kept in the list, because another resource of this program declares them: `;
const unread = { notVerified: "app-list:observe is off" };
const isUnread = "not verified before the change: app-list:observe is off.";

describe("the notices after a change", () => {
  const ofThree = entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] });
  const websites = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
  const dropped: Partial<Ownership> = { managed: bundles("com.dropped") };
  const cleared: Partial<Change> = {
    observedBefore: bundles("com.other.a", "com.other.b", "com.dropped"),
    observedAfter: a,
  };

  it.each<[what: string, before: Partial<Ownership>, after: State, change: Partial<Change>, ...lines: string[]]>([
    ["are none if every entry was added and observed", {}, stateOf({ managed: a }), {}],
    [
      "name adopted entries and how to claim them",
      {},
      stateOf({ managed: ofThree, adopted: ofThree }),
      {},
      `adopted 2 app bundles and 1 website ("com.a", "com.b", "a.example") already in the list. ${claim}`,
    ],
    [
      "use the singular for one adopted entry",
      {},
      stateOf({ managed: a, adopted: a }),
      {},
      `adopted 1 app bundle ("com.a") already in the list. ${claim}`,
    ],
    [
      "do not repeat entries that were adopted before",
      { managed: a, adopted: a },
      stateOf({ managed: a, adopted: a }),
      {},
    ],
    [
      "name entries that count as adopted because the list could not be read, and the reason",
      {},
      stateOf({ managed: b, adopted: b }),
      { observedBefore: notShown, ...unread },
      `adopted 2 app bundles ("com.a", "com.b") that may have been in the list before. ${claim}`,
      isUnread,
    ],
    [
      "count what the API accepted and does not show",
      { managed: websites },
      stateOf({ managed: websites }, { notVerified: ["websites"] }),
      {},
      "not verified: the API does not show 2 websites that it accepted.",
    ],
    [
      "name the unmanaged entries that an exclusive list lost",
      dropped,
      stateOf({ managed: a }, { exclusive: true }),
      cleared,
      'exclusive: removed unmanaged entries: 2 app bundles ("com.other.a", "com.other.b").',
    ],
    ["do not name what another list lost", dropped, stateOf({ managed: a }), cleared],
    [
      "name entries that stay because another resource declares them",
      {},
      stateOf({}),
      { handedOver: b },
      `${handedOver}2 app bundles ("com.a", "com.b").`,
    ],
    [
      "warn about entries that count as removed although the API refused it",
      {},
      stateOf({}),
      { assumedRemoved: a },
      'warning: the API refused to remove 1 app bundle ("com.a"), as it refuses to remove absent entries, and it ' +
        "does not show them. It counts as removed, which is not verified.",
    ],
  ])("%s", (_, before, after, change, ...lines) => {
    const notices = noticesAfterChange({ ...nothingManaged, ...before }, after, changeOf(change));
    expect(notices.map(noticeLine)).toEqual(lines.map((line) => `${list}: ${line}`));
  });
});

describe("the notices after a refresh", () => {
  const website = stateOf({ managed: entries({ websites: ["a.example"] }) }, { notVerified: ["websites"] });
  const six = entries({ websites: ["a.example", "b.example", "c.example", "d.example", "e.example", "f.example"] });
  it.each<[what: string, before: State, after: State, unexpected: Entries, ...lines: string[]]>([
    ["are none without drift", stateOf({ managed: a }), stateOf({ managed: a }), noEntries],
    [
      "name missing and unexpected entries, with examples",
      stateOf({ managed: c }),
      stateOf({ managed: a }),
      six,
      'drift: 2 app bundles missing ("com.b", "com.c"). The next pulumi up adds the entries that are still declared.',
      'drift: 6 websites unexpected ("a.example", "b.example", "c.example", "d.example", "e.example" and 1 more). ' +
        "The next pulumi up removes the entries that are not declared.",
    ],
    [
      "name the kinds that are not verified",
      website,
      website,
      noEntries,
      "not verified: the API does not show 1 website that it accepted.",
    ],
  ])("%s", (_, before, after, unexpected, ...lines) => {
    const notices = noticesAfterRefresh(before, after, unexpected);
    expect(notices.map(noticeLine)).toEqual(lines.map((line) => `${list}: ${line}`));
  });
});

describe("the notices after a delete", () => {
  const ofKinds = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
  const moved = stateOf({ managed: c, adopted: bundles("com.c") });
  const removed = 'removed 1 app bundle ("com.a")';
  const stays = `${handedOver}3 app bundles ("com.a", "com.b", "com.c").`;
  it.each<[what: string, state: State, change: Partial<Change>, released: Entries, ...lines: string[]]>([
    [
      "name removed entries, without those that were missing before",
      stateOf({ managed: b }),
      { observedBefore: bundles("com.a", "com.other") },
      noEntries,
      `${removed}.`,
    ],
    [
      "mention campaigns that are associated with the list",
      stateOf({ managed: a }, { hasAssociatedCampaigns: true }),
      { observedBefore: a },
      noEntries,
      `${removed}; campaigns are associated with this list.`,
    ],
    [
      "do not name entries as removed that only count as absent",
      stateOf({ managed: a }),
      {
        observedBefore: notShown,
        observedAfter: notShown,
        acknowledged: { add: noEntries, remove: a },
        assumedRemoved: a,
      },
      noEntries,
      'warning: the API refused to remove 1 app bundle ("com.a"), as it refuses to remove absent entries, and it ' +
        "does not show them. It counts as removed, which is not verified.",
    ],
    ["do not name absent entries as kept", stateOf({ managed: a, adopted: a }), {}, noEntries],
    ["are none if no managed entry was left", stateOf({ managed: a }), {}, noEntries],
    [
      "name adopted entries that stay",
      stateOf({ managed: ofKinds, adopted: ofKinds }),
      { observedAfter: ofKinds },
      noEntries,
      'kept adopted entries in the list: 2 app bundles and 1 placement ID ("com.a", "com.b", "1-a").',
    ],
    [
      "name adopted entries of a kind that the API does not show as left, and not as kept",
      stateOf({ managed: ofSites, adopted: ofSites }),
      { observedAfter: { ...a, websites: undefined } },
      noEntries,
      'kept adopted entries in the list: 1 app bundle ("com.a").',
      'left in the list, not verified: adopted entries 1 website ("a.example").',
    ],
    [
      "do not name entries of another resource as kept if the list was not read",
      stateOf({ managed: a }),
      { handedOver: a, observedAfter: notShown, ...unread },
      a,
      'left in the list, not verified, because another resource of this program declares them: 1 app bundle ("com.a").',
      isUnread,
    ],
    [
      "name entries that another resource took over, and how it can claim them",
      moved,
      { handedOver: c },
      a,
      stays,
      "the other resource adopts 2 app bundles of these. To make them that resource's own, set aliases (for a " +
        "rename) or claimExisting: true.",
    ],
    ["name entries that another resource took over as its own", moved, { handedOver: c }, c, stays],
    ["give the reason why the list was not read before", stateOf({}), unread, noEntries, isUnread],
  ])("%s", (_, state, change, released, ...lines) => {
    const notices = noticesAfterDelete(state, changeOf(change), released);
    expect(notices.map(noticeLine)).toEqual(lines.map((line) => `${list}: ${line}`));
  });
});

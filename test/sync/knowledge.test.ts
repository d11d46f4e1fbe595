import { describe, expect, it } from "vitest";
import type { AppList } from "../../provider/api/app-list";
import { ApiError } from "../../provider/api/errors";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries } from "../../provider/list/entries";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { afterReading, initialKnowledge, changeEffects } from "../../provider/sync/knowledge";
import { bundles, entries } from "../list/entries";
import { afterSent, goalOf } from "./list";

const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };

/** A response that shows some kinds. */
function showing(shown: Partial<ByKind<readonly string[]>>): AppList {
  const parts = byKind((kind) => (shown[kind] === undefined ? undefined : EntrySet.of(shown[kind])));
  return { id: 7, entries: parts, sentinels: noEntries.appBundles };
}

it("no entry is acknowledged as removed that the response still lists", () => {
  const own = bundles("com.own.a");
  const goal = goalOf({ desired: noEntries, managed: own });
  const appList = { id: 7, entries: own, sentinels: noEntries.appBundles };
  const before = initialKnowledge({ outcome: "seen", appList, reader: { by: "probe" } }, goal, circumstances);
  expect(afterSent(before, "remove", own, appList).acknowledged).toEqual(noChanges);
});

const own = ["own.example"];

describe("the list before a change", () => {
  const desired = entries({ websites: [...own, "second.example"] });
  const managed = entries({ websites: ["old.example"] });
  const goal = goalOf({ desired, managed });
  const seen = (shown: Partial<ByKind<readonly string[]>>) =>
    ({ outcome: "seen", appList: showing(shown), reader: { by: "probe" } }) as const;
  const [first, second] = [entries({ websites: own }), entries({ websites: ["second.example"] })];
  const later = [...own, "old.example", "others.example"];

  it.each([
    ["the first read if it shows the kind", { websites: ["old.example"] }, later, "seen", ["old.example"]],
    ["the response to an addition, which counts as there before", { appBundles: [] }, later, "seen", later],
    ["a response that leaves out its own addition, which counts as there before", {}, [], "seen", own],
    ["the state if no response shows the kind", {}, undefined, "believed", ["old.example"]],
  ] as const)("is known from %s", (_, read, websites, basis, known) => {
    const before = initialKnowledge(seen(read), goal, circumstances);
    const added = afterSent(before, "add", first, showing({ websites }));
    const after = afterReading(afterSent(added, "add", second, showing({})), seen({}), true);
    expect(changeEffects(after, goal).viewsBefore.websites).toEqual({ basis, entries: EntrySet.of(known) });
  });

  it("has none of the entries that the change removed before the first response that shows their kind", () => {
    const before = initialKnowledge(seen({}), goal, circumstances);
    const removed = afterSent(before, "remove", managed, showing({ websites: later }));
    const websites = { basis: "seen", entries: EntrySet.of([...own, "others.example"]) };
    expect(changeEffects(removed, goal).viewsBefore).toMatchObject({ websites });
  });
});

it("removed no entry by a request without a known outcome, if later responses do not show the kind", () => {
  const goal = goalOf({ desired: noEntries, exclusive: true });
  const first = showing({ websites: own });
  const before = initialKnowledge({ outcome: "seen", appList: first, reader: { by: "probe" } }, goal, circumstances);
  const lost = new ApiError("outcomeUnknown", { problem: "lost" }, { effect: "possible", method: "PATCH", path: "/" });
  const named = entries({ websites: own });
  const open = afterSent(before, "remove", named, lost);
  const after = afterReading(open, { outcome: "seen", appList: showing({}), reader: { by: "probe" } }, true);
  expect(changeEffects(after, goal)).toMatchObject({ removed: noEntries });
});

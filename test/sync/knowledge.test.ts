import { expect, it } from "vitest";
import type { AppList } from "../../provider/api/app-list";
import { ApiError } from "../../provider/api/errors";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries } from "../../provider/list/entries";
import { byKind, type ByKind } from "../../provider/list/kinds";
import {
  afterReading,
  afterResponse,
  initialKnowledge,
  changeEffects,
  firstViews,
} from "../../provider/sync/knowledge";
import { bundles, entries } from "../list/entries";
import { afterFailed, goalOf } from "./list";

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
  expect(afterResponse(before, "remove", own, appList).acknowledged).toEqual(noChanges);
});

const own = ["own.example"];

it.each([
  ["leaves out a kind", {}],
  ["leaves out another kind", { appBundles: ["com.a"] }],
  ["shows the kind", { websites: [] }],
])("knows of the list before a change what the first read showed, if that read %s: %j", (_, first) => {
  const desired = entries({ websites: own });
  const goal = goalOf({ desired });
  const before = initialKnowledge(
    { outcome: "seen", appList: showing(first), reader: { by: "probe" } },
    goal,
    circumstances,
  );
  const sent = afterResponse(before, "add", desired, showing({ websites: own }));
  const after = afterReading(
    sent,
    { outcome: "seen", appList: showing({ websites: own }), reader: { by: "probe" } },
    true,
  );
  expect(changeEffects(after, goal).viewsBefore).toEqual(firstViews(showing(first), noEntries));
});

it("removed no entry by a request without a known outcome, if later responses do not show the kind", () => {
  const goal = goalOf({ desired: noEntries, exclusive: true });
  const first = showing({ websites: own });
  const before = initialKnowledge({ outcome: "seen", appList: first, reader: { by: "probe" } }, goal, circumstances);
  const lost = new ApiError("outcomeUnknown", { problem: "lost" }, { effect: "possible", method: "PATCH", path: "/" });
  const named = entries({ websites: own });
  const open = afterFailed(before, "remove", { entries: named, response: lost, elapsed: 0 });
  const after = afterReading(open, { outcome: "seen", appList: showing({}), reader: { by: "probe" } }, true);
  expect(changeEffects(after, goal)).toMatchObject({ removed: noEntries, gone: noEntries });
});

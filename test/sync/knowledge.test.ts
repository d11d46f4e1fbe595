import { expect, it } from "vitest";
import { noChanges, noEntries } from "../../provider/list/entries";
import { afterResponse, initialKnowledge } from "../../provider/sync/knowledge";
import { bundles } from "../list/entries";

it("no entry is acknowledged as removed that the response still lists", () => {
  const own = bundles("com.own.a");
  const goal = { desired: noEntries, managed: own, exclusive: false, removalGuard: "off", next: "" } as const;
  const appList = { id: 7, entries: own, sentinels: noEntries.appBundles };
  const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
  const before = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
  expect(afterResponse(before, goal, "remove", own, appList).acknowledged).toEqual(noChanges);
});

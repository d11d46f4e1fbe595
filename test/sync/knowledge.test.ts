import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries, type Entries } from "../../provider/list/entries";
import { byKind } from "../../provider/list/kinds";
import type { AppList } from "../../provider/api/app-list";
import { afterResponse, initialKnowledge as knowledgeOf, type Knowledge } from "../../provider/sync/knowledge";
import type { Goal } from "../../provider/sync/goal";
import { entries } from "../list/entries";

/** A list as the API returns it; the kinds of `hidden` are not shown. */
function listOf(present: Entries, hidden: readonly string[] = []): AppList {
  const shown = byKind((kind) => (hidden.includes(kind) ? undefined : present[kind]));
  return { id: 7, entries: shown, sentinels: EntrySet.none };
}

/** A list before a change: as the probe shows it, or unread. */
const goal: Goal = {
  desired: noEntries,
  managed: entries({ appBundles: ["com.a", "com.b"], websites: ["own.example"] }),
  exclusive: false,
  removalGuard: "off",
  next: "",
};

function initialKnowledge(appList: AppList | undefined): Knowledge {
  const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
  return knowledgeOf(
    appList === undefined
      ? { outcome: "notVerified", reason: "app-list:observe is off" }
      : { outcome: "seen", appList, by: "probe" },
    goal,
    circumstances,
  );
}

const website = entries({ websites: ["own.example"] });

describe("after a request", () => {
  const before = initialKnowledge(listOf(noEntries));
  const unseen = listOf(noEntries, ["websites"]);

  it("that removed an entry added before, the entry is acknowledged as removed alone", () => {
    const added = afterResponse(before, goal, "add", website, unseen);
    const removed = afterResponse(added, goal, "remove", website, unseen);
    expect(removed.acknowledged).toEqual({ add: noEntries, remove: website });
    expect(afterResponse(removed, goal, "add", website, unseen).acknowledged).toEqual({
      add: website,
      remove: noEntries,
    });
  });

  it("no entry is acknowledged as removed that the response still lists", () => {
    expect(afterResponse(before, goal, "remove", website, listOf(website)).acknowledged).toEqual(noChanges);
  });
});

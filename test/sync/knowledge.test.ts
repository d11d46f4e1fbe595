import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noChanges, noEntries, type Action, type Entries } from "../../provider/list/entries";
import { byKind } from "../../provider/list/kinds";
import { ApiError, type Effect } from "../../provider/api/errors";
import type { AppList } from "../../provider/api/app-list";
import {
  afterReading,
  afterResponse,
  afterSending,
  initialKnowledge as knowledgeOf,
  type Knowledge,
} from "../../provider/sync/knowledge";
import type { Goal } from "../../provider/sync/goal";
import type { ListRead } from "../../provider/sync/observe";
import type { Sent } from "../../provider/sync/send";
import { bundles, entries } from "../list/entries";

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

function sentOf(parts: Partial<Sent>): Sent {
  return { acknowledged: noEntries, leftOut: noEntries, refused: [], ...parts };
}

function failed(effect: Effect): ApiError {
  return new ApiError("failed", { problem: "It failed." }, { effect, method: "PATCH", path: "/" });
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

describe("after the API reported that a request had no effect", () => {
  const before = initialKnowledge(listOf(bundles("com.a"), ["websites"]));
  const unread: ListRead = { outcome: "failed", error: failed("none"), left: noEntries };

  /** The knowledge after the list was read, or could not be: whether it may have changed, and what is unconfirmed. */
  function afterDenial(action: Action, denied: Entries, read: ListRead, known = before) {
    const interruption = { error: failed("denied"), entries: denied, elapsed: 0 };
    const { mayHaveChanged, unconfirmed } = afterReading(
      afterSending(known, action, sentOf({ interruption }), true),
      goal,
      read,
      true,
    );
    return { mayHaveChanged, unconfirmed };
  }

  it("an addition is never unconfirmed: it belongs to nobody", () => {
    const nothing = { mayHaveChanged: false, unconfirmed: noChanges };
    expect(afterDenial("add", website, unread)).toEqual(nothing);
    expect(afterDenial("add", website, unread, initialKnowledge(undefined))).toEqual(nothing);
  });

  it("a removal that the last observation shows as absent is done, not unconfirmed", () => {
    const unconfirmed = { add: noEntries, remove: bundles("com.a") };
    expect(afterDenial("remove", bundles("com.a", "com.b"), unread)).toEqual({ mayHaveChanged: true, unconfirmed });
  });
});

import fc, { type GeneratorValue } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  difference,
  intersection,
  isEmpty,
  noEntries,
  union,
  type Action,
  type Entries,
} from "../../provider/list/entries";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { ApiError, type Effect } from "../../provider/api/errors";
import { knownEntries, seenEntries } from "../../provider/list/views";
import type { AppList } from "../../provider/api/app-list";
import { defaultSyncPolicy } from "../../provider/sync/access";
import {
  afterReading,
  afterResponse,
  afterSending,
  initialKnowledge,
  type Knowledge,
} from "../../provider/sync/knowledge";
import { nextStep, type Step } from "../../provider/sync/next-step";
import type { Goal } from "../../provider/sync/goal";
import type { ListRead, Observation } from "../../provider/sync/observe";
import type { Sent } from "../../provider/sync/send";
import { expectForAll, someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

/** What a change knew when it took a step, and which additions without a known outcome were not read about since. */
interface Taken {
  readonly knowledge: Knowledge;
  readonly step: Step;
  readonly openAdditions: Entries;
}

type Send = Extract<Step, { readonly kind: "send" }>;

const refusal = 422;

/** Some APIs report every removal as done and keep the entries, or never respond to a change in time. */
type Manner = "any" | "keepsEntries" | "neverResponds";

const anyManner = () => fc.constantFrom<Manner>("any", "any", "keepsEntries", "neverResponds");
const anyEntries = () => someEntries;
const anyEffect = () => fc.constantFrom<Effect>("none", "denied", "possible");
const someKinds = () => fc.subarray<Kind>([...kinds]);

function errorOf(effect: Effect): ApiError {
  return new ApiError(
    "aboutEntries",
    { problem: "It failed." },
    { effect, method: "PATCH", path: "/", status: refusal },
  );
}

/** A list in an API that answers each step of a change in any way, while others change the list. */
class AnyApi {
  readonly #any: GeneratorValue;
  readonly #manner: Manner;
  #held: Entries;

  constructor(any: GeneratorValue) {
    this.#any = any;
    this.#manner = any(anyManner);
    this.#held = any(anyEntries);
  }

  /** The list before the change, as the API shows it or does not. */
  first(): Observation {
    const [appList, reason] = [this.#appList(), "the API does not show it"];
    const observations: readonly Observation[] = [
      { outcome: "seen", appList, by: "probe" },
      { outcome: "seen", appList, refusal },
      { outcome: "notVerified", reason, refusal },
      { outcome: "notVerified", reason },
    ];
    return observations[this.#any(fc.nat, 3)] ?? { outcome: "notVerified", reason };
  }

  /** Other writers change the list. */
  edit(): void {
    if (this.#manner === "any" && this.#chance(4))
      this.#held = union(difference(this.#held, this.#some()), this.#some());
  }

  read({ by, refusal: refused }: Knowledge["reading"]): ListRead {
    const seen = { outcome: "seen", appList: this.#appList(), by, refusal: refused } as const;
    if (this.#manner !== "any") return seen;
    if (this.#chance(4)) return { outcome: "failed", error: errorOf("none"), left: noEntries };
    return refused !== undefined && this.#chance(4) ? { outcome: "notVerified", reason: "" } : seen;
  }

  /** What becomes of a request, and the response to the entries that are accepted. */
  send(step: Send): Sent & { readonly appList?: AppList | undefined } {
    const { action, entries } = step;
    const nothing = { acknowledged: noEntries, leftOut: noEntries, refused: [] };
    if (this.#manner === "keepsEntries" && action === "remove") {
      return { ...nothing, acknowledged: entries, appList: this.#appList() };
    }
    if (this.#manner === "neverResponds") {
      return { ...nothing, interruption: { error: errorOf("possible"), entries, elapsed: 1 } };
    }
    return this.#sendAny(step);
  }

  #sendAny({ action, entries }: Send): Sent & { readonly appList?: AppList | undefined } {
    const refused = this.#chance(3) ? this.#subset(entries) : noEntries;
    const rest = difference(entries, refused);
    const interrupted = this.#chance(2) ? this.#subset(rest) : noEntries;
    const acknowledged = this.#chance(3) ? this.#subset(difference(rest, interrupted)) : difference(rest, interrupted);
    const ignored = this.#chance(4) ? this.#subset(acknowledged) : noEntries;
    this.#apply(action, difference(acknowledged, ignored));
    const appList = isEmpty(acknowledged) ? undefined : this.#appList();
    const effect = this.#any(anyEffect);
    // A response of any status may come from a proxy.
    if (effect !== "none" && this.#chance(2)) this.#apply(action, interrupted);
    const shown = byKind((kind) => appList?.entries[kind] ?? acknowledged[kind]);
    const missing = action === "add" ? shown : acknowledged;
    return {
      acknowledged,
      leftOut: difference(acknowledged, missing),
      refused: isEmpty(refused) ? [] : [{ entries: refused, isCertain: this.#chance(2), error: errorOf("denied") }],
      interruption: isEmpty(interrupted)
        ? undefined
        : { error: errorOf(effect), entries: interrupted, elapsed: this.#any(fc.nat, 1000) },
      appList,
    };
  }

  /** Each response lacks kinds of its own. */
  #appList(): AppList {
    const hidden = this.#chance(2) ? this.#any(someKinds) : [];
    const entries = byKind((kind) => (hidden.includes(kind) ? undefined : this.#held[kind]));
    return { id: 7, entries, sentinels: noEntries.appBundles };
  }

  #apply(action: Action, entries: Entries): void {
    this.#held = action === "add" ? union(this.#held, entries) : difference(this.#held, entries);
  }

  #some(): Entries {
    return this.#any(anyEntries);
  }

  #subset(entries: Entries): Entries {
    return intersection(entries, this.#some());
  }

  /** True once in so many times. */
  #chance(times: number): boolean {
    return this.#any(fc.nat, times - 1) === 0;
  }
}

/** Takes the steps of a change of any list, to any goal, until it stops; or as many as no change may need. */
function change(
  any: GeneratorValue,
  parts: Partial<Goal> = {},
): { readonly goal: Goal; readonly taken: readonly Taken[] } {
  const api = new AnyApi(any);
  const goal: Goal = {
    desired: any(anyEntries),
    managed: any(anyEntries),
    unconfirmedRemovals: any(anyEntries),
    exclusive: any(fc.boolean),
    removalGuard: "off",
    next: "",
    ...parts,
  };
  let circumstances = { declaredElsewhere: any(anyEntries), remainingTime: any(fc.nat, 100_000), isCanceled: false };
  const stepsUntilCanceled = any(fc.nat, 40);
  let knowledge = initialKnowledge(api.first(), goal, circumstances);
  let openAdditions = noEntries;
  const taken: Taken[] = [];
  while (taken.length < 100) {
    const step = nextStep(knowledge, goal, defaultSyncPolicy);
    taken.push({ knowledge, step, openAdditions });
    if (step.kind === "stop") break;
    api.edit();
    circumstances = {
      declaredElsewhere: union(circumstances.declaredElsewhere, any(fc.nat, 19) === 0 ? any(anyEntries) : noEntries),
      remainingTime: circumstances.remainingTime - any(fc.nat, 500),
      isCanceled: taken.length >= stepsUntilCanceled,
    };
    if (step.kind === "read") {
      const read = api.read(knowledge.reading);
      if (read.outcome === "seen") openAdditions = lacking(read.appList, openAdditions);
      knowledge = afterReading({ ...knowledge, ...circumstances }, goal, read, step.isFinal);
    } else {
      const { appList, ...sent } = api.send(step);
      const wasRead = knowledge.appList !== undefined;
      if (appList !== undefined) knowledge = afterResponse(knowledge, goal, step.action, sent.acknowledged, appList);
      const { error, entries } = sent.interruption ?? {};
      if (step.action === "add" && error?.effect === "possible")
        openAdditions = union(openAdditions, entries ?? noEntries);
      knowledge = afterSending({ ...knowledge, ...circumstances, round: step.round }, step.action, sent, wasRead);
    }
  }
  return { goal, taken };
}

/** Asserts what holds for each request of a change, whatever the responses are. */
function expectOfRequests(expectation: (step: Send, knowledge: Knowledge, goal: Goal, taken: Taken) => void): void {
  expectForAll(fc.gen(), (any) => {
    const { goal, taken } = change(any);
    for (const each of taken) if (each.step.kind === "send") expectation(each.step, each.knowledge, goal, each);
  });
}

/** Of the given entries those of kinds that a response lacks. */
function lacking({ entries: shown }: AppList, entries: Entries): Entries {
  return byKind((kind) => (shown[kind] === undefined ? entries : noEntries)[kind]);
}

const none = (entries: Entries): void => expect(entries).toEqual(noEntries);

describe("a change, whatever the API answers and others do meanwhile,", () => {
  it("removes nothing while the outcome of an addition is unknown", () => {
    expectOfRequests(({ action }, _, __, { openAdditions }) => {
      if (action === "remove") none(openAdditions);
    });
  });

  it("removes no desired entry, none that another resource declares, and none that is not managed unless exclusive", () => {
    expectOfRequests(({ action, entries }, { declaredElsewhere }, { desired, managed, exclusive }) => {
      if (action === "add") return;
      none(intersection(entries, union(desired, declaredElsewhere)));
      if (!exclusive) none(difference(entries, managed));
    });
  });

  it("adds only desired entries that the list does not show", () => {
    expectOfRequests(({ action, entries }, { views }, { desired }) => {
      if (action === "remove") return;
      none(difference(entries, desired));
      none(intersection(entries, seenEntries(views)));
    });
  });

  it("sends no entry again whose last request had no known outcome and whose effect was not seen", () => {
    expectOfRequests(({ action, entries }, { unconfirmed }) => none(intersection(entries, unconfirmed[action])));
  });

  it("sends at least one entry with each request, and none with a comma", () => {
    expectOfRequests(({ entries }) => {
      expect(isEmpty(entries)).toBe(false);
      for (const kind of kinds) for (const entry of entries[kind]) expect(entry).not.toContain(",");
    });
  });

  it("ends after a bounded number of steps", () => {
    expectForAll(fc.gen(), (any) => {
      const { taken } = change(any);
      expect(taken.at(-1)?.step.kind).toBe("stop");
      // In each round, both actions and two reads after each of them, at most.
      expect(taken.length).toBeLessThanOrEqual(defaultSyncPolicy.rounds * 6 + 1);
    });
  });

  it("only stops after a cancellation", () => {
    expectForAll(fc.gen(), (any) => {
      for (const { knowledge, step } of change(any).taken) {
        if (!knowledge.isCanceled) continue;
        expect(step.kind).toBe("stop");
        const { add, remove } = knowledge.unconfirmed;
        // Whatever the last responses were: what is not known is so because of the cancellation.
        if (!isEmpty(union(add, remove))) expect(step).toHaveProperty("failure.code", "COMMAND_CANCELED");
      }
    });
  });

  it("stops without a failure only if nothing remains", () => {
    expectForAll(fc.gen(), (any) => {
      const { goal, taken } = change(any);
      const { desired, managed, exclusive } = goal;
      const last = taken.at(-1);
      if (last?.step.kind !== "stop" || last.step.failure !== undefined) return;
      const { appList, views, unconfirmed, declaredElsewhere } = last.knowledge;
      none(union(unconfirmed.add, unconfirmed.remove));
      const known = intersection(union(desired, managed), knownEntries(views));
      none(difference(desired, known));
      const unwanted = exclusive ? union(known, seenEntries(views)) : intersection(known, managed);
      none(difference(difference(unwanted, desired), declaredElsewhere));
      if (exclusive) expect(appList).toBeDefined();
    });
  });

  it("removes nothing that the guard refuses", () => {
    const limit = { unit: "entries", most: 0 } as const;
    const removalGuard = { limit, isApproved: () => false, describe: () => ({ effect: "", commands: [] }) };
    expectForAll(fc.gen(), (any) => {
      const { taken } = change(any, { removalGuard });
      for (const { step } of taken) expect(step).not.toHaveProperty("action", "remove");
    });
  });
});

describe("the removal guard of an exclusive list", () => {
  it("counts all entries that the list can lose, the unmanaged ones among them, and those that are gone", () => {
    const appList = { id: 7, entries: bundles("com.a", "com.b", "com.unmanaged"), sentinels: noEntries.appBundles };
    const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
    const describe = () => ({ effect: "", commands: [] });
    const goal = {
      desired: bundles("com.a", "com.b"),
      managed: bundles("com.a", "com.gone"),
      exclusive: true,
      next: "",
    };
    const before = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
    const removalGuard = { limit: undefined, isApproved: () => false, describe };
    const reason = "would remove 1 of 4 entries (25%), more than the limit of 0 at once";
    const limit = { unit: "entries", most: 0 } as const;
    const step = nextStep(before, { ...goal, removalGuard: { ...removalGuard, limit } }, defaultSyncPolicy);
    expect(step).toMatchObject({ failure: { code: "CHANGE_LIMIT", reason } });
    // By default, any number of managed entries can be removed from a short list, and no share of unmanaged ones.
    const clearing = { ...goal, desired: noEntries, managed: bundles("com.a", "com.b"), removalGuard };
    expect(nextStep(before, clearing, defaultSyncPolicy)).toMatchObject({ failure: { code: "CHANGE_LIMIT" } });
    const listed = { ...before, declaredElsewhere: bundles("com.unmanaged") };
    expect(nextStep(listed, clearing, defaultSyncPolicy)).toMatchObject({ kind: "send", action: "remove" });
  });
});

describe("after a request without a known outcome, a change", () => {
  const appList: AppList = { id: 7, entries: noEntries, sentinels: noEntries.appBundles };
  const goal: Goal = { desired: bundles("com.a"), managed: noEntries, exclusive: false, removalGuard: "off", next: "" };

  /** The steps up to the third, if no read shows an effect of the addition. */
  function stepsAfter(elapsed: number, remainingTime: number): readonly Step[] {
    const circumstances = { declaredElsewhere: noEntries, remainingTime, isCanceled: false };
    const interruption = { error: errorOf("possible"), entries: goal.desired, elapsed };
    const sent = { acknowledged: noEntries, leftOut: noEntries, refused: [], interruption };
    const first = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
    const steps: Step[] = [];
    for (let knowledge = afterSending(first, "add", sent, true); steps.length < 3;) {
      const step = nextStep(knowledge, goal, defaultSyncPolicy);
      steps.push(step);
      if (step.kind !== "read") break;
      knowledge = afterReading(knowledge, goal, { outcome: "seen", appList, by: "probe" }, step.isFinal);
    }
    return steps;
  }

  it("reads the list twice before it sends again, each time after as long as the request took", () => {
    expect(stepsAfter(2000, 60_000)).toMatchObject([
      { kind: "read", delay: 2000, isFinal: false },
      { kind: "read", delay: 2000, isFinal: true },
      { kind: "send", action: "add" },
    ]);
  });

  it("waits for a minute at most, and for a quarter of the time that is left", () => {
    expect(stepsAfter(100_000, 1_000_000)[0]).toMatchObject({ delay: 60_000 });
    expect(stepsAfter(100_000, 100_000)[0]).toMatchObject({ delay: 25_000 });
  });

  it("stops after the second read if the request would not get a response in the time that is left", () => {
    expect(stepsAfter(30_000, 40_000)).toMatchObject([
      { kind: "read", isFinal: false },
      { kind: "read", isFinal: false },
      { kind: "stop", failure: { code: "CHANGE_INTERRUPTED" } },
    ]);
  });
});

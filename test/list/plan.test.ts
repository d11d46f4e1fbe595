import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  count,
  difference,
  intersection,
  noEntries,
  union,
  type Changes,
  type Entries,
} from "../../provider/list/entries";
import { hasNoChanges, planChanges, type PlanInput } from "../../provider/list/plan";
import { believedViews, knownEntries, seenViews } from "../../provider/list/views";
import { expectForAll, someEntries, someViews } from "./arbitraries";
import { bundles } from "./entries";

const situation: fc.Arbitrary<PlanInput> = fc.record({
  desired: someEntries,
  managed: someEntries,
  views: someViews,
  exclusive: fc.boolean(),
  declaredElsewhere: someEntries,
});

/** Situations in which the whole list is known. */
const seen = fc.tuple(situation, someEntries).map(([each, observed]): PlanInput & { readonly observed: Entries } => ({
  ...each,
  observed,
  views: seenViews(observed),
}));

function applied(plan: Changes, observed: Entries): Entries {
  return difference(union(observed, plan.add), plan.remove);
}

const none = (entries: Entries): void => expect(count(entries)).toBe(0);

/** Asserts what holds for the plan of any situation, and for the list after it. */
function expectOf<Situation extends PlanInput>(
  any: fc.Arbitrary<Situation>,
  expectation: (each: Situation, plan: Changes) => void,
): void {
  expectForAll(any, (each) => {
    expectation(each, planChanges(each));
  });
}

const additive = seen.map((each) => ({ ...each, exclusive: false }));

describe("a plan for a list that is known", () => {
  it("makes a list of the desired, the unmanaged and the elsewhere declared entries, and no others", () => {
    expectOf(additive, ({ desired, observed, managed, declaredElsewhere }, plan) => {
      const stays = difference(observed, difference(managed, declaredElsewhere));
      expect(applied(plan, observed)).toEqual(union(desired, stays));
    });
  });

  it("makes an exclusive list exactly what is desired, but for what is declared elsewhere", () => {
    const exclusive = seen.map((each) => ({ ...each, exclusive: true }));
    expectOf(exclusive, ({ desired, observed, declaredElsewhere }, plan) => {
      const elsewhere = intersection(declaredElsewhere, observed);
      expect(applied(plan, observed)).toEqual(union(desired, elsewhere));
    });
  });

  it("has nothing left to do when it has been carried out, whatever the resource then holds", () => {
    expectOf(seen, (each, plan) => {
      const observed = applied(plan, each.observed);
      const managed = intersection(union(each.managed, each.desired), observed);
      const views = seenViews(observed);
      expect(hasNoChanges(planChanges({ ...each, views }))).toBe(true);
      expect(hasNoChanges(planChanges({ ...each, views, managed }))).toBe(true);
    });
  });

  it("adds nothing that is there and removes nothing that is not", () => {
    expectOf(seen, ({ observed }, { add, remove }) => {
      none(intersection(add, observed));
      none(difference(remove, observed));
    });
  });

  it("can be cut short anywhere: planning again completes it", () => {
    expectForAll(seen, someEntries, someEntries, (each, addedSoFar, removedSoFar) => {
      const plan = planChanges(each);
      const done = { add: intersection(plan.add, addedSoFar), remove: intersection(plan.remove, removedSoFar) };
      const halfWay = applied(done, each.observed);
      const rest = planChanges({ ...each, views: seenViews(halfWay) });
      expect(applied(rest, halfWay)).toEqual(applied(plan, each.observed));
      expect(rest.add).toEqual(difference(plan.add, done.add));
      expect(rest.remove).toEqual(difference(plan.remove, done.remove));
    });
  });
});

describe("a plan", () => {
  it("adds only what is desired and removes nothing that is desired or declared elsewhere", () => {
    expectOf(situation, ({ desired, declaredElsewhere }, { add, remove }) => {
      none(difference(add, desired));
      none(intersection(remove, union(desired, declaredElsewhere)));
    });
  });

  it("adds what is not managed yet, and removes what is managed and no longer desired if the list is not known", () => {
    const unknown = situation.map((each) => ({ ...each, views: believedViews(each.managed) }));
    expectOf(unknown, ({ desired, managed, declaredElsewhere }, { add, remove }) => {
      expect(add).toEqual(difference(desired, managed));
      expect(remove).toEqual(difference(difference(managed, desired), declaredElsewhere));
    });
  });

  it("removes only what is known to be in the list and, unless the list is exclusive, managed", () => {
    expectOf(situation, ({ views, managed, exclusive }, { remove }) => {
      none(difference(remove, knownEntries(views)));
      if (!exclusive) none(difference(remove, managed));
    });
  });

  it("treats each kind by itself", () => {
    expectForAll(situation, situation, (one, other) => {
      const mixed = planChanges({
        desired: { ...one.desired, websites: other.desired.websites },
        managed: { ...one.managed, websites: other.managed.websites },
        views: { ...one.views, websites: other.views.websites },
        declaredElsewhere: { ...one.declaredElsewhere, websites: other.declaredElsewhere.websites },
        exclusive: one.exclusive,
      });
      const { add, remove } = planChanges(one);
      const second = planChanges({ ...other, exclusive: one.exclusive });
      expect(mixed.add).toEqual({ ...add, websites: second.add.websites });
      expect(mixed.remove).toEqual({ ...remove, websites: second.remove.websites });
    });
  });

  const additivePlan = { exclusive: false, declaredElsewhere: noEntries };

  it("adds again what is managed and may be gone, only if the list is not known", () => {
    const managed = bundles("com.a", "com.b");
    const doubted = { ...additivePlan, desired: managed, managed, unconfirmedRemovals: bundles("com.b") };
    expect(planChanges({ ...doubted, views: believedViews(managed) }).add).toEqual(bundles("com.b"));
    expect(planChanges({ ...doubted, views: seenViews(managed) }).add).toEqual(noEntries);
  });
});

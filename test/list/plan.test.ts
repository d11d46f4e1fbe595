import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { count, noEntries, type Changes, type Entries } from "../../provider/list/entries";
import { unmanagedEntries, hasNoChanges, planChanges, type PlanInput } from "../../provider/list/plan";
import { forEachKind, someEntries, someObserved } from "./arbitraries";
import { bundles, entries } from "./entries";

const situation: fc.Arbitrary<PlanInput> = fc.record({
  desired: someEntries,
  managed: someEntries,
  observed: someObserved,
  exclusive: fc.boolean(),
  declaredElsewhere: someEntries,
});

/** Situations in which the whole list is known. */
const seen = fc
  .tuple(situation, someEntries)
  .map(([each, observed]): PlanInput & { readonly observed: Entries } => ({ ...each, observed }));

function applied(plan: Changes, observed: Entries): Entries {
  return byKind((kind) => observed[kind].union(plan.add[kind]).minus(plan.remove[kind]));
}

function forKinds(check: (kind: Kind) => void): void {
  kinds.forEach(check);
}

describe("a plan for a list that is known", () => {
  it("leaves in the list everything that is desired", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const result = applied(planChanges(each), each.observed);
        forKinds((kind) => expect(each.desired[kind].minus(result[kind]).size).toBe(0));
      }),
    );
  });

  it("leaves everything that the resource does not hold, unless it is exclusive", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const result = applied(planChanges({ ...each, exclusive: false }), each.observed);
        forKinds((kind) => {
          const unmanaged = each.observed[kind].minus(each.managed[kind]);
          expect(unmanaged.minus(result[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("makes a list of the desired, the unmanaged and the elsewhere declared entries, and no others", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const result = applied(planChanges({ ...each, exclusive: false }), each.observed);
        forKinds((kind) => {
          const stays = each.observed[kind].minus(each.managed[kind].minus(each.declaredElsewhere[kind]));
          expect(result[kind]).toEqual(each.desired[kind].union(stays));
        });
      }),
    );
  });

  it("makes an exclusive list exactly what is desired, but for what is declared elsewhere", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const result = applied(planChanges({ ...each, exclusive: true }), each.observed);
        forKinds((kind) => {
          const elsewhere = each.declaredElsewhere[kind].intersect(each.observed[kind]);
          expect(result[kind]).toEqual(each.desired[kind].union(elsewhere));
        });
      }),
    );
  });

  it("has nothing left to do when it has been carried out, whatever the resource then holds", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const observed = applied(planChanges(each), each.observed);
        const managed = byKind((kind) => each.managed[kind].union(each.desired[kind]).intersect(observed[kind]));
        expect(hasNoChanges(planChanges({ ...each, observed }))).toBe(true);
        expect(hasNoChanges(planChanges({ ...each, observed, managed }))).toBe(true);
      }),
    );
  });

  it("adds nothing that is there and removes nothing that is not", () => {
    fc.assert(
      fc.property(seen, (each) => {
        const { add, remove } = planChanges(each);
        forKinds((kind) => {
          expect(add[kind].intersect(each.observed[kind]).size).toBe(0);
          expect(remove[kind].minus(each.observed[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("can be cut short anywhere: planning again completes it", () => {
    fc.assert(
      fc.property(seen, someEntries, someEntries, (each, addedSoFar, removedSoFar) => {
        const plan = planChanges(each);
        const done: Changes = {
          add: byKind((kind) => plan.add[kind].intersect(addedSoFar[kind])),
          remove: byKind((kind) => plan.remove[kind].intersect(removedSoFar[kind])),
        };
        const halfWay = applied(done, each.observed);
        const rest = planChanges({ ...each, observed: halfWay });
        expect(applied(rest, halfWay)).toEqual(applied(plan, each.observed));
        forKinds((kind) => {
          expect(rest.add[kind]).toEqual(plan.add[kind].minus(done.add[kind]));
          expect(rest.remove[kind]).toEqual(plan.remove[kind].minus(done.remove[kind]));
        });
      }),
    );
  });
});

describe("a plan", () => {
  it("never adds and removes the same entry", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const { add, remove } = planChanges(each);
        forKinds((kind) => expect(add[kind].intersect(remove[kind]).size).toBe(0));
      }),
    );
  });

  it("adds only what is desired and removes nothing that is desired or declared elsewhere", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const { add, remove } = planChanges(each);
        forKinds((kind) => {
          expect(add[kind].minus(each.desired[kind]).size).toBe(0);
          expect(remove[kind].intersect(each.desired[kind]).size).toBe(0);
          expect(remove[kind].intersect(each.declaredElsewhere[kind]).size).toBe(0);
        });
      }),
    );
  });

  it("does not depend on the order of what it is made from", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const reversed = (some: Entries): Entries => byKind((kind) => EntrySet.of([...some[kind]].toReversed()));
        const plan = planChanges({
          ...each,
          desired: reversed(each.desired),
          managed: reversed(each.managed),
          declaredElsewhere: reversed(each.declaredElsewhere),
          observed: byKind((kind) => {
            const shown = each.observed[kind];
            return shown === undefined ? undefined : EntrySet.of([...shown].toReversed());
          }),
        });
        expect(plan).toEqual(planChanges(each));
      }),
    );
  });

  it("adds what is not managed yet, and removes what is managed and no longer desired if the list is not known", () => {
    fc.assert(
      fc.property(situation, (each) => {
        const { add, remove } = planChanges({ ...each, observed: byKind(() => undefined) });
        forKinds((kind) => {
          expect(add[kind]).toEqual(each.desired[kind].minus(each.managed[kind]));
          const dropped = each.managed[kind].minus(each.desired[kind]);
          expect(remove[kind]).toEqual(dropped.minus(each.declaredElsewhere[kind]));
        });
      }),
    );
  });

  it("treats each kind by itself", () => {
    fc.assert(
      fc.property(situation, situation, (one, other) => {
        const mixed = planChanges({
          desired: { ...one.desired, websites: other.desired.websites },
          managed: { ...one.managed, websites: other.managed.websites },
          observed: { ...one.observed, websites: other.observed.websites },
          declaredElsewhere: { ...one.declaredElsewhere, websites: other.declaredElsewhere.websites },
          exclusive: one.exclusive,
        });
        const { add, remove } = planChanges(one);
        const second = planChanges({ ...other, exclusive: one.exclusive });
        expect(mixed.add).toEqual({ ...add, websites: second.add.websites });
        expect(mixed.remove).toEqual({ ...remove, websites: second.remove.websites });
      }),
    );
  });

  it("is empty only if there is nothing to add and nothing to remove", () => {
    const some = bundles("com.a");
    expect(hasNoChanges({ add: noEntries, remove: noEntries })).toBe(true);
    expect(hasNoChanges({ add: some, remove: noEntries })).toBe(false);
    expect(hasNoChanges({ add: noEntries, remove: some })).toBe(false);
    expect(hasNoChanges({ add: some, remove: bundles("com.b") })).toBe(false);
  });

  it("adds again what is managed and may be gone, only if the list is not known", () => {
    const managed = bundles("com.a", "com.b");
    const doubted = {
      desired: managed,
      managed,
      unconfirmedRemovals: bundles("com.b"),
      exclusive: false,
      declaredElsewhere: noEntries,
    };
    expect(planChanges({ ...doubted, observed: byKind(() => undefined) }).add).toEqual(bundles("com.b"));
    expect(planChanges({ ...doubted, observed: managed }).add).toEqual(noEntries);
  });

  it("does not fold letter case", () => {
    const plan = planChanges({
      desired: bundles("com.Example"),
      managed: bundles("com.example"),
      observed: bundles("com.example"),
      exclusive: false,
      declaredElsewhere: noEntries,
    });
    expect(plan).toEqual({ add: bundles("com.Example"), remove: bundles("com.example") });
  });
});

describe("unmanagedEntries", () => {
  it("counts what is not declared, in the kinds that are shown", () => {
    const observed = { ...bundles("com.a", "com.b", "com.c"), websites: undefined };
    const declared = entries({ appBundles: ["com.b", "com.z"], websites: ["a.example"] });
    expect(count(unmanagedEntries(observed, declared))).toBe(2);
  });

  it("is nothing for what an exclusive list was made", () => {
    fc.assert(
      fc.property(
        seen,
        forEachKind(() => fc.constant(EntrySet.none)),
        (each, declaredElsewhere) => {
          const plan = planChanges({ ...each, exclusive: true, declaredElsewhere });
          expect(count(unmanagedEntries(applied(plan, each.observed), each.desired))).toBe(0);
        },
      ),
    );
  });
});

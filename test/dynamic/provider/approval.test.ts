import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, readApprovals } from "../../../provider/dynamic/provider/approval";
import { byKind, kinds } from "../../../provider/list/kinds";
import { someEntries } from "../../list/arbitraries";

const list = { account: undefined, appListId: 4321 };

describe("the digest of a change", () => {
  it("is that of another change exactly where list, additions and removals are the same", () => {
    const change = fc.record({ add: someEntries, remove: someEntries });
    fc.assert(
      fc.property(change, change, (one, other) => {
        const isSame = kinds.every(
          (kind) =>
            one.add[kind].symmetricDifference(other.add[kind]).size === 0 &&
            one.remove[kind].symmetricDifference(other.remove[kind]).size === 0,
        );
        expect(digestOf(list, one) === digestOf(list, other)).toBe(isSame);
      }),
    );
  });

  it("does not depend on the order in which the entries stand", () => {
    fc.assert(
      fc.property(someEntries, someEntries, (add, remove) => {
        const turned = byKind((kind) => new Set([...add[kind]].toReversed()));
        expect(digestOf(list, { add: turned, remove })).toBe(digestOf(list, { add, remove }));
        expect(digestOf(list, { add, remove })).toMatch(/^[0-9a-f]{16}$/u);
      }),
    );
  });
});

describe("approvals", () => {
  it("are several digests, with commas or blanks between them", () => {
    const source = { config: () => " aa, bb\ncc ,", environment: {} };
    expect([...readApprovals(source)]).toEqual(["aa", "bb", "cc"]);
  });

  it("come from the configuration, else from the environment", () => {
    const environment = { APP_LIST_APPROVE: "bb" };
    expect([...readApprovals({ config: (key) => (key === "approve" ? "aa" : undefined), environment })]).toEqual([
      "aa",
    ]);
    expect([...readApprovals({ config: () => undefined, environment })]).toEqual(["bb"]);
    expect([...readApprovals({ config: () => undefined, environment: {} })]).toEqual([]);
  });
});

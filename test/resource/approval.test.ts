import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, howToApprove, readApprovals } from "../../provider/resource/approval";
import { byKind, kinds } from "../../provider/list/kinds";
import { someEntries } from "../list/arbitraries";

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

  it("come from the configuration and from the environment, so that a saved one hides none", () => {
    const environment = { APP_LIST_APPROVE: "bb" };
    const config = (key: string): string | undefined => (key === "approve" ? "aa" : undefined);
    expect([...readApprovals({ config, environment })]).toEqual(["aa", "bb"]);
    expect([...readApprovals({ config: () => undefined, environment })]).toEqual(["bb"]);
    expect([...readApprovals({ config: () => undefined, environment: {} })]).toEqual([]);
  });
});

describe("the way to approve a change", () => {
  const [digest, given, other] = ["0123456789abcdef", "1111111111111111", "2222222222222222"];

  it("says that Pulumi keeps the approval, and how to take it out again", () => {
    expect(howToApprove(digest, new Set())).toBe(
      "Or approve exactly this change: pulumi up -c app-list:approve=0123456789abcdef (Pulumi saves that in the " +
        "stack's configuration file, where the same change would pass again later. To take it out: " +
        "pulumi config rm app-list:approve)",
    );
  });

  it("prints the complete value to give, with what was approved already and may be needed beside it", () => {
    const text = howToApprove(digest, new Set([given, other]));
    expect(text).toContain("pulumi up -c app-list:approve=0123456789abcdef,1111111111111111,2222222222222222 ");
    expect(text).toContain("(What app-list:approve names now is another change; it is kept behind this one.)");
  });

  it("never repeats what is no digest", () => {
    const text = howToApprove(digest, new Set(["password", `${given}0`, "\u001b[2J"]));
    expect(text).toContain("app-list:approve=0123456789abcdef (What app-list:approve names now is another change.)");
  });

  it("leads to an end where several changes need one", () => {
    const needed = [digest, given, other];
    let approvals = new Set<string>();
    for (let attempt = 0; attempt < needed.length; attempt += 1) {
      const refused = needed.find((each) => !approvals.has(each));
      const value = /app-list:approve=(\S+)/u.exec(howToApprove(refused ?? "", approvals))?.[1] ?? "";
      approvals = new Set(readApprovals({ config: () => value, environment: {} }));
    }
    expect(new Set(needed).difference(approvals)).toEqual(new Set());
  });
});

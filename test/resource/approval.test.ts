import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { approvalCommand, digestChange, readApprovals } from "../../provider/resource/approval";
import { byKind, kinds } from "../../provider/list/kinds";
import { noEntries } from "../../provider/list/entries";
import { bundles } from "../list/entries";
import { someEntries } from "../list/arbitraries";

const list = { baseUrl: "https://api.example.com", account: undefined, appListId: 4321 };
const approvalsIn = (digests: string) => readApprovals({ APP_LIST_APPROVE: digests });

describe("the digest of a change", () => {
  it("is the same for two changes exactly if their list, additions and removals are the same, in any order", () => {
    const change = fc.record({ add: someEntries, remove: someEntries });
    fc.assert(
      fc.property(change, change, (one, other) => {
        const isSame = kinds.every(
          (kind) => one.add[kind].equals(other.add[kind]) && one.remove[kind].equals(other.remove[kind]),
        );
        expect(digestChange(list, one) === digestChange(list, other)).toBe(isSame);
        const turned = byKind((kind) => EntrySet.of([...one.add[kind]].toReversed()));
        expect(digestChange(list, { ...one, add: turned })).toBe(digestChange(list, one));
        expect(digestChange(list, one)).toMatch(/^[0-9a-f]{16}$/u);
      }),
    );
  });

  it.each([
    ["another list", { appListId: 1 }],
    ["another account", { account: "emea" }],
    ["another base URL", { baseUrl: "https://eu.example.com" }],
    ["a base URL that is not known", { baseUrl: undefined }],
  ])("is different for %s", (_, other) => {
    const change = { add: noEntries, remove: bundles("com.a") };
    expect(digestChange({ ...list, ...other }, change)).not.toBe(digestChange(list, change));
  });
});

it("approves several digests, separated by commas or whitespace, and none when the variable is not set", () => {
  expect([...approvalsIn(" aa, bb\ncc ,")]).toEqual(["aa", "bb", "cc"]);
  expect([...readApprovals({})]).toEqual([]);
});

describe("the command that approves a change", () => {
  const [digest, given, other] = ["0123456789abcdef", "1111111111111111", "2222222222222222"];

  it.each<[what: string, approvals: string[], end: string]>([
    ["sets the digest", [], `${digest} pulumi up`],
    [
      "prints the complete value, with the digests that are set already and may be needed beside it",
      [given, other],
      `${digest},${given},${other} pulumi up (APP_LIST_APPROVE approves another change now; the new value keeps that.)`,
    ],
    [
      "never prints a value that is not a digest",
      ["password", `${given}0`, "\u001b[2J"],
      `${digest} pulumi up (APP_LIST_APPROVE approves another change now.)`,
    ],
  ])("%s", (_, approvals, end) => {
    const command = approvalCommand(digest, new Set(approvals));
    expect(command).toBe(`Or approve exactly this change: APP_LIST_APPROVE=${end}`);
  });

  it("approves all changes in the end if several need it", () => {
    const needed = [digest, given, other];
    let approvals = new Set<string>();
    for (let attempt = 0; attempt < needed.length; attempt += 1) {
      const refused = needed.find((each) => !approvals.has(each)) ?? "";
      const value = /APP_LIST_APPROVE=(\S+)/u.exec(approvalCommand(refused, approvals))?.[1] ?? "";
      approvals = new Set(approvalsIn(value));
    }
    expect(new Set(needed).difference(approvals)).toEqual(new Set());
  });
});

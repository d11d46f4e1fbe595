import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds } from "../../provider/list/kinds";
import { digestChange, readApprovals } from "../../provider/resource/approval";
import { someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

const list = { baseUrl: "https://api.example.com", account: undefined, appListId: 4321 };

describe("the digest of a change", () => {
  it("is the same for two changes exactly if their list, additions and removals are the same, in any order", () => {
    const anyChange = fc.record({ add: someEntries, remove: someEntries });
    fc.assert(
      fc.property(anyChange, anyChange, (one, other) => {
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

  it("is another one for another list or base URL", () => {
    const others = [{}, { appListId: 1 }, { baseUrl: "https://b.example" }, { baseUrl: undefined }];
    const change = { add: noEntries, remove: bundles("com.b") };
    const digests = others.map((other) => digestChange({ ...list, ...other }, change));
    expect(new Set(digests).size).toBe(others.length);
  });
});

it("approvals are the digests in a text as people write it, or none if the variable is not set", () => {
  const [digest, other] = ["0123456789abcdef", "fedcba9876543210"];
  const read = (text?: string): readonly string[] => [...readApprovals({ APP_LIST_APPROVE: text })];
  for (const text of [
    `${digest},${other}`,
    `\uFEFF${digest} # ${"a".repeat(16)}\r\n\r\n${other}\r\n`,
    `APP_LIST_APPROVE=${digest.toUpperCase()},${other} pulumi up`,
    `sold: ${digest}0 0${digest} x${digest} ${digest}_, ${digest}; ${other}`,
  ])
    expect([text, read(text)]).toEqual([text, [digest, other]]);
  expect([read(), read(""), read(`# ${digest}`)]).toEqual([[], [], []]);
});

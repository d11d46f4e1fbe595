import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areEqual } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind } from "../../provider/list/kinds";
import { digestNames, readApprovals } from "../../provider/resource/approval";
import { hostileCases, hostileText } from "../harness/hostile";
import { someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

const list = { baseUrl: "https://api.example.com", appListId: 4321 };

describe("the digest of names", () => {
  it("is the same exactly if the list, the action and the names of each kind are the same, in any order", () => {
    fc.assert(
      fc.property(someEntries, someEntries, (one, other) => {
        const digest = digestNames(list, "remove", one);
        expect(digestNames(list, "remove", other) === digest).toBe(areEqual(one, other));
        const turned = byKind((kind) => EntrySet.of([...one[kind]].toReversed()));
        expect(digestNames(list, "remove", turned)).toBe(digest);
        expect(digest).toMatch(/^[0-9a-f]{16}$/u);
        expect(digestNames(list, "add", one)).not.toBe(digest);
      }),
    );
  });

  it("is another one for another list or base URL", () => {
    const others = [{}, { appListId: 1 }, { baseUrl: "https://b.example" }, { baseUrl: undefined }];
    const digests = others.map((other) => digestNames({ ...list, ...other }, "remove", bundles("com.b")));
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

it("an approval is never anything else of that text", () => {
  const property = fc.property(hostileText, (text) => {
    for (const digest of readApprovals({ APP_LIST_APPROVE: text })) expect(digest).toMatch(/^[0-9a-f]{16}$/u);
  });
  fc.assert(property, hostileCases);
});

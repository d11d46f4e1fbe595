import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noEntries, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds } from "../../provider/list/kinds";
import { digestChange, readApprovals } from "../../provider/resource/approval";
import { describeOverLimit, type OverLimit } from "../../provider/resource/judge";
import { updateOf } from "../../provider/resource/operation";
import { parseState } from "../../provider/resource/state";
import type { SettingOwner } from "../../provider/api/keys";
import { expectMessage, hostileCases, hostileText } from "../harness/hostile";
import { someEntries } from "../list/arbitraries";
import { bundles } from "../list/entries";

const list = { baseUrl: "https://api.example.com", account: undefined, appListId: 4321 };
const change = { add: noEntries, remove: bundles("com.b") };
const digest = digestChange(list, change);

const owner: SettingOwner = { appList: { program: "app-list", stack: "dev" } };

interface Parts {
  readonly approved?: ReadonlySet<string>;
  readonly unmanaged?: Entries;
  readonly isSecret?: boolean;
}

function refused({ approved = new Set(), unmanaged, isSecret = false }: Parts): OverLimit {
  const state = parseState({ stateVersion: 1, appListId: 4321 });
  const context = { identity: list, approved, owner, today: "2026-11-21" };
  const operation = updateOf(context, state, { entries: noEntries, given: {}, isSecret });
  const numbers = { part: "all", isEverything: false, changed: 1, whole: 1, allowed: 0 } as const;
  const judgement = { limit: "removalLimit", value: { unit: "entries", most: 0 }, ...numbers } as const;
  return describeOverLimit(operation, judgement, digest, change.remove, unmanaged);
}

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

  it("is another one for another list, account or base URL", () => {
    const others = [
      {},
      { appListId: 1 },
      { account: "emea" },
      { baseUrl: "https://eu.example.com" },
      { baseUrl: undefined },
    ];
    const lists = others.map((other) => ({ ...list, ...other }));
    expect(new Set(lists.map((each) => digestChange(each, change))).size).toBe(lists.length);
  });
});

describe("approvals", () => {
  it("are several digests, separated by commas or whitespace, or none if the variable is not set", () => {
    expect([...readApprovals({ APP_LIST_APPROVE: " aa, bb\ncc ," })]).toEqual(["aa", "bb", "cc"]);
    expect([...readApprovals({})]).toEqual([]);
  });

  it("that are mistyped approve nothing, and are not repeated", () => {
    const property = fc.property(hostileText, (text) => {
      const approved = readApprovals({ APP_LIST_APPROVE: text });
      expect(approved).not.toContain(digest);
      expectMessage(refused({ approved }).commands.join("\n"));
    });
    fc.assert(property, hostileCases);
  });
});

describe("a change over the limit", () => {
  const [given, other] = ["1111111111111111", "2222222222222222"];

  it.each<[what: string, approvals: string[], value: string]>([
    ["keeps the digests that are set already", [given, other], `${digest},${given},${other}`],
    ["never prints a value that is not a digest", ["password", `${given}0`], digest],
  ])("has a command that %s", (_, approvals, value) => {
    expect(refused({ approved: new Set(approvals) }).commands[2]).toBe(
      "APP_LIST_APPROVE approves another change. " +
        `To approve exactly this change as well: APP_LIST_APPROVE=${value} pulumi up`,
    );
  });

  it("has a command that shows all unmanaged entries of an exclusive list", () => {
    const [, command] = refused({ unmanaged: bundles("com.a") }).commands;
    expect(command).toBe("To see all of them: app-list diff --stack dev 4321 FILE");
  });

  it("names no entry of a secret input", () => {
    expect(refused({ isSecret: true }).effect).toBe("remove 1 app bundle");
  });
});

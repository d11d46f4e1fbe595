import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { describeRefused, digestChange, readApprovals, type Shown } from "../../provider/resource/approval";
import { byKind, kinds } from "../../provider/list/kinds";
import { noEntries, type Entries } from "../../provider/list/entries";
import { bundles, entries } from "../list/entries";
import { someEntries } from "../list/arbitraries";

const list = { baseUrl: "https://api.example.com", account: undefined, appListId: 4321 };
const approvalsIn = (digests: string) => readApprovals({ APP_LIST_APPROVE: digests });

type Parts = Partial<Shown> & { readonly unmanaged?: Entries };

const names = (count: number) => Array.from({ length: count }, (_, index) => `com.app${index + 10}`);

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
  ])("is different for %s, and for a replacement by it", (_, other) => {
    const change = { add: noEntries, remove: bundles("com.a") };
    const digests = [
      digestChange(list, change),
      digestChange({ ...list, ...other }, change),
      digestChange(list, { ...change, replacement: list }),
      digestChange(list, { ...change, replacement: { ...list, ...other } }),
    ];
    expect(new Set(digests).size).toBe(4);
  });
});

it("approves several digests, separated by commas or whitespace, and none when the variable is not set", () => {
  expect([...approvalsIn(" aa, bb\ncc ,")]).toEqual(["aa", "bb", "cc"]);
  expect([...readApprovals({})]).toEqual([]);
});

describe("a refused change", () => {
  const [given, other] = ["1111111111111111", "2222222222222222"];
  const change = { add: noEntries, remove: entries({ appBundles: names(12).toReversed(), websites: ["a.example"] }) };
  const digest = digestChange(list, change);
  const shown: Shown = { secret: new Set(), isExclusive: false };
  const refused = (approvals: readonly string[], { unmanaged = noEntries, ...more }: Parts = {}) =>
    describeRefused(list, change, unmanaged, new Set(approvals), { ...shown, ...more });
  const exactly = "To approve exactly this change: APP_LIST_APPROVE=";
  const another = "APP_LIST_APPROVE approves another change. To approve exactly this change as well: APP_LIST_APPROVE=";

  it.each<[what: string, approvals: string[], command: string]>([
    ["sets the digest", [], `${exactly}${digest}`],
    [
      "keeps the digests that are set already, which may be needed too",
      [given, other],
      `${another}${digest},${given},${other}`,
    ],
    ["never prints a value that is not a digest", ["password", `${given}0`, "\u001b[2J"], `${another}${digest}`],
  ])("has a command that %s", (_, approvals, command) => {
    expect(refused(approvals).commands.at(-1)).toBe(`${command} pulumi up`);
  });

  it.each<[what: string, parts: Parts, command: string]>([
    ["managed entries", {}, `APP_LIST_APPROVE=${digest} pulumi preview --diff`],
    [
      "unmanaged entries of an exclusive list",
      { unmanaged: bundles("com.a"), isExclusive: true },
      `APP_LIST_APPROVE=${digest} pulumi preview --diff --refresh`,
    ],
    [
      "unmanaged entries of a list that becomes exclusive",
      { unmanaged: bundles("com.a") },
      "app-list diff 4321 FILE --exclusive",
    ],
  ])("has a command that shows all %s", (_, parts, command) => {
    expect(refused([], parts).commands[0]).toBe(`To see all of them: ${command}`);
  });

  it.each<[what: string, secret: readonly string[], removed: string]>([
    [
      "the first ten entries",
      [],
      `${names(10)
        .map((entry) => `"${entry}"`)
        .join(", ")} and 3 more`,
    ],
    ["none of a secret input", ["appBundles"], '"a.example", and 12 secret entries'],
    ["nothing if all inputs are secret", ["appBundles", "websites"], "13 secret entries"],
  ])("names %s", (_, secret, removed) => {
    expect(refused([], { secret: new Set(secret) }).removed).toBe(removed);
  });

  it("is approved with the others in the end if several need it", () => {
    const changes = ["com.a", "com.b", "com.c"].map((entry) => ({ add: noEntries, remove: bundles(entry) }));
    const needed = changes.map((each) => digestChange(list, each));
    let approvals: ReadonlySet<string> = new Set();
    for (const _ of changes) {
      const next = changes.find((each) => !approvals.has(digestChange(list, each))) ?? change;
      const { commands } = describeRefused(list, next, noEntries, approvals, shown);
      approvals = approvalsIn(/APP_LIST_APPROVE=(\S+) pulumi up$/u.exec(commands.at(-1) ?? "")?.[1] ?? "");
    }
    expect(new Set(needed).difference(approvals)).toEqual(new Set());
  });
});

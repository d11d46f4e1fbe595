import { describe, expect, it } from "vitest";
import { kinds, type Kind } from "../../../provider/list/kinds";
import type { JournalEntry } from "../../../provider/simulator/index";
import { noClaims, type Claims, type Entry } from "./entries";
import { factsOf, type Command, type Facts } from "./facts";
import { afterEdit, newLedger, type Ledger } from "./ledger";
import { judge, type Expectation } from "./oracle";
import { describeViolations } from "./violations";
import type { Declared } from "./program";

/** Entries of list 1, from their names with a space between each two. */
function entries(names: string): ReadonlySet<Entry> {
  return new Set(namesIn(names).map((name) => `1 ${name}`));
}

function namesIn(names: string): readonly string[] {
  return names.split(" ").filter((name) => name !== "");
}

/** A program with one resource for list 1. */
function declares(names: string, more: Partial<Declared> = {}): readonly Declared[] {
  return [{ name: "a", appListId: 1, entries: namesIn(names), ...more }];
}

function claims({ managed = "", adopted = "", added = "" }): Claims {
  const certain = entries(managed);
  return { ...noClaims, managed: certain, certain, adopted: entries(adopted), added: entries(added) };
}

/** A command that changed the lists from one content to another one. */
function facts(command: Command, before: string, after: string, more: Partial<Facts> = {}): Facts {
  const managed = (more.program ?? []).flatMap((resource) => resource.entries).join(" ");
  return factsOf({
    command,
    outcome: "done",
    before: entries(before),
    after: entries(after),
    requests: [],
    claimsBefore: noClaims,
    claims: claims({ managed }),
    printed: [],
    ...more,
  });
}

/** A request that succeeded. */
function patch(action: "add" | "remove", names: string): JournalEntry {
  const path = `/v1/app_list/1/${action}`;
  return { method: "PATCH", path, action, appListId: 1, entries: { appBundles: namesIn(names) }, status: 200 };
}

const sentinel = "1 invalid.pulumiapplist.x";

/** The probe, which shows the list. */
const probe = patch("remove", "invalid.pulumiapplist.y");

const shown: ReadonlySet<Kind> = new Set(kinds);

const resource = { name: "a", list: "1", managed: new Set<Entry>(), declared: new Set<Entry>(), unmanaged: 0, shown };

function found(ledger: Ledger, command: Facts, expectation?: Expectation): readonly string[] {
  return describeViolations(judge(ledger, command, expectation).found);
}

/** A stack that has added com.a; com.b is unmanaged. */
function oneAdded(): Ledger {
  const first = facts("up", "com.b", "com.b com.a", { program: declares("com.a") });
  const judged = judge(newLedger(), first);
  expect(judged.found).toEqual([]);
  return judged.ledger;
}

describe("the oracle finds", () => {
  const broken: Readonly<Record<string, readonly [Facts, readonly string[]]>> = {
    "an up that removes an unmanaged entry": [
      facts("up", "com.a com.b", "com.a", { program: declares("com.a"), outcome: "failed" }),
      ["1 com.b: only entries that the stack manages are removed"],
    ],
    "an up that adds an undeclared entry": [
      facts("up", "com.a", "com.a com.c", { program: declares("com.a") }),
      ["1 com.c: only declared entries are added"],
    ],
    "an up without a declared entry": [
      facts("up", "com.a", "com.a", { program: declares("com.a com.c") }),
      ["1 com.c: every declared entry is listed after an up", "1 com.c: the state claims only listed entries"],
    ],
    "an up that keeps an added entry without a declaration": [
      facts("up", "com.a com.b", "com.a com.b"),
      ["1 com.a: an added entry is removed after its last declaration"],
    ],
    "an up --refresh that keeps an unmanaged entry in an exclusive list": [
      facts("up", "com.a com.b", "com.a com.b", { program: declares("com.a", { exclusive: true }), refresh: true }),
      ["1 com.b: an exclusive list has no other entry after an up --refresh"],
    ],
    "an up that removes a declared entry for a moment": [
      facts("up", "com.a", "com.a", { program: declares("com.a"), requests: [patch("remove", "com.a")] }),
      ["1 com.a: no request removes a declared entry"],
    ],
    "a destroy that removes an unmanaged entry and keeps an added one": [
      facts("destroy", "com.a com.b", "com.a"),
      [
        "1 com.b: only entries that the stack manages are removed",
        "1 com.a: an added entry is removed after its last declaration",
      ],
    ],
    "a destroy that does not report an entry that it keeps": [
      facts("destroy", "com.b", "com.b", { claimsBefore: claims({ adopted: "com.b" }) }),
      ["1 com.b: what is adopted, kept or gone is reported"],
    ],
    "a refresh that changes a list": [facts("refresh", "com.a", ""), ["1 com.a: a refresh changes no list"]],
    "a refresh that does not report what is gone": [
      facts("refresh", "", "", {
        claimsBefore: claims({ managed: "com.a" }),
        existing: new Set(["1"]),
        requests: [probe],
      }),
      ["1 com.a: what is adopted, kept or gone is reported"],
    ],
    "a state that counts an unmanaged entry as added": [
      facts("refresh", "com.b", "com.b", { claims: claims({ managed: "com.b", added: "com.b" }) }),
      ["1 com.b: an entry counts as added only if the stack added it"],
    ],
    "a state that adopts an added entry, unreported": [
      facts("refresh", "com.a", "com.a", { claims: claims({ managed: "com.a", adopted: "com.a" }) }),
      ["1 com.a: an entry that the stack added is not adopted", "1 com.a: what is adopted, kept or gone is reported"],
    ],
    "a preview that sends a request": [
      facts("preview", "", "", { requests: [{ method: "POST", path: "", action: "token", status: 200 }] }),
      ["token: a command without a difference sends nothing"],
    ],
    "an up that removes what a refused resource declares": [
      facts("up", "com.a com.c", "com.c", {
        outcome: "failed",
        errors: ["The resource b is refused, because it declares two words in a line."],
        program: [
          { name: "a", appListId: 1, entries: [] },
          { name: "b", appListId: 1, entries: ["com.a"], refusal: "a malformed line" },
        ],
        claims: noClaims,
        requests: [patch("remove", "com.a")],
      }),
      [
        "1 com.a: only entries that the stack manages are removed",
        "1 com.a: no request removes an entry of a resource that was refused",
        "1 com.a: the entries of a refused resource stay in the list",
      ],
    ],
    "an up that adds what a refused resource declares": [
      facts("up", "", "com.c", {
        outcome: "failed",
        program: [{ name: "a", appListId: 1, entries: ["com.c"], refusal: "no list" }],
      }),
      ["1 com.c: only declared entries are added"],
    ],
    "an up that adds an entry twice": [
      facts("up", "com.a", "com.a", { program: declares("com.a"), multiplied: entries("com.a") }),
      ["1 com.a: no entry is added twice"],
    ],
    "a sentinel that is left silently": [
      facts("up", "com.a", "com.a", { program: declares("com.a"), sentinels: new Set([sentinel]) }),
      [`${sentinel}: a sentinel is removed again`],
    ],
    "an up that writes to a list and keeps a sentinel in it": [
      facts("up", "com.a", "com.a com.c", {
        program: declares("com.a com.c"),
        requests: [patch("add", "com.c")],
        sentinelsBefore: new Set([sentinel]),
        sentinels: new Set([sentinel]),
      }),
      [`${sentinel}: a sentinel is removed again`],
    ],
    "a refresh that adds a sentinel, removes it, and counts it": [
      facts("refresh", "com.a", "com.a", {
        requests: [patch("add", "invalid.pulumiapplist.x")],
        resources: [{ name: "a", list: "1", managed: new Set(), declared: new Set(), unmanaged: 2, shown }],
      }),
      [
        "a: 2 instead of 1: a refresh counts the unmanaged entries",
        '{"appBundles":["invalid.pulumiapplist.x"]}: only creates and updates add',
      ],
    ],
    "a refresh that drops a resource, whether or not its list exists": [
      facts("refresh", "", "", { resourcesBefore: [resource], requests: [probe] }),
      ["a: a refresh keeps every resource"],
    ],
    "a refresh that neither reads a list nor reports that": [
      facts("refresh", "", "", { resourcesBefore: [resource], resources: [resource] }),
      ["a: a refresh reports a list that it could not read"],
    ],
    "requests about another list, and of another path": [
      facts("refresh", "com.a", "com.a", {
        requests: [
          "/v1/authentication/token",
          "/v1/app_list/1/remove",
          "/v1/app_list/2/remove",
          "/v1/meta/campaigns",
        ].map((path) => ({ method: "PATCH", path, action: path.endsWith("token") ? "token" : "other", status: 404 })),
      }),
      [
        "/v1/app_list/2/remove: no request is about a list or a path that nobody named",
        "/v1/meta/campaigns: no request is about a list or a path that nobody named",
      ],
    ],
    "an error without a sentence": [
      facts("refresh", "", "", { outcome: "failed", errors: ["undefined"] }),
      ["undefined: an error is a sentence"],
    ],
  };

  it.each(Object.entries(broken))("%s", (_, [command, violations]) => {
    expect(found(oneAdded(), command)).toEqual(violations);
  });

  it("a state that claims what a failed up has removed, unless others removed it", () => {
    const failed = { outcome: "failed", program: declares(""), claims: claims({ managed: "com.a" }) } as const;
    expect(found(oneAdded(), facts("up", "com.a", "", failed))).toEqual([
      "1 com.a: the state claims only listed entries",
    ]);
    const edited = afterEdit(oneAdded(), entries("com.a"), new Set());
    expect(found(edited, facts("up", "", "", failed))).toEqual([]);
  });

  it("an adopted entry that the stack added, unless it could not read the list before", () => {
    const adopts = facts("up", "", "com.a com.c", {
      program: declares("com.a com.c"),
      claims: claims({ managed: "com.a com.c", adopted: "com.a com.c" }),
      printed: ['app list 1: adopted 2 app bundles ("com.a", "com.c") that may have been in the list before.'],
    });
    expect(found(newLedger({ visible: [] }), adopts)).toEqual([]);
    expect(found(newLedger(), adopts)).toEqual([
      "1 com.a: an entry that the stack added is not adopted",
      "1 com.c: an entry that the stack added is not adopted",
    ]);
  });

  it("an added entry that another resource adopts, unless several processes serve the resources", () => {
    const taken = facts("up", "com.a com.b", "com.a com.b", {
      program: [
        { name: "a", appListId: 1, entries: [] },
        { name: "other", appListId: 1, entries: ["com.a"] },
      ],
      claims: claims({ managed: "com.a", adopted: "com.a" }),
      printed: ['app list 1: adopted 1 app bundle ("com.a") already in the list.'],
    });
    const ledger = oneAdded();
    expect(found(ledger, taken)).toEqual(["1 com.a: an entry that the stack added is not adopted"]);
    expect(found({ ...ledger, isOneProcess: false }, taken)).toEqual([]);
  });

  it("a failure without a cause, apart from an excuse", () => {
    const message = "app list 1: the change would remove 1 of 1 entries, more than the limit.";
    const failed = facts("refresh", "", "", { outcome: "failed", errors: [message] });
    expect(found(oneAdded(), failed, { mustSucceed: true })).toEqual([`${message}: a command fails only with a cause`]);
    expect(found(oneAdded(), failed, { mustSucceed: true, excuse: /more than the limit/u })).toEqual([]);
  });
});

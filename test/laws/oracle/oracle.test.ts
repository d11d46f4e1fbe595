import { expect, it } from "vitest";
import { byKind } from "../../../provider/list/kinds";
import type { JournalEntry } from "../../../provider/simulator/index";
import { listOf, noClaims, none, type Claims, type Entry, type ResourceFacts } from "./entries";
import { factsOf, type Command, type Facts } from "./facts";
import { afterEdit, newLedger, type Ledger } from "./ledger";
import { judge, type Expectation } from "./oracle";
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

const noSentinels = { sentinelsBefore: none, sentinels: none, multiplied: none };
const silent = {
  program: [],
  requests: [],
  errors: [],
  printed: [],
  resourcesBefore: [],
  resources: [],
  ...noSentinels,
};
const done = { outcome: "done", isCanceled: false, refresh: false, inSequence: false, claimsBefore: noClaims } as const;
const failed = { outcome: "failed" } as const;

/** A command that changed the lists from one content to another one. */
function facts(command: Command, contentBefore: string, content: string, more: Partial<Facts> = {}): Facts {
  const managed = (more.program ?? []).flatMap((resource) => resource.entries).join(" ");
  const [before, after] = [entries(contentBefore), entries(content)];
  const existing = new Set([...before, ...after].map(listOf));
  return factsOf({ ...done, ...silent, command, before, after, existing, claims: claims({ managed }), ...more });
}

/** An up of a program with one resource, which declares these names. */
function up(before: string, after: string, names: string, more: Partial<Facts> = {}): Facts {
  return facts("up", before, after, { program: declares(names), ...more });
}

/** A request that succeeded. */
function patch(action: "add" | "remove", names: string): JournalEntry {
  const path = `/v1/app_list/1/${action}`;
  return { method: "PATCH", path, action, appListId: 1, entries: { appBundles: namesIn(names) }, status: 200 };
}

const sentinel = new Set(["1 invalid.pulumiapplist.x"]);

/** The probe, which shows the list. */
const probe = patch("remove", "invalid.pulumiapplist.y");

const byProbe = { readBy: "probe", shown: byKind(() => ["probe"] as const) } as const;
const resource: ResourceFacts = { name: "a", list: "1", managed: none, declared: none, unmanaged: 0, ...byProbe };

function found(ledger: Ledger, command: Facts, expectation?: Expectation): string {
  return judge(ledger, command, expectation).found.join("; ");
}

/** A stack that has added com.a; com.b is unmanaged. */
function oneAdded(): Ledger {
  const judged = judge(newLedger(), up("com.b", "com.b com.a", "com.a"));
  expect(judged.found).toEqual([]);
  return judged.ledger;
}

/** An up in which a resource is refused whose entry another one removes. */
const refused: Partial<Facts> = {
  outcome: "failed",
  errors: ["The resource b is refused, because it declares two words in a line."],
  program: [...declares(""), { name: "b", appListId: 1, entries: ["com.a"], refusal: "a malformed line" }],
  claims: noClaims,
  requests: [patch("remove", "com.a")],
};

/** A resource without a list, of which nothing may be added. */
const withoutList = { ...failed, program: declares("com.a com.c", { refusal: "no list" }) };

/** Sentinels that an up leaves, although it writes to their list. */
const kept = { sentinelsBefore: sentinel, sentinels: sentinel, requests: [patch("add", "com.c")] };

/** A refresh that reads list 1, with another request. */
function requestTo(path: string): Facts {
  const requests: readonly JournalEntry[] = [probe, { method: "GET", path, action: "other", status: 404 }];
  return facts("refresh", "com.a", "com.a", { requests });
}

/** What the oracle finds, and the command: without such a command, a law by which it never finds anything looks kept. */
const broken: Readonly<Record<string, Facts>> = {
  "1 com.b: only entries that the stack manages are removed": up("com.a com.b", "com.a", "com.a", failed),
  "1 com.c: only declared entries are added": facts("up", "com.a", "com.a com.c", withoutList),
  "1 com.c: every declared entry is listed after an up; 1 com.c: the state claims only listed entries": up(
    "com.a",
    "com.a",
    "com.a com.c",
  ),
  "1 com.a: an added entry is removed after its last declaration": up("com.a com.b", "com.a com.b", ""),
  "1 com.b: an exclusive list has no other entry after an up --refresh": facts("up", "com.a com.b", "com.a com.b", {
    program: declares("com.a", { exclusive: true }),
    refresh: true,
  }),
  "1 com.a: the state claims every declared entry after an up": up("com.a", "com.a", "com.a", { claims: noClaims }),
  "1 com.a: no request removes a declared entry": up("com.a", "com.a", "com.a", {
    requests: [patch("remove", "com.a")],
  }),
  "1 com.d: only entries that the stack manages are removed": facts("destroy", "com.a com.d", ""),
  "1 com.d: only declared entries are added; 1 com.a: an added entry is removed after its last declaration": facts(
    "destroy",
    "com.a",
    "com.a com.d",
  ),
  "1 com.b: what is adopted, kept or gone is reported": facts("destroy", "com.b", "com.b", {
    claimsBefore: claims({ adopted: "com.b" }),
  }),
  "1 com.a: a refresh changes no list": facts("refresh", "com.a", ""),
  "1 com.c: what is adopted, kept or gone is reported": facts("refresh", "", "", {
    claimsBefore: claims({ managed: "com.c" }),
    existing: new Set(["1"]),
    requests: [probe],
  }),
  "1 com.b: an entry counts as added only if the stack added it": facts("refresh", "com.b", "com.b", {
    claims: claims({ managed: "com.b", added: "com.b" }),
  }),
  "1 com.a: an entry that the stack added is not adopted; 1 com.a: what is adopted, kept or gone is reported": facts(
    "refresh",
    "com.a",
    "com.a",
    { claims: claims({ managed: "com.a", adopted: "com.a" }) },
  ),
  "token: a command without a difference sends nothing": facts("preview", "", "", {
    requests: [{ method: "POST", path: "", action: "token", status: 200 }],
  }),
  "1 com.a: only entries that the stack manages are removed; 1 com.a: no request removes an entry of a resource that was refused; 1 com.a: the entries of a refused resource stay in the list":
    facts("up", "com.a com.c", "com.c", refused),
  "1 com.a: no entry is added twice": up("com.a", "com.a", "com.a", { multiplied: entries("com.a") }),
  "1 invalid.pulumiapplist.x: a sentinel is removed again": up("com.a", "com.a com.c", "com.a com.c", kept),
  "a: 0 instead of 1: a refresh counts the unmanaged entries": facts("refresh", "com.a", "com.a", {
    requests: [probe],
    resources: [resource],
  }),
  '{"appBundles":["invalid.pulumiapplist.x"]}: only creates and updates add': facts("refresh", "com.a", "com.a", {
    requests: [patch("add", "invalid.pulumiapplist.x")],
  }),
  "a: a refresh keeps every resource": facts("refresh", "", "", { resourcesBefore: [resource], requests: [probe] }),
  "a: a refresh reports a list that it could not read": facts("refresh", "", "", {
    resourcesBefore: [resource],
    resources: [resource],
  }),
  "/v1/app_list/2: no request is about a list or a path that nobody named": requestTo("/v1/app_list/2"),
  "/v1/app_list/1/all: no request is about a list or a path that nobody named": requestTo("/v1/app_list/1/all"),
  "undefined: an error is a sentence": facts("refresh", "", "", { ...failed, errors: ["undefined"] }),
};

it.each(Object.entries(broken))("the oracle finds: %s", (violations, command) => {
  expect(found(oneAdded(), command)).toBe(violations);
});

it("the oracle finds a sentinel that is left silently, and not one that the command names", () => {
  const left = { sentinels: sentinel };
  const law = "1 invalid.pulumiapplist.x: a sentinel is removed again";
  expect(found(oneAdded(), up("com.a", "com.a", "com.a", left))).toBe(law);
  const printed = ["app list 1: the next change removes invalid.pulumiapplist.x."];
  expect(found(oneAdded(), up("com.a", "com.a", "com.a", { ...left, printed }))).toBe("");
});

it("the oracle finds a state that claims what a failed up has removed, unless others removed it", () => {
  const claiming = { ...failed, claims: claims({ managed: "com.a" }) };
  expect(found(oneAdded(), up("com.a", "", "", claiming))).toBe("1 com.a: the state claims only listed entries");
  expect(found(afterEdit(oneAdded(), entries("com.a"), none), up("", "", "", claiming))).toBe("");
});

it("the oracle finds an adopted entry that the stack added, unless it could not read the list before", () => {
  const adopts = up("", "com.a", "com.a", {
    claims: claims({ managed: "com.a", adopted: "com.a" }),
    printed: ['app list 1: adopted 1 app bundle ("com.a") that may have been in the list before.'],
  });
  expect(found(newLedger({ visible: new Set() }), adopts)).toBe("");
  expect(found(newLedger(), adopts)).toBe("1 com.a: an entry that the stack added is not adopted");
});

it("the oracle finds an added entry that another resource adopts, unless several processes serve them", () => {
  const taken = facts("up", "com.a com.b", "com.a com.b", {
    program: [...declares(""), { name: "other", appListId: 1, entries: ["com.a"] }],
    claims: claims({ managed: "com.a", adopted: "com.a" }),
    printed: ['app list 1: adopted 1 app bundle ("com.a") already in the list.'],
  });
  const ledger = oneAdded();
  expect(found(ledger, taken)).toBe("1 com.a: an entry that the stack added is not adopted");
  expect(found({ ...ledger, isOneProcess: false }, taken)).toBe("");
});

it("the oracle finds a declared entry that is removed, unless resources of two processes managed it", () => {
  const mayBeManaged = new Map(["a", "b"].map((name) => [name, entries("com.a")]));
  const removal = up("com.a", "", "com.a", { inSequence: true });
  expect(found({ ...oneAdded(), mayBeManaged }, removal)).toContain("only entries that the stack manages are removed");
  expect(found({ ...oneAdded(), mayBeManaged, isOneProcess: false }, removal)).toBe("");
});

it("the oracle finds a list that is not counted, unless no response of its form has shown a kind and empty ones are left out", () => {
  const uncounted = { ...resource, unmanaged: undefined };
  const refresh = (each: ResourceFacts): Facts => facts("refresh", "", "", { requests: [probe], resources: [each] });
  const ledger = newLedger({ omitsEmptyKinds: true });
  const law = "a: undefined instead of 0: a refresh counts the unmanaged entries";
  expect(found(ledger, refresh(uncounted))).toBe(law);
  expect(found(ledger, refresh({ ...uncounted, shown: byKind(() => ["sentinel"]) }))).toBe("");
});

it("the oracle finds a failure without a cause, apart from an excuse", () => {
  const message = "app list 1: the change would remove 1 of 1 entries, more than the limit.";
  const command = facts("refresh", "", "", { ...failed, errors: [message] });
  expect(found(oneAdded(), command, { mustSucceed: true })).toBe(`${message}: a command fails only with a cause`);
  expect(found(oneAdded(), command, { mustSucceed: true, excuse: /more than the limit/u })).toBe("");
});

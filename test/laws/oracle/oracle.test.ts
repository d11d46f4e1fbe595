import { expect, it } from "vitest";
import { kinds } from "../../../provider/list/kinds";
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

const undisturbed = {
  outcome: "done",
  isCanceled: false,
  refresh: false,
  inSequence: false,
  claimsBefore: noClaims,
} as const;
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

/** A command that changed the lists from one content to another one. */
function facts(command: Command, contentBefore: string, content: string, more: Partial<Facts> = {}): Facts {
  const managed = (more.program ?? []).flatMap((resource) => resource.entries).join(" ");
  const [before, after] = [entries(contentBefore), entries(content)];
  return factsOf({
    ...undisturbed,
    ...silent,
    command,
    before,
    after,
    existing: new Set([...before, ...after].map(listOf)),
    claims: claims({ managed }),
    ...more,
  });
}

/** A request that succeeded. */
function patch(action: "add" | "remove", names: string): JournalEntry {
  const path = `/v1/app_list/1/${action}`;
  return { method: "PATCH", path, action, appListId: 1, entries: { appBundles: namesIn(names) }, status: 200 };
}

const sentinel = new Set(["1 invalid.pulumiapplist.x"]);

/** The probe, which shows the list. */
const probe = patch("remove", "invalid.pulumiapplist.y");

const shown = new Set(kinds);
const resource: ResourceFacts = { name: "a", list: "1", managed: none, declared: none, unmanaged: 0, shown };

function found(ledger: Ledger, command: Facts, expectation?: Expectation): string {
  return judge(ledger, command, expectation).found.join("; ");
}

/** A stack that has added com.a; com.b is unmanaged. */
function oneAdded(): Ledger {
  const first = facts("up", "com.b", "com.b com.a", { program: declares("com.a") });
  const judged = judge(newLedger(), first);
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

/** Requests about another list, and of another path. */
const unnamed = ["authentication/token", "app_list/1/remove", "app_list/2/remove", "meta/campaigns"].map(
  (path): JournalEntry => {
    return { method: "PATCH", path: `/v1/${path}`, action: path.endsWith("token") ? "token" : "other", status: 404 };
  },
);

/** Commands that break laws, by what the oracle finds: without such a command, a law that finds nothing looks kept. */
const broken: Readonly<Record<string, Facts>> = {
  "1 com.b: only entries that the stack manages are removed": facts("up", "com.a com.b", "com.a", {
    program: declares("com.a"),
    outcome: "failed",
  }),
  "1 com.c: only declared entries are added": facts("up", "com.a", "com.a com.c", {
    program: declares("com.a com.c", { refusal: "no list" }),
    outcome: "failed",
  }),
  "1 com.c: every declared entry is listed after an up; 1 com.c: the state claims only listed entries": facts(
    "up",
    "com.a",
    "com.a",
    { program: declares("com.a com.c") },
  ),
  "1 com.a: an added entry is removed after its last declaration": facts("up", "com.a com.b", "com.a com.b"),
  "1 com.b: an exclusive list has no other entry after an up --refresh": facts("up", "com.a com.b", "com.a com.b", {
    program: declares("com.a", { exclusive: true }),
    refresh: true,
  }),
  "1 com.a: the state claims every declared entry after an up": facts("up", "com.a", "com.a", {
    program: declares("com.a"),
    claims: noClaims,
  }),
  "1 com.a: no request removes a declared entry": facts("up", "com.a", "com.a", {
    program: declares("com.a"),
    requests: [patch("remove", "com.a")],
  }),
  "1 com.b: only entries that the stack manages are removed; 1 com.a: an added entry is removed after its last declaration":
    facts("destroy", "com.a com.b", "com.a"),
  "1 com.b: what is adopted, kept or gone is reported": facts("destroy", "com.b", "com.b", {
    claimsBefore: claims({ adopted: "com.b" }),
  }),
  "1 com.a: a refresh changes no list": facts("refresh", "com.a", ""),
  "1 com.a: what is adopted, kept or gone is reported": facts("refresh", "", "", {
    claimsBefore: claims({ managed: "com.a" }),
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
  "1 com.a: no entry is added twice": facts("up", "com.a", "com.a", {
    program: declares("com.a"),
    multiplied: entries("com.a"),
  }),
  "1 invalid.pulumiapplist.x: a sentinel is removed again": facts("up", "com.a", "com.a com.c", {
    program: declares("com.a com.c"),
    requests: [patch("add", "com.c")],
    sentinelsBefore: sentinel,
    sentinels: sentinel,
  }),
  'a: 0 instead of 1: a refresh counts the unmanaged entries; {"appBundles":["invalid.pulumiapplist.x"]}: only creates and updates add':
    facts("refresh", "com.a", "com.a", {
      requests: [patch("add", "invalid.pulumiapplist.x")],
      resources: [resource],
    }),
  "a: a refresh keeps every resource": facts("refresh", "", "", { resourcesBefore: [resource], requests: [probe] }),
  "a: a refresh reports a list that it could not read": facts("refresh", "", "", {
    resourcesBefore: [resource],
    resources: [resource],
  }),
  "/v1/app_list/2/remove: no request is about a list or a path that nobody named; /v1/meta/campaigns: no request is about a list or a path that nobody named":
    facts("refresh", "com.a", "com.a", { requests: unnamed }),
  "undefined: an error is a sentence": facts("refresh", "", "", { outcome: "failed", errors: ["undefined"] }),
};

it.each(Object.entries(broken))("the oracle finds: %s", (violations, command) => {
  expect(found(oneAdded(), command)).toBe(violations);
});

it("the oracle finds a sentinel that is left silently, and not one that the command names", () => {
  const left = { program: declares("com.a"), sentinels: sentinel };
  const law = "1 invalid.pulumiapplist.x: a sentinel is removed again";
  expect(found(oneAdded(), facts("up", "com.a", "com.a", left))).toBe(law);
  const printed = ["app list 1: the next change removes invalid.pulumiapplist.x."];
  expect(found(oneAdded(), facts("up", "com.a", "com.a", { ...left, printed }))).toBe("");
});

it("the oracle finds a state that claims what a failed up has removed, unless others removed it", () => {
  const failed = { outcome: "failed", program: declares(""), claims: claims({ managed: "com.a" }) } as const;
  const law = "1 com.a: the state claims only listed entries";
  expect(found(oneAdded(), facts("up", "com.a", "", failed))).toBe(law);
  const edited = afterEdit(oneAdded(), entries("com.a"), none);
  expect(found(edited, facts("up", "", "", failed))).toBe("");
});

it("the oracle finds an adopted entry that the stack added, unless it could not read the list before", () => {
  const adopts = facts("up", "", "com.a", {
    program: declares("com.a"),
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

it("the oracle finds a failure without a cause, apart from an excuse", () => {
  const message = "app list 1: the change would remove 1 of 1 entries, more than the limit.";
  const failed = facts("refresh", "", "", { outcome: "failed", errors: [message] });
  const violation = `${message}: a command fails only with a cause`;
  expect(found(oneAdded(), failed, { mustSucceed: true })).toBe(violation);
  expect(found(oneAdded(), failed, { mustSucceed: true, excuse: /more than the limit/u })).toBe("");
});

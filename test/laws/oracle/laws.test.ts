import { expect, it } from "vitest";
import { noChanges, noEntries, type Entries } from "../../../provider/list/entries";
import { seenViews } from "../../../provider/list/views";
import type { ListEvent } from "../../../provider/resource/events";
import { updateOf } from "../../../provider/resource/operation";
import { ChangeError } from "../../../provider/resource/texts/failures";
import { bundles } from "../../list/entries";
import type { Operation, Resource } from "../deployment";
import { bitsOf, givenTexts, textsOf, type Bits } from "./bits";
import { brokenBy, goalsMissedBy, type Commanded, type Exchanged } from "./laws";

/** Entries, from their names with a space between each two. */
function bits(names: string): Bits {
  return bitsOf(names.split(" "));
}

/** A state: what is managed, and of it what is adopted. */
function holds(managed: string, adopted = ""): Resource {
  const state = { appListId: 1, ...textsOf(bits(managed)), adopted: textsOf(bits(adopted)), unmanaged: 0 };
  return { name: "a", id: "1", inputs: { appListId: 1 }, state, isIncomplete: false, isPendingDelete: false };
}

const name = "invalid.pulumiapplist.x";

/**
 * A command of one operation.
 *
 * @param sent its requests, such as "probe: com.a | add com.b: com.a com.b | remove com.a: com.b": each with its entries
 *   and the list after it. A response shows all of that, unless it is "lost" or it shows nothing ("unseen"). A sentinel
 *   that the list keeps is "kept".
 */
function command(operation: Partial<Operation>, sent: string): Commanded {
  const done: Operation = { name: "a", what: "change", outcome: "done", declared: [], ...operation };
  const requests = sent.split(" | ").map((text): Exchanged => {
    const [, what, named = "", list = "", how] = /^(\w+) ?([^:]*): ?(.*?) ?(lost|unseen|kept)?$/u.exec(text) ?? [];
    const [after, isSeen] = [bits(list), how !== "lost" && how !== "unseen"];
    return {
      action: what === "add" || what === "sentinel" ? "add" : "remove",
      named: bits(named),
      reserved: what === "probe" || what === "sentinel" ? [name] : [],
      after,
      sentinels: how === "kept" ? [name] : [],
      outcome: how === "lost" ? "unknown" : "done",
      shown: isSeen ? ~0 : 0,
      listed: isSeen ? after : 0,
      operation: done,
      declared: 9,
    };
  });
  return { operations: [done], requests, resources: done.before === undefined ? [] : [done.before], said: "" };
}

/** An up of a program, which declares these entries. */
function up(declared: string, before: Resource | undefined, after: Resource, more: Partial<Operation> = {}) {
  const inputs = { appListId: 1, ...givenTexts(bits(declared)), removalLimit: "100%" };
  return { inputs, declared: [{ name: "a", properties: inputs }], before, after, ...more } as const;
}

const [none, a, b] = [holds(""), holds("com.a"), holds("com.b")];
const deletion = { what: "delete", before: a, after: undefined } as const;
const reading = { what: "read", before: a, after: a } as const;
const counts = (unmanaged: number): Resource => ({ ...none, state: { ...none.state, unmanaged } });
const lacking = (appListId: number): Resource => {
  return { ...none, state: { ...none.state, appListId, missing: textsOf(bits("com.a")) } };
};
const three = holds("com.a com.b com.c");
/** What another resource declares for the list. */
const declaring = (entries: string, account: string) => {
  return { name: "b", properties: { appListId: 1, account, ...textsOf(bits(entries)) } };
};
const exclusively = (entries: string) => ({ appListId: 1, ...givenTexts(bits(entries)), exclusive: true });
const claiming = (entries: string) => ({ inputs: { appListId: 1, ...givenTexts(bits(entries)), claimExisting: true } });
const limited = (entries: string, removalLimit: unknown, before: Resource, more = {}) => {
  return {
    ...up(entries, before, before),
    inputs: { appListId: 1, ...givenTexts(bits(entries)), removalLimit, ...more },
  };
};
const often = Array.from({ length: 41 }, () => "probe: com.a").join(" | ");

/** The laws that commands break: without such a command, a law by which the oracle never finds anything looks kept. */
const broken: Readonly<Record<string, Commanded>> = {
  "1: com.c": command(up("com.a", none, holds("com.a com.c")), "probe: | add com.a com.c: com.a com.c"),
  "2: com.z": command(up("com.a", a, a), "probe: com.a com.z | remove com.z: com.a"),
  "2: com.b": command({ ...deletion, before: holds("com.a com.b", "com.b") }, "remove com.a com.b:"),
  "2: com.a": command({ ...up("com.a", a, a), inputs: exclusively("com.a") }, "remove com.a:"),
  "3: com.a": command(up("com.b", a, b, { declared: [declaring("com.a com.b", "eu")] }), "remove com.a: com.b"),
  "4: com.a": command(up("com.a", none, a), "probe: com.a | add com.a: com.a"),
  "4: com.d": command(
    { ...up("com.d", holds("com.d", "com.d"), holds("com.d"), { outcome: "failed" }), ...claiming("com.d") },
    "probe: com.d",
  ),
  "4: com.b": command(up("com.b", none, b), "probe: unseen | add com.b: com.b"),
  "4: com.c": command(up("com.c", none, holds("com.c")), "add com.c: com.c"),
  "5: com.a": command(
    up("com.b", a, none, { outcome: "failed" }),
    "add com.b: com.a com.b lost | remove com.a: com.b | probe:",
  ),
  "6: com.a": command(up("com.a", none, a), "add com.a: lost | add com.a: com.a"),
  "6: com.b": command({ ...deletion, before: b }, "remove com.b: com.b lost | probe: com.b unseen | remove com.b:"),
  "7: com.a": command(up("com.a", none, a, { outcome: "failed" }), "probe:"),
  "8: com.a": command({ ...reading, after: none }, "probe: com.a"),
  "9": command(reading, "sentinel: com.a"),
  "10: 41": command(reading, often),
  "12: com.a": command({ ...reading, before: holds("com.a", "com.a") }, "probe: com.a"),
  "13: com.a": command(up("com.a", none, a, { outcome: "failed" }), "probe: | add com.a: com.a lost"),
  "13: com.b": command(up("com.b", none, b), "probe: | add com.b: com.b unseen"),
  "14: com.a": command(up("com.a", none, none), "probe:"),
  "14: com.b": command({ ...deletion, before: b }, "probe: com.b"),
  "16: com.a": command(up("com.a", none, holds("com.a", "com.a")), "probe: | add com.a: com.a"),
  "18: com.a": command({ ...up("", a, none), inputs: { appListId: 1 } }, "probe: com.a | remove com.a:"),
  "18: com.b": command(limited("", 0, b), "probe: com.b | remove com.b:"),
  "18: com.a com.b": command(limited("com.c", "30%", three), "probe: com.a com.b com.c | remove com.a com.b: com.c"),
  "18: com.d com.z": command(
    limited("com.a", undefined, a, { exclusive: true }),
    "probe: com.a com.d com.z | remove com.d com.z: com.a",
  ),
  "18: com.a com.b com.c": command(
    { ...deletion, before: three, declared: [declaring("com.a", "elsewhere")] },
    "remove com.a: | remove com.b com.c:",
  ),
  "17: com.a": command({ ...reading, after: a }, "probe: com.a unseen"),
};

it.each(Object.entries(broken))("the oracle finds what breaks law %s", (law, one) => {
  expect(brokenBy(one).map((each) => each.split(":")[0])).toContain(law.split(":")[0]);
  expect(brokenBy(one)).toContain(law);
});

const missed: Readonly<Record<string, Commanded>> = {
  "G1: com.a": command(up("com.a", none, a), "probe:"),
  "G1: com.b": command(up("com.a", holds("com.a com.b"), holds("com.a com.b")), "probe: com.a com.b"),
  "G1: com.z": command({ ...up("com.a", a, a), inputs: exclusively("com.a") }, "probe: com.a com.z"),
  "G2: com.a": command(deletion, "probe: com.a"),
  "G3: undefined": command({ ...reading, outcome: "failed" }, "probe: com.a"),
  "G3: no": { ...command(reading, "probe: com.a"), isRejected: true, said: "no" },
  "G4: 0": command(reading, "probe: com.a com.z"),
  G5: command(up("com.a", a, a), "sentinel: com.a kept"),
};

it.each(Object.entries(missed))("the oracle finds what misses goal %s", (goal, one) => {
  expect(goalsMissedBy(one, () => true)).toContain(goal);
});

it("the oracle finds requests that no operation sent", () => {
  const { requests, ...rest } = command(reading, "probe: com.a");
  expect(brokenBy({ ...rest, requests: requests.map((each) => ({ ...each, operation: undefined })) })).toContain("9");
});

it.each([
  ["create", "added com.a", command(up("com.a", undefined, a), "probe: | add com.a: com.a")],
  [
    "update",
    "added com.b, removed com.a",
    command(up("com.b", a, b), "probe: com.a | add com.b: com.a com.b | remove com.a: com.b"),
  ],
  ["destroy", "removed com.a", command(deletion, "probe: com.a com.z | remove com.a: com.z")],
  ["refresh", "", command(reading, "probe: com.a")],
  [
    "create that reads a kind by an addition",
    "added com.b",
    command(
      up("com.a com.b", undefined, holds("com.a com.b", "com.a")),
      "probe: unseen | add com.a: com.a | add com.b: com.a com.b",
    ),
  ],
  ["move to a list that has what the old one lacks", "", command(up("", lacking(2), counts(1)), "probe: com.a")],
] as const)("the oracle finds nothing in a usual %s", (_, report, one) => {
  const reported = { ...one, events: eventsIn(report) };
  expect([...brokenBy(reported), ...goalsMissedBy(reported, () => true)]).toEqual([]);
});

it.each([
  ["a create", command(up("com.a", undefined, a), "probe: | add com.a: com.a"), "", "1 0 0, reported 0 0 0"],
  ["a destroy", command(deletion, "remove com.a: com.z"), "removed com.a com.b", "1 0 0, reported 2 0 0"],
  [
    "a failure",
    command(up("com.a", none, a, { outcome: "failed", error: new Error("lost") }), "add com.a: com.a"),
    "added com.a com.b",
    "1 0 0, reported 2 0 0",
  ],
  [
    "a failure in its error",
    command(
      up("com.a", none, a, { outcome: "failed", error: failedAfter(bundles("com.a", "com.b"), noEntries) }),
      "add com.a: com.a",
    ),
    "added com.a",
    "added until the failure: 1 0 0, reported 2 0 0",
  ],
  [
    "a failure in its error after a removal",
    command(
      up("", a, none, { outcome: "failed", error: failedAfter(noEntries, bundles("com.a", "com.b")) }),
      "remove com.a:",
    ),
    "removed com.a",
    "removed until the failure: 1 0 0, reported 2 0 0",
  ],
  ["drift", command({ ...reading, after: none }, "probe:"), "", "1 0 0, reported 0 0 0"],
  [
    "drift of an exclusive list",
    command({ ...reading, before: { ...a, state: { ...a.state, exclusive: true } } }, "probe: com.a com.z"),
    "unexpected com.y com.z",
    "1 0 0, reported 2 0 0",
  ],
  [
    "entries that are in the list again",
    command({ ...reading, after: none, before: lacking(1) }, "probe: com.a"),
    "",
    "1 0 0, reported 0 0 0",
  ],
] as const)("the oracle finds reports of %s that differ from what was done", (_, one, report, found) => {
  expect(brokenBy({ ...one, events: eventsIn(report) }).filter((law) => law.startsWith("15"))).toEqual([
    expect.stringContaining(found),
  ]);
});

/** The error of a change that added and removed app bundles until its failure. */
function failedAfter(added: Entries, removed: Entries): Error {
  const list = { identity: { baseUrl: undefined, appListId: 1 }, approved: new Set<string>(), owner: {}, today: "" };
  const operation = updateOf(list, undefined, { entries: noEntries, given: {} });
  const none = {
    sent: noChanges,
    unconfirmed: noChanges,
    unowned: noEntries,
    appList: undefined,
    mayHaveChanged: true,
  };
  const change = { ...none, added, removed, viewsAfter: seenViews(noEntries) };
  return new Error("failed", { cause: new ChangeError({ failure: { code: "COMMAND_CANCELED" }, operation, change }) });
}

/** Events about app bundles, such as "added com.b, removed com.a". */
function eventsIn(text: string): readonly ListEvent[] {
  const phrases = text.split(", ").map((phrase) => phrase.split(" "));
  return phrases.flatMap(([word, ...names]) => {
    const code = (["added", "removed", "unexpected"] as const).find((each) => each === word);
    const list = { appListId: 1, name: undefined };
    return code === undefined ? [] : [{ code, list, entries: bundles(...names), isUnseen: false, detail: "" }];
  });
}

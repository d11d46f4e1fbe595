import { describe, expect, it } from "vitest";
import { noEntries, type Action, type Entries } from "../../provider/list/entries";
import { judgeRequest, nothingPermitted, permitFor, type Permit } from "../../provider/list/permit";
import { bundles, entries } from "./entries";

const declared = bundles("com.declared");
const managed = bundles("com.managed", "com.declared");
const additive: Permit = { declared, removable: managed };
const exclusive: Permit = { declared, removable: "any" };
const deleting: Permit = { declared: noEntries, removable: bundles("com.added") };
/** What another resource declares. */
const elsewhere = bundles("com.managed", "com.foreign", "com.declared");

describe("an entry in a request", () => {
  it.each<[string, Permit, Action, string, "sent" | "spared" | "forbidden", Entries?]>([
    ["a declared entry", additive, "add", "com.declared", "sent"],
    ["an entry that is only managed", additive, "add", "com.managed", "forbidden"],
    ["an entry of others", additive, "add", "com.foreign", "forbidden"],
    ["an entry of others", exclusive, "add", "com.foreign", "forbidden"],
    ["a managed entry", additive, "remove", "com.managed", "sent"],
    ["a declared entry, managed or not", additive, "remove", "com.declared", "forbidden"],
    ["an entry of others", additive, "remove", "com.foreign", "forbidden"],
    ["any entry of an exclusive list", exclusive, "remove", "com.foreign", "sent"],
    ["a declared entry of an exclusive list", exclusive, "remove", "com.declared", "forbidden"],
    ["several entries in one", exclusive, "remove", "com.foreign,com.declared", "forbidden"],
    ["an added entry of a deleted resource", deleting, "remove", "com.added", "sent"],
    ["any other entry of a deleted resource", deleting, "remove", "com.managed", "forbidden"],
    ["anything while a list is read", nothingPermitted, "remove", "com.managed", "forbidden"],
    ["a sentinel", additive, "add", "invalid.pulumiapplist.x1", "sent"],
    ["a sentinel, or the probe", nothingPermitted, "remove", "invalid.pulumiapplist.x1", "sent"],
    ["a sentinel with another entry in it", exclusive, "remove", "invalid.pulumiapplist.x1,com.foreign", "forbidden"],
    ["a sentinel in another letter case", deleting, "remove", "Invalid.PulumiAppList.X1", "sent"],
    ["an entry that contains the name of a sentinel", deleting, "remove", "com.invalid.pulumiapplist.x1", "forbidden"],
    ["a managed entry", additive, "remove", "com.managed", "spared", elsewhere],
    ["an unmanaged entry of an exclusive list", exclusive, "remove", "com.foreign", "spared", elsewhere],
    ["an entry that must not be removed at all", additive, "remove", "com.foreign", "spared", elsewhere],
    ["an entry that this resource declares as well", additive, "remove", "com.declared", "forbidden", elsewhere],
    ["an addition", additive, "add", "com.declared", "sent", elsewhere],
    ["an entry that nobody else declares", deleting, "remove", "com.added", "sent", elsewhere],
  ])("%s, %j: %s %s is %s, if others declare %j", (_, permit, action, entry, outcome, others = noEntries) => {
    expect(judgeRequest(permit, action, bundles(entry), others)).toEqual({
      spared: outcome === "spared" ? bundles(entry) : noEntries,
      forbidden: outcome === "forbidden" ? bundles(entry) : noEntries,
    });
  });

  it("is judged by kind: a website is no sentinel, and no app bundle", () => {
    const websites = entries({ websites: ["invalid.pulumiapplist.x1", "com.managed"] });
    expect(judgeRequest(additive, "remove", websites, noEntries).forbidden).toEqual(websites);
  });
});

it("the permit of a change is that of the state before it, and of the program", () => {
  const managed = bundles("com.own", "com.adopted");
  const before = { managed, adopted: bundles("com.adopted"), unconfirmedRemovals: bundles("com.own") };
  const change = { what: "update", desired: declared, exclusive: false } as const;
  expect(permitFor(before, change)).toEqual({ declared, removable: managed });
  expect(permitFor(before, { ...change, exclusive: true })).toEqual({ declared, removable: "any" });
  const removable = bundles("com.own");
  expect(permitFor(before, { ...change, what: "delete" })).toEqual({ declared: noEntries, removable });
});

import { describe, expect, it } from "vitest";
import { noEntries, type Action } from "../../provider/list/entries";
import { judgeRequest, nothingPermitted, permitFor, type Permit } from "../../provider/list/permit";
import { bundles, entries } from "./entries";

const declared = bundles("com.declared");
const managed = bundles("com.managed", "com.declared");
const additive: Permit = { declared, removable: managed };
const exclusive: Permit = { declared, removable: "any" };
const deleting: Permit = { declared: noEntries, removable: bundles("com.added") };

describe("the entries that a request must not name", () => {
  it.each<[string, Permit, Action, string, boolean]>([
    ["a declared entry", additive, "add", "com.declared", true],
    ["an entry that is only managed", additive, "add", "com.managed", false],
    ["an entry of others", additive, "add", "com.foreign", false],
    ["an entry of others", exclusive, "add", "com.foreign", false],
    ["a managed entry", additive, "remove", "com.managed", true],
    ["a declared entry, managed or not", additive, "remove", "com.declared", false],
    ["an entry of others", additive, "remove", "com.foreign", false],
    ["any entry of an exclusive list", exclusive, "remove", "com.foreign", true],
    ["a declared entry of an exclusive list", exclusive, "remove", "com.declared", false],
    ["several entries in one", exclusive, "remove", "com.foreign,com.declared", false],
    ["an added entry of a deleted resource", deleting, "remove", "com.added", true],
    ["any other entry of a deleted resource", deleting, "remove", "com.managed", false],
    ["anything while a list is read", nothingPermitted, "remove", "com.managed", false],
    ["a sentinel", additive, "add", "invalid.pulumiapplist.x1", true],
    ["a sentinel, or the probe", nothingPermitted, "remove", "invalid.pulumiapplist.x1", true],
    ["a sentinel with another entry in it", exclusive, "remove", "invalid.pulumiapplist.x1,com.foreign", false],
    ["a sentinel in another letter case", deleting, "remove", "Invalid.PulumiAppList.X1", true],
    ["an entry that contains the name of a sentinel", deleting, "remove", "com.invalid.pulumiapplist.x1", false],
  ])("%s, %j: %s %s", (_, permit, action, entry, isPermitted) => {
    const forbidden = isPermitted ? noEntries : bundles(entry);
    expect(judgeRequest(permit, action, bundles(entry), noEntries)).toEqual({ spared: noEntries, forbidden });
  });

  it("are judged by kind: a website is no sentinel, and no app bundle", () => {
    const websites = entries({ websites: ["invalid.pulumiapplist.x1", "com.managed"] });
    expect(judgeRequest(additive, "remove", websites, noEntries).forbidden).toEqual(websites);
  });
});

it("the permit of a change is that of the state before it, and of the program", () => {
  const unconfirmed = { add: bundles("com.unconfirmed"), remove: bundles("com.leaving") };
  const before = { managed: bundles("com.own", "com.adopted"), adopted: bundles("com.adopted"), unconfirmed };
  const change = { what: "update", desired: declared, exclusive: false } as const;
  const removable = bundles("com.own", "com.adopted", "com.unconfirmed");
  expect(permitFor(before, change)).toEqual({ declared, removable });
  expect(permitFor(before, { ...change, exclusive: true })).toEqual({ declared, removable: "any" });
  const added = bundles("com.own", "com.unconfirmed");
  expect(permitFor(before, { ...change, what: "delete" })).toEqual({ declared: noEntries, removable: added });
});

describe("the entries that another resource declares", () => {
  const elsewhere = bundles("com.managed", "com.foreign", "com.declared");

  it.each<[string, Permit, Action, string, isSpared: boolean, isForbidden: boolean]>([
    ["a managed entry", additive, "remove", "com.managed", true, false],
    ["an unmanaged entry of an exclusive list", exclusive, "remove", "com.foreign", true, false],
    ["an entry that must not be removed at all", additive, "remove", "com.foreign", true, false],
    ["an entry that this resource declares as well", additive, "remove", "com.declared", false, true],
    ["an addition", additive, "add", "com.declared", false, false],
    ["an entry that nobody else declares", deleting, "remove", "com.added", false, false],
  ])("%s, %j: %s %s is left out of the request: %s", (_, permit, action, entry, isSpared, isForbidden) => {
    expect(judgeRequest(permit, action, bundles(entry), elsewhere)).toEqual({
      spared: isSpared ? bundles(entry) : noEntries,
      forbidden: isForbidden ? bundles(entry) : noEntries,
    });
  });
});

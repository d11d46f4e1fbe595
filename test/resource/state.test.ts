import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseState, printInputs, printState, type State } from "../../provider/resource/state";
import { parseInputs } from "../../provider/resource/inputs";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds, type Kind } from "../../provider/list/kinds";
import { noEntries } from "../../provider/list/entries";
import { nothingManaged } from "../../provider/list/ownership";
import { anyText, forEachKind, someEntries, someOwnership, printLines } from "../list/arbitraries";
import { tidyNote } from "../../provider/list/text";

const properties = z.record(z.string(), z.unknown());

const readFixture = (name: string) =>
  properties.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8")));

const [oldFixture, fixture] = [readFixture("state-v1.json"), readFixture("state-v2.json")];

const nothingKnown: State = {
  given: { appListId: 1 },
  ownership: nothingManaged,
  missing: noEntries,
  facts: { notVerified: [] },
};

function maybe<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

function noted(kind: Kind, some: EntrySet, note: string | undefined): EntrySet {
  return EntrySet.parse(kind, printLines(Array.from(some, (entry) => [entry, note] as const))).entries;
}

const anyState: fc.Arbitrary<State> = fc
  .record({
    given: fc.record(
      {
        appListId: fc.integer({ min: 1 }),
        account: fc.string({ minLength: 1 }),
        exclusive: fc.boolean(),
        claimExisting: fc.boolean(),
        removalLimit: fc.oneof(fc.nat(), fc.constantFrom("40%", "500")),
      },
      { requiredKeys: ["appListId"] },
    ),
    ownership: someOwnership,
    missing: someEntries,
    note: forEachKind(() => anyText.map(tidyNote)),
    facts: fc.record({
      name: maybe(anyText),
      description: maybe(anyText),
      hasAssociatedCampaigns: maybe(fc.boolean()),
      unmanaged: maybe(fc.nat()),
      notVerified: fc.subarray([...kinds]),
    }),
  })
  .map(({ note, ...state }) => ({
    ...state,
    ownership: {
      ...state.ownership,
      managed: byKind((kind) => noted(kind, state.ownership.managed[kind], note[kind])),
    },
  }));

describe("the state", () => {
  it("of this version is read and written as it is in users' stacks, member for member", () => {
    expect({ __provider: "exports.handler = __f0;", ...printState(parseState(fixture)) }).toEqual(fixture);
  });

  it("of version 1 is read without unconfirmed additions, which belong to nobody", () => {
    const { unconfirmed: _, ...others } = oldFixture;
    const { stateVersion, ...read } = printState(parseState(oldFixture));
    expect(stateVersion).toBe(2);
    const unconfirmedRemovals = { appBundles: "id123456789\n" };
    expect({ __provider: fixture["__provider"], ...read, stateVersion: 1 }).toEqual({ ...others, unconfirmedRemovals });
    expect(parseState({ ...others, stateVersion: 1 }).ownership.unconfirmedRemovals).toEqual(noEntries);
  });

  it("has no empty members, and none that are not known", () => {
    const printed = { stateVersion: 2, appListId: 1, notVerified: [] };
    expect(printState(nothingKnown)).toEqual(printed);
    expect(parseState({ ...printed, notVerified: undefined })).toEqual(nothingKnown);
  });
});

it("a state is parsed back as it was printed, and has no undefined value, nor have the inputs that agree with it", () => {
  const roundTrip = (printed: unknown) => properties.parse(JSON.parse(JSON.stringify(printed)));
  fc.assert(
    fc.property(anyState, someEntries, (state, unmanaged) => {
      const [printed, inputs] = [printState(state), printInputs(state, unmanaged)];
      expect(parseState(roundTrip(printed))).toEqual(state);
      expect(roundTrip({ printed, inputs })).toStrictEqual({ printed, inputs });
    }),
  );
});

it("the notes in a state are those of the managed entries only", () => {
  const agreed = { ...noEntries, appBundles: noted("appBundles", EntrySet.of(["com.a"]), "agreed") };
  const ownership = { managed: agreed, adopted: agreed, unconfirmedRemovals: agreed };
  const [text, bare] = ["com.a  # agreed\n", { appBundles: "com.a\n" }];
  const others = { adopted: bare, unconfirmedRemovals: bare, missing: bare };
  expect(printState({ ...nothingKnown, ownership, missing: agreed })).toMatchObject({ appBundles: text, ...others });
});

it("the inputs after a refresh declare managed entries and, unless the list is exclusive, missing ones", () => {
  fc.assert(
    fc.property(anyState, someEntries, ({ given, ...state }, unmanaged) => {
      const others = given.exclusive === true ? unmanaged : state.missing;
      const entries = byKind((kind) => state.ownership.managed[kind].union(others[kind]));
      const parsed = parseInputs(printInputs({ ...state, given }, unmanaged));
      expect(parsed).toMatchObject({ outcome: "complete", given, entries });
    }),
  );
});

describe("a state that cannot be read", () => {
  it.each([
    ["of a later version", { stateVersion: 3, appListId: 1 }, "its format is 3, this version reads 1 and 2"],
    ["without a list", { stateVersion: 1 }, "appListId"],
    ["with entries that are no text", { stateVersion: 1, appListId: 1, appBundles: ["com.a"] }, "appBundles"],
    [
      "with a wrong entry",
      { stateVersion: 1, appListId: 1, adopted: { placementIds: "1001\n" } },
      "adopted: placement ID in line 1 does not",
    ],
  ])("%s is an error with the problem and its remedy", (_, raw, problem) => {
    const parse = () => parseState(raw);
    expect(parse).toThrow(expect.objectContaining({ code: "STATE_UNREADABLE" }));
    expect(parse).toThrow(problem);
  });
});

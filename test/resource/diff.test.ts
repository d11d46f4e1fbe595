import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffResource, needsRequests, type Difference } from "../../provider/resource/diff";
import { parseInputs, type Properties } from "../../provider/resource/inputs";
import { printNotice } from "../../provider/resource/notice";
import { parseState, type State } from "../../provider/resource/state";
import { anyNotes, printLines } from "../list/arbitraries";
import { declaredBy, numberedText } from "./declared";
import { knownList } from "./known-list";

const list = 'app list 4321 "brand-safety"';

function stateOf(outputs: Properties): State {
  return parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", unmanaged: 0, ...outputs });
}

/** A difference with the lines that are printed about it. */
type PrintedDifference = Pick<Difference, "changes" | "replaces"> & { readonly lines: readonly string[] };

/** In inputs: a value that a preview does not know yet. */
const unknownValue = Symbol("unknown value");

/** The difference between outputs and inputs, each with the parts that most tests have in common. */
function difference(outputs: Properties, inputs: Properties, baseUrl?: string): PrintedDifference {
  const known = knownList({ identity: { appListId: 4321, baseUrl } });
  const unknown = Object.keys(inputs).filter((name) => inputs[name] === unknownValue);
  const parsed = parseInputs({ appListId: 4321, ...inputs }, new Set(unknown));
  if (parsed.outcome === "rejected") throw new Error(parsed.problems.join("; "));
  const state = stateOf(outputs);
  const { notices, changes, replaces } = diffResource(state, parsed, known, known.identity.baseUrl);
  return { changes, replaces, lines: notices.map((notice) => printNotice(notice, true)) };
}

const noChange: PrintedDifference = { changes: false, replaces: [], lines: [] };

/** A change that is no replacement, with lines about the list. */
function changeWith(...lines: readonly string[]): PrintedDifference {
  return { changes: true, replaces: [], lines: lines.map((line) => `${list}: ${line}`) };
}

describe("no difference", () => {
  const texts = { appBundles: "com.a\ncom.b\n", websites: "a.example\n" };

  it.each<[what: string, outputs: Properties, inputs: Properties]>([
    ["the declared entries are managed", texts, texts],
    ["an argument has its default value", {}, { exclusive: false, claimExisting: false }],
    ["an exclusive list has no unmanaged entries", { ...texts, exclusive: true }, { ...texts, exclusive: true }],
    ["another list has unmanaged entries", { ...texts, unmanaged: 5 }, texts],
    [
      "the API does not show the entries of an exclusive list",
      { exclusive: true, unmanaged: undefined },
      { exclusive: true },
    ],
  ])("is found if %s", (_, outputs, inputs) => {
    expect(difference(outputs, inputs)).toEqual(noChange);
  });

  it("is found if only notes differ", () => {
    fc.assert(
      fc.property(anyNotes("appBundles"), anyNotes("appBundles"), (notes, others) => {
        const renoted = new Map(Array.from(notes.keys(), (entry, index) => [entry, [...others.values()][index]]));
        expect(difference({ appBundles: printLines(notes) }, { appBundles: printLines(renoted) })).toEqual(noChange);
      }),
    );
  });
});

describe("changed entries", () => {
  it("are a change, with one line", () => {
    const outputs = { appBundles: numberedText(9982), unmanaged: 3 };
    expect(difference(outputs, { appBundles: numberedText(9981, 1019) })).toEqual(
      changeWith("plan: +18 −19 app bundles → 9,981 entries, removes 19 of 9,982 entries (0.2%)"),
    );
  });

  it("are compared with the managed entries, so the rest of a partial failure is a change", () => {
    const outputs = { appBundles: "com.a\ncom.b\n", unconfirmed: { add: { appBundles: "com.c\n" } } };
    expect(difference(outputs, { appBundles: "com.a\ncom.b\ncom.c\n" })).toEqual(
      changeWith('plan: +1 app bundle → 3 entries: +"com.c"'),
    );
  });

  it("mention campaigns only if entries are removed", () => {
    const outputs = { appBundles: "com.a\ncom.b\n", hasAssociatedCampaigns: true };
    const less = { appBundles: "com.a\n" };
    const removal = 'plan: −1 app bundle → 1 entry, removes 1 of 2 entries (50%): −"com.b"';
    expect(difference(outputs, less)).toEqual(changeWith(`${removal}; used by campaigns`));
    expect(difference(outputs, { appBundles: "com.a\ncom.b\ncom.c\n" }).lines.join()).not.toContain("campaigns");
    expect(difference({ ...outputs, hasAssociatedCampaigns: false }, less)).toEqual(changeWith(removal));
  });
});

it.each<[what: string, outputs: Properties, inputs: Properties, isNeeded: boolean]>([
  [
    "a removal that was never confirmed, also when its line is back in the program",
    { appBundles: "com.a\n", unconfirmed: { remove: { appBundles: "com.a\n" } } },
    { appBundles: "com.a\n" },
    true,
  ],
  [
    "an addition that was never confirmed, also when nothing else has changed",
    { unconfirmed: { add: { appBundles: "com.dropped\n" } } },
    {},
    true,
  ],
  ["a list that becomes exclusive, also if no unmanaged entries are known", {}, { exclusive: true }, true],
  ["a list that is no longer exclusive: none are needed", { exclusive: true, unmanaged: 3 }, {}, false],
])("needs requests for %s", (_, outputs, inputs, isNeeded) => {
  expect(needsRequests(stateOf(outputs), declaredBy(inputs))).toBe(isNeeded);
});

describe("changed arguments", () => {
  it.each([
    ["claimExisting", {}, { claimExisting: true }],
    ["claimExisting", { claimExisting: true }, {}],
    ["removalLimit", {}, { removalLimit: 500 }],
    ["purpose", {}, { purpose: "block" }],
  ])("are a change without a line: %s from %j to %j", (_, outputs, inputs) => {
    expect(difference(outputs, inputs)).toEqual(changeWith());
    expect(needsRequests(stateOf(outputs), declaredBy(inputs))).toBe(false);
  });

  const entries = { appBundles: "com.a\ncom.b\ncom.c\n" };
  const cleared = "exclusive, so unmanaged entries will be removed";
  const campaigns = "used by campaigns";
  const notKnown = "plan: not known yet, because some inputs are not known";
  it.each<[what: string, outputs: Properties, inputs: Properties, line: string]>([
    [
      "that unmanaged entries stay when exclusive is removed",
      { exclusive: true, unmanaged: 3 },
      {},
      "no longer exclusive, so unmanaged entries stay.",
    ],
    [
      "the number of claimed entries",
      { ...entries, adopted: { appBundles: "com.a\ncom.b\n" } },
      { ...entries, claimExisting: true },
      "claims 2 adopted entries: pulumi destroy will remove them.",
    ],
    ["that a list becomes exclusive, also if no unmanaged entries are known", {}, { exclusive: true }, `${cleared}.`],
    [
      "the unmanaged entries that an exclusive list loses",
      { exclusive: true, unmanaged: 1200, hasAssociatedCampaigns: true },
      { exclusive: true },
      `${cleared} (1,200 when the list was last read); ${campaigns}.`,
    ],
    ["that entries are not known yet", entries, { appBundles: unknownValue }, notKnown],
  ])("report %s", (_, outputs, inputs, line) => {
    expect(difference(outputs, inputs)).toEqual(changeWith(line));
  });
});

it.each([
  ["another list, also of another account", { account: "emea" }, { appListId: 1 }],
  ["a list that a preview does not know yet", {}, { appListId: unknownValue }],
])("replaces the resource for %s", (_, outputs, inputs) => {
  expect(difference(outputs, { appBundles: "com.a\n", ...inputs })).toEqual({
    changes: true,
    replaces: ["appListId"],
    lines: [],
  });
});

describe("another list of the same ID", () => {
  const one = { baseUrl: "https://one.example" };
  const two = { baseUrl: "https://two.example" };
  const queried = { baseUrl: "https://one.example?key=canary" };

  it.each<
    [what: string, outputs: Properties, inputs: Properties, baseUrl: string | undefined, before: string, now: string]
  >([
    ["another account", { account: "emea" }, { account: "apac" }, undefined, 'account "emea"', 'account "apac"'],
    ["another base URL, without its query", queried, {}, two.baseUrl, '"https://one.example"', '"https://two.example"'],
    [
      "both, of which the account is named",
      { ...one, account: "emea" },
      {},
      two.baseUrl,
      'account "emea"',
      "the default account",
    ],
  ])("is a change and no replacement, and the line contains both: %s", (_, outputs, inputs, baseUrl, before, now) => {
    expect(difference(outputs, { appBundles: "com.a\n", ...inputs }, baseUrl)).toEqual(
      changeWith(
        `warning: moved from ${before} to ${now}. This is another list: pulumi up reads it, adopts the declared ` +
          "entries that are already there, and removes nothing from the old one. If it is the same list, set " +
          "claimExisting: true for one pulumi up.",
      ),
    );
  });

  it.each([
    ["neither differs", { ...one, account: "eu" }, { account: "eu" }, one.baseUrl],
    ["the base URL of the settings is not known", one, {}, undefined],
    ["the base URL in the state is not known", {}, {}, one.baseUrl],
  ])("is the same list if %s", (_, outputs, inputs, baseUrl) => {
    expect(difference(outputs, inputs, baseUrl)).toEqual(noChange);
  });
});

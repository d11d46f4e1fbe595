import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffResource } from "../../provider/resource/diff";
import { mustSend, updateOf } from "../../provider/resource/operation";
import { hasOtherBaseUrl } from "../../provider/resource/identity";
import { parseInputs, type Properties } from "../../provider/resource/inputs";
import { printNotice } from "../../provider/resource/notice";
import { parseState, type State } from "../../provider/resource/state";
import { naming } from "../../provider/resource/texts/naming";
import { noticeOf } from "../../provider/resource/texts/notices";
import { testExamples } from "../harness/example-texts";
import { anyNotes, printLines } from "../list/arbitraries";
import { numberedText } from "./declared";
import { knownList } from "./known-list";

function stateOf(outputs: Properties): State {
  return parseState({ stateVersion: 2, appListId: 4321, name: "brand-safety", unmanaged: 0, ...outputs });
}

/** In inputs: a value that a preview does not know yet. */
const unknownValue = Symbol("unknown value");

type Case = readonly [outputs: Properties, inputs: Properties, baseUrl?: string];

/** The difference between outputs and inputs, each with the parts that most tests have in common, as lines. */
function difference(...[outputs, inputs, baseUrl]: Case): readonly string[] {
  const known = knownList({ identity: { appListId: 4321, baseUrl } });
  const unknown = Object.keys(inputs).filter((name) => inputs[name] === unknownValue);
  const parsed = parseInputs({ appListId: 4321, ...inputs }, new Set(unknown));
  if (parsed.outcome === "rejected") throw new Error(JSON.stringify(parsed.problems));
  const state = stateOf(outputs);
  const { events, changes, replaces } = diffResource(state, parsed, known);
  const isMoved = hasOtherBaseUrl(state, baseUrl);
  const isStored = changes && !isMoved && parsed.outcome === "complete" && !mustSend(updateOf(known, state, parsed));
  const update = isStored ? "stored without a request" : changes ? "updated" : "no difference";
  const kind = replaces.length > 0 ? `another ${replaces.join()}: replaced` : update;
  return [kind, ...events.map((event) => printNotice(noticeOf(event, naming()), true))];
}

const texts = { appBundles: "com.a\ncom.b\n", websites: "a.example\n" };
const two = { appBundles: "com.a\ncom.b\n" };
const three = { appBundles: "com.a\ncom.b\ncom.c\n" };
const used = { ...two, hasAssociatedCampaigns: true };
const exclusive = { exclusive: true };
const one = { baseUrl: "https://one.example" };
const otherUrl = "https://two.example";

const cases: Readonly<Record<string, Case>> = {
  "the declared entries are managed": [texts, texts],
  "an argument has its default value": [{}, { exclusive: false, claimExisting: false }],
  "an exclusive list has no unmanaged entries": [exclusive, exclusive],
  "another list has unmanaged entries": [{ ...texts, unmanaged: 5 }, texts],
  "the API does not show the entries of an exclusive list": [{ exclusive: true, unmanaged: undefined }, exclusive],
  "many entries have changed": [
    { appBundles: numberedText(9982), unmanaged: 3 },
    { appBundles: numberedText(9981, 1019) },
  ],
  "a removal without a known outcome is taken back": [{ ...two, unconfirmedRemovals: two }, two],
  "an entry is removed from a list that campaigns use": [used, { appBundles: "com.a\n" }],
  "an entry is added to a list that campaigns use": [used, three],
  "an entry is removed from a list that no campaigns use": [
    { ...used, hasAssociatedCampaigns: false },
    { appBundles: "com.a\n" },
  ],
  "claimExisting is set": [{}, { claimExisting: true }],
  "purpose is set": [{}, { purpose: "block" }],
  "an entry of a block list is removed": [
    { ...two, purpose: "block" },
    { appBundles: "com.a\n", purpose: "block" },
  ],
  "exclusive is removed": [{ exclusive: true, unmanaged: 3 }, {}],
  "adopted entries are claimed": [
    { ...three, adopted: two },
    { ...three, claimExisting: true },
  ],
  "a list becomes exclusive of which no unmanaged entries are known": [{}, exclusive],
  "a list becomes exclusive that has unmanaged entries": [
    { exclusive: true, unmanaged: 1200, hasAssociatedCampaigns: true },
    exclusive,
  ],
  "entries are not known yet": [three, { appBundles: unknownValue }],
  "another list, also of another account": [{ account: "emea" }, { ...two, appListId: 1 }],
  "another list, with another purpose": [
    { ...two, purpose: "block" },
    { ...two, appListId: 1, purpose: "allow" },
  ],
  "a list that a preview does not know yet": [{}, { ...two, appListId: unknownValue }],
  "another account": [
    { ...two, account: "emea" },
    { ...two, account: "apac" },
  ],
  "another base URL, shown without its query": [{ ...two, baseUrl: "https://one.example?key=canary" }, two, otherUrl],
  "another base URL and account, of which the account is named": [{ ...two, ...one, account: "emea" }, two, otherUrl],
  "the same base URL and account": [{ ...one, account: "eu" }, { account: "eu" }, one.baseUrl],
  "the base URL of the settings is not known": [one, {}],
  "the base URL in the state is not known": [{}, {}, one.baseUrl],
};

describe("a difference:", () => {
  const printed = Object.entries(cases).map(([title, each]) => [title, difference(...each)] as const);
  testExamples(join(import.meta.dirname, "differences.txt"), Object.fromEntries(printed));
});

it("there is no difference if only notes differ", () => {
  fc.assert(
    fc.property(anyNotes("appBundles"), anyNotes("appBundles"), (notes, others) => {
      const renoted = new Map(Array.from(notes.keys(), (entry, index) => [entry, [...others.values()][index]]));
      const lines = difference({ appBundles: printLines(notes) }, { appBundles: printLines(renoted) });
      expect(lines).toEqual(["no difference"]);
    }),
  );
});

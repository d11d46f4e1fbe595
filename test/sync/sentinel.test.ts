import { join } from "node:path";
import { noEntries } from "../../provider/list/entries";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { bundles } from "../list/entries";
import { examplesFor, fault, guardWith, numbered, testChanges, type Example } from "./list";

const refusing = { removeAbsent: "error" } as const;
const own = ["com.own.a", "com.own.b"];
const declared = { desired: bundles(...own), managed: bundles(...own) };
const desired = bundles("com.own.a");
const leftover = `${reservedAppBundlePrefix}xleft`;
const notFound = [fault("remove 1", gatewayNotFound.html), fault("remove 2", gatewayNotFound.html)];
const list = (body: string) => ({ kind: "status", status: 200, body }) as const;

const reads: Readonly<Record<string, Example>> = {
  "a list is read by a sentinel if the API refuses absent entries": [declared, own, { behavior: refusing }],
  ...examplesFor([405, 406, 501], (status) => ({
    "a list is read by a sentinel if the probe fails": [declared, own, { faults: [fault("remove 1", status)] }],
  })),
  "a list is read by a sentinel if a gateway answers 404 to the probe": [declared, own, { faults: notFound }],
  "a sentinel may be left if its addition had no response": [
    declared,
    own,
    { behavior: refusing, faults: [fault("add 1", "reset", "after")] },
  ],
  ...examplesFor([422, 404], (status) => ({
    "a login that is refused with the status of the probe is no refusal": [
      declared,
      own,
      {
        behavior: { removeAbsent: "error", statuses: { absent: status } },
        meanwhile: ({ action }, simulator) => {
          if (action !== "remove") return;
          simulator.revokeTokens();
          simulator.addFault(fault("token", { kind: "status", status, body: '{"error":"no"}' }));
        },
      },
    ],
  })),
  "a list is not read if no addition has a response": [
    declared,
    own,
    { behavior: refusing, faults: [fault("add", 502)] },
  ],
  "a list that may not exist is not changed": [declared, [], { faults: [fault("remove", 404), fault("add", 404)] }],
};

const leftovers: Readonly<Record<string, Example>> = {
  "a sentinel that could not be removed is removed at the end of the change": [
    { desired: bundles(...own) },
    [],
    { behavior: refusing, faults: [fault("remove 2", 503)] },
  ],
  "a sentinel of an earlier change is removed, if a sentinel reads the list": [
    { desired },
    [leftover, "com.existing.a"],
    { behavior: refusing },
  ],
  "a sentinel of an earlier change is removed, if the probe reads the list": [
    { desired },
    [leftover, "com.existing.a"],
  ],
  "a sentinel is none of the entries of an exclusive list": [
    { desired, managed: desired, exclusive: true, guard: guardWith(desired, { unit: "entries", most: 0 }) },
    [leftover, "com.own.a"],
  ],
  "a sentinel is removed, although the change is over the limit": [
    { desired, exclusive: true, guard: guardWith(noEntries) },
    [leftover, ...numbered(20)],
  ],
  "no sentinel follows one that could not be removed, although an outcome is unknown": [
    { desired },
    [],
    { behavior: refusing, faults: [fault("add 2", "reset"), fault("remove 3", 422)] },
  ],
  "the response to the removal of a sentinel shows that an entry is missing": [
    { desired, managed: desired },
    [leftover, "com.own.a"],
    { faults: [fault("remove 2", list('{"id":7,"app_bundles":""}'))] },
  ],
  "a sentinel is gone after its removal, although the response shows no app bundles": [
    { desired, managed: desired },
    [leftover, "com.own.a"],
    { faults: [fault("remove 2", list('{"id":7}'), "after")] },
  ],
  "a sentinel stays that cannot be removed at all": [
    { desired },
    [leftover],
    { behavior: { removalRefused: new Set([leftover]) } },
  ],
};

const both = { behavior: refusing, faults: [fault("add 1", 422)] };
const refusingNames = { behavior: { ...refusing, reservedNames: "refuse" } } as const;
const three = bundles("com.own.a", "com.own.b", "com.own.c");
const removal = { desired: noEntries, managed: bundles(...own) };

const withoutSentinel: Readonly<Record<string, Example>> = {
  "an API that refuses the sentinel is read by the addition of one entry": [{ desired: three }, ["com.own.b"], both],
  "an API that refuses the sentinel gets all entries but the refused one": [
    { desired: three },
    [],
    { ...both, behavior: { ...refusing, refused: new Set(["com.own.a"]) } },
  ],
  "an API that refuses the sentinel gets no other one after a lost response": [
    { desired: three },
    [],
    { ...both, faults: [...both.faults, fault("add 2", "reset", "after")] },
  ],
  "removals of an API that refuses the sentinel are judged without the entries that were added before": [
    { desired: bundles(...numbered(100)), exclusive: true, guard: guardWith(noEntries) },
    ["com.existing.a", "com.existing.b"],
    both,
  ],
  "an API that refuses the sentinel may refuse a delete of absent entries": [
    removal,
    ["com.existing.a"],
    refusingNames,
  ],
  "an API that refuses the sentinel gets the rest of a delete as long as it shows the list": [
    removal,
    ["com.own.a", "com.existing.a"],
    refusingNames,
  ],
};

const all = numbered(300);
const left = all.slice(200);
const deletion = { desired: noEntries, managed: bundles(...all) };

const deletes: Readonly<Record<string, Example>> = {
  ...examplesFor([422, 404], (absent) => {
    const options = { behavior: { removeAbsent: "error", statuses: { absent } } } as const;
    return {
      "a delete needs no sentinel while nothing is refused": [deletion, [...all, "com.a"], options],
      "a delete finds out by a sentinel which entries are left": [deletion, left, options],
    };
  }),
  "a delete finds out by a sentinel which entries are left if absent entries get 405": [
    deletion,
    left,
    { faults: [fault("remove 1", 405), fault("remove 2", 405)] },
  ],
  "a delete whose removals fail with another status than the probe sends no more of them": [
    removal,
    own,
    { faults: [fault("remove 1", 422), fault("remove", 405)] },
  ],
  "a delete adds no other sentinel after one without a response": [
    deletion,
    left,
    { behavior: refusing, faults: [fault("add", "reset", "after")] },
  ],
  "a delete fails after few requests if every request gets 404": [
    deletion,
    all,
    { faults: [fault("add", 404), fault("remove", 404)] },
  ],
};

testChanges(join(import.meta.dirname, "sentinel.txt"), { ...reads, ...leftovers, ...withoutSentinel, ...deletes });

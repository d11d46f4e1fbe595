import { join } from "node:path";
import { noEntries } from "../../provider/list/entries";
import type { FaultAnswer } from "../../provider/simulator/index";
import { hidingWebsites } from "../harness/shows";
import { bundles, entries } from "../list/entries";
import { examplesFor, fault, numbered, testChanges, type Example } from "./list";

const three = bundles("com.own.a", "com.own.b", "com.own.c");
const withBad = bundles("com.bad.a", ...three.appBundles);
const refusing = { behavior: { refused: new Set(["com.bad.a", "com.x.bad"]) } };

/** How a refused request is divided until the refused entries are known. */
const divided: Readonly<Record<string, Example>> = {
  "one entry alone that is too large": [
    { desired: bundles("com.own.a", "com.own.b") },
    [],
    { faults: [fault("add", 413)] },
  ],
  "both halves of each refused request, in turns the second one first": [{ desired: withBad }, [], refusing],
  "a refused entry by itself": [{ desired: bundles("com.own.a", "com.x.bad") }, [], refusing],
  "two entries for different reasons, of which the first one is reported": [
    { desired: bundles("com.own.a", "com.own.b") },
    [],
    { faults: [fault("add 1", 422), fault("add 2", 422), fault("add 3", 400)] },
  ],
  "entries of a refused request that could not be sent again": [
    { desired: withBad },
    [],
    { ...refusing, faults: [fault("add 4", "reset"), fault("remove 2", 501)] },
  ],
  "entries of a group that are separated no further": [
    { desired: withBad },
    [],
    { ...refusing, policy: { narrowedRefusals: 1 } },
  ],
  "a part that is too large while a refused entry is looked for": [
    { desired: bundles(...three.appBundles, "com.x.bad") },
    [],
    { ...refusing, faults: [fault("add 2", 413)] },
  ],
  "refusals that count anew once a request is known to have been too large": [
    { desired: bundles(...numbered(15), "com.x.bad") },
    [],
    {
      behavior: { ...refusing.behavior, maxEntriesPerRequest: 4, statuses: { tooMany: 422 } },
      policy: { maxEntriesPerRequest: 8, narrowedRefusals: 2 },
    },
  ],
  "a request that is too large, until the API accepts the parts": [
    { desired: bundles(...numbered(1000)) },
    [],
    { behavior: { maxEntriesPerRequest: 300 } },
  ],
  "one refused entry of a thousand, in few requests": [
    { desired: bundles(...numbered(999), "com.x.bad") },
    [],
    refusing,
  ],
  "more refused entries than 120 requests can separate": [
    { desired: bundles(...numbered(400)) },
    [],
    { behavior: { refused: new Set(numbered(400).filter((_, index) => index % 10 === 0)) } },
  ],
  "an addition, after which nothing is removed": [
    { desired: bundles("com.bad.a"), managed: bundles("com.own.a") },
    ["com.own.a"],
    refusing,
  ],
  "removals after an accepted addition, after 20 requests": [
    { desired: bundles("com.own.new"), managed: bundles(...numbered(1000)) },
    numbered(1000),
    { behavior: { removalRefused: new Set(numbered(1000)) } },
  ],
  "a part of removals": [
    { desired: noEntries, managed: bundles(...numbered(6)) },
    numbered(6).filter((name) => name !== "com.own.x003"),
    {
      behavior: { removeAbsent: "error", removalRefused: new Set(["com.own.x005"]) },
      policy: { maxEntriesPerRequest: 2 },
    },
  ],
  "a conflict, which is sent once more after a second": [
    { desired: entries({ appBundles: numbered(5), websites: ["present.example"] }) },
    [],
    { faults: [fault("add 1", 409)] },
  ],
  "a removal that took effect, when the list can no longer be read": [
    { desired: noEntries, managed: bundles("com.own.a") },
    ["com.own.a"],
    { faults: [fault("remove 2", 403, "after"), fault("remove 3", 403)] },
  ],
};

/** The statuses of a refusal that is about entries whatever its body is. */
const aboutEntries = [400, 409, 410, 422] as const;
const others = numbered(5);
const six = entries({ appBundles: others, websites: ["present.example"] });
const website = entries({ websites: ["own.example"] });

const ofEntries = examplesFor(aboutEntries, (status) => {
  const statuses = { present: status, absent: status, refused: status };
  return {
    "an entry that it does not show and has already": [
      { desired: six },
      [],
      { behavior: { addPresent: "error", ...hidingWebsites, statuses }, websites: ["present.example"] },
    ],
    "an entry that it has in another letter case": [
      { desired: bundles("Com.Present", ...others) },
      ["com.present"],
      { behavior: { addPresent: "error", letterCase: "lower", statuses } },
    ],
    "entries that are gone already, some of which it does not show": [
      { desired: noEntries, managed: six },
      others,
      { behavior: { removeAbsent: "error", ...hidingWebsites, statuses } },
    ],
    "an entry that it does not show, but no entry that cannot exist": [
      { desired: noEntries, managed: website },
      [],
      { behavior: { ...hidingWebsites, removalRefused: new Set(["own.example"]), statuses } },
    ],
    "every removal, of three entries": [
      { desired: noEntries, managed: entries({ appBundles: numbered(3), websites: ["own.example"] }) },
      numbered(3),
      { faults: [fault("remove", status)], behavior: hidingWebsites },
    ],
    "every removal, of a thousand entries": [
      { desired: noEntries, managed: entries({ appBundles: numbered(1000), websites: ["own.example"] }) },
      numbered(1000),
      { faults: [fault("remove", status)], behavior: hidingWebsites },
    ],
  };
});

/** An answer with a body in JSON, as an API gives it. */
const inJson = (status: number): FaultAnswer => ({ kind: "status", status, body: '{"message":"no"}' });

const ofEvery = examplesFor([...aboutEntries, 418], (status) => ({
  "every addition": [{ desired: bundles(...numbered(1000)) }, [], { faults: [fault("add", inJson(status))] }],
}));

const many = numbered(2000, "com.own.y");

const ofLargeRequests = examplesFor([400, 422], (tooMany) => {
  const behavior = { maxEntriesPerRequest: 100, statuses: { tooMany, refused: tooMany } };
  return {
    "more than 100 entries": [{ desired: bundles(...numbered(2000)), managed: bundles(...many) }, many, { behavior }],
    "more than 100 entries, and two for themselves": [
      { desired: bundles(...many) },
      [],
      { behavior: { ...behavior, refused: new Set(["com.own.y007", "com.own.y1500"]) } },
    ],
  };
});

const second = bundles("com.own.b");
const removal = { desired: noEntries, managed: bundles("com.own.a") };

const ofDenials = examplesFor([302, 401, 403, 409, 413, 422], (status) => ({
  "an addition that took effect": [
    { desired: second, managed: removal.managed },
    ["com.own.a"],
    { faults: [fault("add", status, "after")] },
  ],
  "a removal that took effect": [removal, ["com.own.a"], { faults: [fault("remove 2", status, "after")] }],
  "an addition that had no effect": [
    { desired: second, managed: removal.managed },
    ["com.own.a"],
    { faults: [fault("add", status)] },
  ],
}));

const left = numbered(6).filter((name) => name !== "com.own.x003");

const ofAbsent = examplesFor([400, 404, 409, 410, 422], (status) =>
  // If the sentinel gets 404 as well, nothing shows that the list exists.
  examplesFor(status === 404 ? (["allow"] as const) : (["allow", "refuse"] as const), (reservedNames) =>
    examplesFor([1, 2, 4], (maxEntriesPerRequest) => ({
      "a removal of an entry that is gone, by sentinels, with requests of some size": [
        { desired: noEntries, managed: bundles(...numbered(6)) },
        [...left, "com.existing.a"],
        {
          behavior: { removeAbsent: "error", reservedNames, statuses: { absent: status, refused: status } },
          policy: { maxEntriesPerRequest },
        },
      ],
    })),
  ),
);

const partly = bundles("com.a", "com.b", "com.bad", "com.c");
const bad = new Set(["com.bad"]);

const ofParts: Readonly<Record<string, Example>> = {
  ...examplesFor([400, 403, 409, 422], (status) => ({
    "an addition of which a part took effect": [
      { desired: partly },
      ["com.existing"],
      {
        behavior: { refused: bad, addPresent: "error", refusalEffect: "others", statuses: { refused: status } },
      },
    ],
  })),
  "a removal of which a part took effect": [
    { desired: noEntries, managed: partly },
    [...partly.appBundles],
    { behavior: { removalRefused: bad, refusalEffect: "others" } },
  ],
};

const ofLogins = examplesFor([400, 413, 422], (status) => ({
  "a login during a change, which is no refusal of entries": [
    { desired: three },
    [],
    {
      faults: [fault("token 2", inJson(status))],
      meanwhile: ({ action }, simulator) => {
        if (action === "remove") simulator.revokeTokens();
      },
    },
  ],
}));

testChanges(join(import.meta.dirname, "refusals.txt"), {
  ...divided,
  ...ofEntries,
  ...ofEvery,
  ...ofLargeRequests,
  ...ofDenials,
  ...ofAbsent,
  ...ofParts,
  ...ofLogins,
});

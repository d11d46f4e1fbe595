import { join } from "node:path";
import { noEntries, union } from "../../provider/list/entries";
import { nothingManaged } from "../../provider/list/ownership";
import { hidingWebsites } from "../harness/shows";
import { bundles, entries } from "../list/entries";
import { examplesFor, fault, numbered, readPath, testChanges, type Example } from "./list";

const own = bundles("com.own.a");
const website = entries({ websites: ["own.example"] });
const unread = { access: { observe: "off" } } as const;
const hiding = { behavior: hidingWebsites };
const appBundlesOnly = { kinds: ["appBundles"] } as const;

const exclusiveLists: Readonly<Record<string, Example>> = {
  "an exclusive list that the API never shows is a failure": [
    { desired: own, managed: own, exclusive: true },
    ["com.existing.a", "com.own.a"],
    unread,
  ],
  "an exclusive list is cleared as soon as a response shows it": [
    { desired: own, exclusive: true },
    ["com.existing.a"],
    unread,
  ],
  "an exclusive list is cleared of entries of a kind that only reads show": [
    { desired: website, exclusive: true },
    [],
    {
      behavior: { read: readPath, shows: { add: appBundlesOnly, remove: appBundlesOnly } },
      access: { observe: "read" },
      websites: ["z.example"],
    },
  ],
};

const many = entries({ appBundles: numbered(100), websites: ["a.example", "b.example", "c.example"] });

const firstReads: Readonly<Record<string, Example>> = {
  ...examplesFor([undefined, null], (websites) => {
    const body = JSON.stringify({ id: 7, app_bundles: "", websites });
    const faults = [fault("remove 1", { kind: "status", status: 200, body })];
    return {
      "a kind that the first response lacks is read by the addition of one entry": [
        { desired: many },
        [],
        { faults, websites: ["c.example", "z.example"] },
      ],
    };
  }),
  "a kind that only additions show is read by the addition of the sentinel": [
    { desired: website, exclusive: true },
    [],
    { behavior: { removeAbsent: "error", shows: { remove: appBundlesOnly } }, websites: ["z.example"] },
  ],
  "a kind that the API shows at first, and never again, has no addition that counts as done": [
    { desired: union(website, own) },
    [],
    { meanwhile: ({ action }, simulator) => void (action === "remove" && simulator.setBehavior(hidingWebsites)) },
  ],
  "a kind is not read again after an accepted addition": [{ desired: many }, [], hiding],
  "a kind is read by none of its first three entries if the API refuses the first 20 of 1,000": [
    { desired: bundles(...numbered(1000)) },
    [],
    { ...unread, behavior: { refused: new Set(numbered(20)) } },
  ],
  "a kind is not empty because the response to an addition shows it as empty": [
    { desired: website },
    [],
    {
      faults: [fault("add", { kind: "status", status: 200, body: '{"id":7,"app_bundles":"","websites":""}' }, "after")],
    },
  ],
  "an addition without an answer is completed in the kinds that are shown": [
    { desired: union(website, own) },
    [],
    { ...hiding, faults: [fault("add 1", "reset")] },
  ],
};

const refusing = { ...hidingWebsites, removeAbsent: "error" } as const;
const removal = { desired: noEntries, managed: website };
const gone = entries({ websites: ["a.example", "b.example"] });

const hiddenKinds: Readonly<Record<string, Example>> = {
  "hidden websites are managed after their addition, and not after their removal": [
    [{ desired: website }, removal],
    [],
    hiding,
  ],
  "hidden websites are not sent again if they are managed, unless they may have been removed": [
    [
      { desired: website, managed: website },
      {
        desired: website,
        managed: website,
        ownership: { ...nothingManaged, managed: website, unconfirmedRemovals: website },
      },
    ],
    [],
    hiding,
  ],
  "hidden websites stay unconfirmed if their removal has no response": [
    removal,
    [],
    { ...hiding, faults: [fault("remove 2", "reset", "after")] },
  ],
  "hidden websites stay unconfirmed if their removal is denied": [
    removal,
    [],
    { ...hiding, faults: [fault("remove 2", 403, "after")] },
  ],
  "hidden websites stay managed if the API refuses absent entries": [
    removal,
    ["com.existing.a"],
    { behavior: refusing },
  ],
  "hidden websites stay managed if the API answers 404 to absent entries": [
    removal,
    ["com.existing.a"],
    { behavior: { ...refusing, statuses: { absent: 404 } } },
  ],
  "hidden websites stay managed if the read endpoint reads the list": [
    removal,
    ["com.existing.a"],
    { behavior: { ...refusing, read: readPath }, access: { observe: "read" } },
  ],
  "hidden websites stay managed if nothing reads the list": [
    removal,
    ["com.existing.a"],
    { behavior: refusing, ...unread },
  ],
  "hidden websites are named if they are refused, beside others that are removed": [
    { desired: noEntries, managed: union(gone, website) },
    [],
    { behavior: refusing, websites: ["own.example"] },
  ],
  "hidden websites are a group if they were refused together too often": [
    {
      desired: noEntries,
      managed: entries({ websites: Array.from({ length: 200 }, (_, index) => `x${index}.example`) }),
    },
    [],
    { behavior: refusing },
  ],
};

testChanges(join(import.meta.dirname, "unseen.txt"), { ...exclusiveLists, ...firstReads, ...hiddenKinds });

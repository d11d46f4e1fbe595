import { expect, it } from "vitest";
import { accountElsewhere } from "../laws/accounts";
import { bitsOf, days, ending, type Day } from "../laws/oracle/bits";
import { resourceOf } from "./cases";
import { labMinutes, labTime, printTried } from "../laws/sample";
import { explore, type Space } from "./histories";
import { services } from "../laws/services";

const [bundle, website, others] = [bitsOf(["com.a"]), bitsOf(["a.example"]), bitsOf(["z.example"])];
const other = bitsOf(["com.b"]);
const both = { entries: bundle | website };
const troubles = [
  ...(["killed after", "lost before", "lost after", "without entries"] as const),
  ...(["without websites", "app bundles null"] as const),
] as const;
const isLab = labMinutes > 0;

/** What an earlier command has left, with a list of which the program may declare more. */
const beginnings = [
  { name: "not created", resources: [], list: both.entries | others },
  { name: "added", resources: [resourceOf({ added: both.entries })], list: both.entries | other | others },
  { name: "adopted and missing", resources: [resourceOf({ adopted: bundle, missing: website })], list: bundle | other },
  { name: "unconfirmed", resources: [resourceOf({ added: website, removals: website })], list: bundle | other },
  {
    name: "unconfirmed before an upgrade",
    resources: [resourceOf({ added: website, additions: bundle, removals: website })],
    list: bundle | other,
  },
  // A first up whose additions had no known outcome, with effect and without.
  { name: "failed after its effect", resources: [resourceOf({})], list: both.entries | others },
  { name: "failed before its effect", resources: [resourceOf({})], list: others },
];

/** A resource of which ten entries have a last day. */
const ended = (day: Day) => ({ resources: [resourceOf({ added: other | ending, day })], list: other | ending });

/** In the lab, until no history of one stack leads to a new state. */
const spaces: Readonly<Record<string, Omit<Space, "service" | "editable" | "time">>> = {
  "one stack": { programs: [{ blocked: both }, { blocked: { entries: bundle } }], depth: isLab ? 99 : 2, troubles },
  "one command after others": {
    beginnings,
    programs: [{ blocked: { entries: bundle | other | website } }, { blocked: { entries: other, exclusive: true } }],
    depth: 1,
    troubles: ["without entries", "null", "422"],
  },
  "one command after others, by mistake": {
    beginnings,
    programs: [
      { blocked: { entries: 0, removalLimit: "30%" } },
      { banned: { entries: website, removalLimit: "30%" } },
      { blocked: { entries: bundle, exclusive: true, removalLimit: "30%" }, more: { entries: website } },
    ],
    ways: [{ replacesFirst: true }],
    depth: 1,
    troubles: ["lost after"],
  },
  "a program that drops entries after their last day": {
    beginnings: [{ name: "recorded", ...ended(days.over) }],
    programs: [{ blocked: { entries: other, removalLimit: "30%" } }],
    isUnstopped: true,
    depth: 1,
    troubles: ["lost after"],
  },
  "a program that drops entries that no state has as ended, or gives them another last day": {
    beginnings: [undefined, days.ahead].map((day) => ({ name: day ?? "not recorded", ...ended(day) })),
    programs: [
      { blocked: { entries: other, removalLimit: "30%" } },
      { blocked: { entries: other | ending, day: days.over } },
    ],
    depth: 2,
    troubles: ["lost after"],
  },
  // As after an earlier move that failed: both manage the website.
  "a resource that moves to another base URL, and one that manages its entry": {
    beginnings: [
      {
        name: "both manage an entry",
        resources: [resourceOf({ added: website }), resourceOf({ name: "more", added: both.entries })],
        list: both.entries,
      },
    ],
    programs: [{ blocked: { entries: website, account: accountElsewhere }, more: { entries: bundle } }],
    ways: [{ repeats: true }],
    depth: 1,
    troubles: ["400", "lost before", "lost after"],
  },
  "a stack that moves an entry between two resources": {
    programs: [{ a: both }, { a: { entries: website | other }, b: { entries: bundle } }],
    depth: isLab ? 4 : 2,
    troubles: ["next resource", "lost after", "422 in part"],
  },
};

const runs = Object.entries(spaces).flatMap(([name, space]) =>
  Object.entries(services)
    .filter(([service]) => name.startsWith("one command") || name === "one stack" || service === "usual")
    .map(([service, behavior]) => [name, service, { ...space, service: behavior }] as const),
);

it.each(runs)(
  "follows the laws in every short history of %s, with an API of which is true: %s",
  { timeout: 3_600_000 },
  async (name, service, space) => {
    const explored = await explore({ ...space, editable: [website, others], time: labTime("histories", runs.length) });
    const { states, commands, left } = explored;
    const notReached = left === 0 ? "" : `; what follows ${left} states was not reached`;
    printTried(() => `${name}, ${service}: ${states} states, ${commands} commands${notReached}`);
    expect(Object.fromEntries(explored.broken)).toEqual({});
  },
);

import type { Behavior, FaultAnswer } from "../../../provider/simulator/index";
import { absences, answers, answersNamed, costlyAnswers, rareSemantics } from "./answers";
import type { Disturbance } from "./cell";

/** A way to disturb an operation: at any of its requests, or during all of it. */
export interface Failure extends Disturbance {
  readonly name: string;
}

const effects = ["before", "after"] as const;

/** The ways to disturb one request, for a meaning of the API's responses. */
export function failuresOf(meaning: string): readonly Failure[] {
  return [
    ...faultsOf(meaning),
    ...(slowMeanings.has(meaning) ? slow : []),
    ...cancellations.filter(({ name }) => meaning === "usual" || mostlyTried.test(name)),
  ];
}

/** Each answer, before the effect of a request and after. */
function inBothWays(some: Readonly<Record<string, FaultAnswer>>): readonly (Failure & Pick<Disturbance, "effect">)[] {
  return Object.entries(some).flatMap(([name, answer]) =>
    effects.map((effect) => ({ name: `${name}, ${effect}`, answer, effect })),
  );
}

/** Each fault at one request; the responses that a list does not exist also from one request on. */
function faultsOf(meaning: string): readonly Failure[] {
  const tried = meaning in rareSemantics ? answersNamed(...triedRarely) : answers;
  const lasting = Object.entries(absences).map(([name, answer]): Failure => {
    return { name: `${name} from there on`, answer, effect: "before", isLasting: true };
  });
  return [...inBothWays({ ...tried, ...absences, ...(meaning === "usual" && costlyAnswers) }), ...lasting];
}

const triedRarely = ["connection reset", "answer cut", "400", "401", "413", "422", "429", "500", "web page"];

/** The meanings on which slow responses are tried. */
const slowMeanings = new Set(["usual", "keeps copies", "refuses what is absent", "refuses reserved names"]);

/** A request that takes this many seconds. */
function slowly(seconds: number, more: Partial<Failure> = {}, gatewaySeconds?: number): Failure {
  const byGateway = gatewaySeconds === undefined ? "" : `, 504 of a gateway after ${gatewaySeconds} s`;
  return {
    name: `${seconds} s${byGateway}`,
    answer: { kind: "slow", seconds, gatewaySeconds },
    effect: "after",
    ...more,
  };
}

const slow: readonly Failure[] = [
  slowly(70, { isHarmless: true }),
  // Longer than the request may take, so that its effect comes between the reads, at the end, or later.
  ...[275, 282, 286, 290, 295, 299, 400].map((seconds) => slowly(seconds, { timeoutSeconds: 300 })),
  // A gateway answers before the effect, which the second read shows at the latest.
  ...[61, 69, 75, 79].map((seconds) => slowly(seconds, {}, 60)),
];

/** What makes the provider wait. */
const waits = answersNamed("connection reset", "429 with seconds", "503", "404");

/** What happens to the request that is under way when the command is canceled. */
const ends: Readonly<Record<string, FaultAnswer>> = {
  ...waits,
  ...answersNamed("hang", "answer cut", "401", "422"),
  "3 s": { kind: "slow", seconds: 3 },
  "60 s": { kind: "slow", seconds: 60 },
};

/** Cancellations during a request, and during a wait after it. */
const cancellations: readonly Failure[] = [
  { name: "canceled at an answer", effect: "after", cancel: "at the request" },
  ...inBothWays(ends).map((failure): Failure => {
    return { ...failure, name: `canceled at ${failure.name}`, cancel: "at the request" };
  }),
  ...Object.entries(waits).flatMap(([name, answer]) =>
    [1, 2, 3].map((cancel): Failure => {
      return { name: `canceled at wait ${cancel} after ${name}`, answer, effect: "before", cancel };
    }),
  ),
];

/** The cancellations that are tried with every meaning of the API. */
const mostlyTried = /^canceled at (?:an answer|hang|422|404|wait 1)\b/u;

/** Answers that refuse: with the statuses that are about entries, and with another one and a body in JSON. */
const refusingAnswers = {
  ...Object.fromEntries([400, 409, 410, 422].map((status) => [status, { status, body: undefined }])),
  "418 in JSON": { status: 418, body: "{}" },
};

/** Entries of which every operation adds or removes one, in kinds that are shown and in one that may not be. */
const added = new Set(["com.own.a", "com.own.c"]);
const removed = new Set(["com.own.a"]);
const website = new Set(["own.example", "new.example"]);

/** What an API refuses, by name: of entries, with or without an effect on the others. */
const refusedEntries: Readonly<Record<string, Partial<Behavior>>> = {
  "what is there": { addPresent: "error" },
  "what is absent": { removeAbsent: "error" },
  "what is there or absent": { addPresent: "error", removeAbsent: "error" },
  "one entry to add": { refused: added },
  "one entry to remove": { removalRefused: removed },
  "one website": { refused: website, removalRefused: website },
  "one entry, and adds the others": { refused: added, addPresent: "error", refusalEffect: "others" },
  "one entry, and removes the others": { removalRefused: removed, removeAbsent: "error", refusalEffect: "others" },
};

/** Refusals during a whole operation: of every addition, of every removal (also of the probe), and of some entries. */
export const refusals: readonly Failure[] = Object.entries(refusingAnswers).flatMap(([name, { status, body }]) => [
  ...(["add", "remove"] as const).map((every): Failure => {
    return { name: `${name} to every ${every}`, every, effect: "before", answer: { kind: "status", status, body } };
  }),
  ...Object.entries(refusedEntries).map(([what, behavior]): Failure => {
    const statuses = { present: status, absent: status, refused: status };
    return { name: `${name} to ${what}`, behavior: { ...behavior, statuses } };
  }),
]);

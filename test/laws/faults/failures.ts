import type { Behavior, Fault, FaultAnswer } from "../../../provider/simulator/index";
import { absences, answers, answersNamed, costlyAnswers } from "./answers";

/** A way to disturb an operation: at any of its requests, or during all of it. */
export interface Failure {
  readonly name: string;
  /** Default: before. */
  readonly effect?: Fault["effect"];
  /** Default: the usual answer. */
  readonly answer?: FaultAnswer;
  /** The action of which every request gets the answer. Default: one request does. */
  readonly every?: "add" | "remove";
  /** What the API refuses during the operation. */
  readonly behavior?: Partial<Behavior>;
  /** Whether all later requests of the operation fail as well, without an effect. Default: only this one fails. */
  readonly isLasting?: boolean;
  /** Cancels the operation: at the request, or at a wait of the provider, counted from 1. Default: it is not canceled. */
  readonly cancel?: "at the request" | number;
}

const effects = ["before", "after"] as const;

/** Each answer, before the effect of a request and after. */
function inBothWays(some: Readonly<Record<string, FaultAnswer>>): readonly Failure[] {
  return Object.entries(some).flatMap(([name, answer]) =>
    effects.map((effect) => ({ name: `${name}, ${effect}`, answer, effect })),
  );
}

/** The responses that a list does not exist, from one request on. */
const lasting = Object.entries(absences).map(([name, answer]): Failure => {
  return { name: `${name} from there on`, answer, isLasting: true };
});

/** What makes the provider wait. */
const waits = answersNamed("connection reset", "429 with seconds", "503", "404");

/** What happens to the request that is under way when the command is canceled. */
const ends = { ...waits, ...answersNamed("hang", "answer cut", "401", "422") };

/** Cancellations during a request, and during a wait after it. */
const cancellations: readonly Failure[] = [
  { name: "canceled at an answer", effect: "after", cancel: "at the request" },
  ...inBothWays(ends).map((failure): Failure => {
    return { ...failure, name: `canceled at ${failure.name}`, cancel: "at the request" };
  }),
  ...Object.entries(waits).flatMap(([name, answer]) =>
    [1, 2, 3].map((cancel): Failure => ({ name: `canceled at wait ${cancel} after ${name}`, answer, cancel })),
  ),
];

/** The ways to disturb one request. */
export const failures: readonly Failure[] = [
  ...inBothWays({ ...answers, ...absences, ...costlyAnswers }),
  ...lasting,
  ...cancellations,
];

/** Answers that refuse: with the statuses that are about entries, and with another one and a body in JSON. */
const refusingAnswers = {
  ...Object.fromEntries([400, 409, 410, 422].map((status) => [status, { status, body: undefined }])),
  "418 in JSON": { status: 418, body: "{}" },
};

/** Entries of which every operation adds or removes one, in kinds that are shown and in one that may not be. */
const added = new Set(["com.a", "com.c"]);
const removed = new Set(["com.a"]);
const website = new Set(["a.example", "b.example"]);

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

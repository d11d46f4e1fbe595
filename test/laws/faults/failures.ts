import { absences, answers, costlyAnswers, rareSemantics, someAnswers } from "./answers";
import type { Cell } from "./cell";

/** A way to disturb an operation at any of its requests. */
export interface Failure extends Omit<Cell, "request"> {
  readonly name: string;
}

const effects = ["before", "after"] as const;

/** All ways, for a meaning of the API's responses. */
export function failuresOf(meaning: string): readonly Failure[] {
  return [
    ...faultsOf(meaning),
    ...(slowMeanings.has(meaning) ? slow : []),
    ...cancellations.filter(({ name }) => meaning === "usual" || mostlyTried.test(name)),
  ];
}

/** Each fault at one request; the responses that a list does not exist also from one request on. */
function faultsOf(meaning: string): readonly Failure[] {
  const costly = meaning === "usual" ? costlyAnswers : {};
  const some = Object.fromEntries(someAnswers.map((name) => [name, answers[name]]));
  const tried = meaning in rareSemantics ? some : answers;
  const single = Object.entries({ ...tried, ...absences, ...costly }).flatMap(([name, answer]) =>
    effects.map((effect) => ({ name: `${name}, ${effect}`, answer, effect })),
  );
  const lasting = Object.entries(absences).map(([name, answer]) => ({
    name: `${name} from there on`,
    answer,
    effect: "before" as const,
    isLasting: true,
  }));
  return [...single, ...lasting];
}

/** The meanings on which slow responses are tried. */
const slowMeanings: ReadonlySet<string> = new Set([
  "usual",
  "keeps copies",
  "refuses what is absent",
  "refuses reserved names",
]);

/** A request that takes this many seconds. */
function slowly(seconds: number, more: Partial<Failure> = {}, gatewaySeconds?: number): Failure {
  const byGateway = gatewaySeconds === undefined ? "" : `, 504 of a gateway after ${gatewaySeconds} s`;
  return {
    name: `${seconds} s${byGateway}`,
    answer: { kind: "slow", seconds, ...(gatewaySeconds !== undefined && { gatewaySeconds }) },
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

/** What makes the provider wait, by name. */
const waits: Readonly<Record<string, Cell["answer"]>> = {
  "connection reset": answers["connection reset"],
  "429 with seconds": answers["429 with seconds"],
  "503": answers["503"],
  "404": absences["404"],
};

/** What happens to the request that is under way when the command is canceled, by name. */
const ends: Readonly<Record<string, Cell["answer"]>> = {
  ...waits,
  hang: { kind: "hang" },
  "3 s": { kind: "slow", seconds: 3 },
  "60 s": { kind: "slow", seconds: 60 },
  "answer cut": answers["answer cut"],
  "401": answers["401"],
  "422": answers["422"],
};

/** Cancellations during a request, and during a wait after it. */
const cancellations: readonly Failure[] = [
  { name: "canceled at an answer", effect: "after", cancel: "at the request" },
  ...Object.entries(ends).flatMap(([name, answer]) =>
    effects.map((effect): Failure => ({
      name: `canceled at ${name}, ${effect}`,
      answer,
      effect,
      cancel: "at the request",
    })),
  ),
  ...Object.entries(waits).flatMap(([name, answer]) =>
    [1, 2, 3].map((wait): Failure => ({
      name: `canceled at wait ${wait} after ${name}`,
      answer,
      effect: "before",
      cancel: wait,
    })),
  ),
];

/** The cancellations that are tried with every meaning of the API. */
const mostlyTried = /^canceled at (?:an answer|hang|422|404|wait 1)\b/u;

import fc from "fast-check";
import type { Fault } from "../../../provider/simulator/index";
import type { CommandOptions, Engine } from "../engine";
import { absences, answers } from "../faults/answers";

const failures = { ...answers, ...absences };

/** What happens to a command, at its requests, which are counted from 1. */
export interface Trouble {
  /** The process is killed, before the effect of the request or after. */
  readonly kill?: { readonly request: number; readonly effect: Fault["effect"] };
  /** Requests that fail, each in its own way. */
  readonly failing?: readonly Failing[];
  /** All requests after the failing ones fail as well, without an effect. */
  readonly isOutage?: boolean;
  /** The request after which the API knows no earlier token. */
  readonly revokedAt?: number;
}

/** A request that fails. */
interface Failing {
  readonly request: number;
  readonly effect: Fault["effect"];
  readonly answer: keyof typeof failures;
}

/** Answers after which the outcome of the request is unknown. */
const unknownOutcomes = [
  "connection reset",
  "answer cut",
  "408",
  "500",
  "502",
  "503",
  "504",
  "web page",
  "other JSON",
  "other list",
] as const;

/** Answers to a request that had no effect. */
const refusals = [
  "401",
  "403",
  "404",
  "404 of a gateway",
  "404 of a gateway in JSON",
  "409",
  "429",
  "429 with seconds",
] as const;

/** Few commands have more requests; most change a list with the third and the fourth. */
const request = fc.oneof(
  { arbitrary: fc.integer({ min: 3, max: 4 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 10 }), weight: 3 },
);

const effect = fc.constantFrom<Fault["effect"]>("before", "after");

const failing: fc.Arbitrary<Failing> = fc.oneof(
  fc.record({ request, effect, answer: fc.constantFrom(...unknownOutcomes) }),
  fc.record({ request, effect: fc.constant<Fault["effect"]>("before"), answer: fc.constantFrom(...refusals) }),
);

/** The API stops at a request, is down for some more, and then knows no earlier token. */
const restart = fc
  .record({ request, effect, down: fc.integer({ min: 0, max: 3 }) })
  .map(({ request: first, effect, down }): Trouble => ({
    failing: [
      { request: first, effect, answer: "connection reset" },
      ...Array.from({ length: down }, (_, index): Failing => ({
        request: first + index + 1,
        effect: "before",
        answer: "503",
      })),
    ],
    revokedAt: first,
  }));

/** What happens to a command; mostly nothing. */
export const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Trouble>({}) },
  { weight: 2, arbitrary: fc.record({ kill: fc.record({ request, effect }) }) },
  { weight: 2, arbitrary: fc.record({ failing: fc.array(failing, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: failing.map((first) => ({ failing: [first], isOutage: true })) },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: request.map((revokedAt) => ({ revokedAt })) },
);

/** The options with which the engine makes it happen. */
export function optionsOf({ kill, failing = [], isOutage, revokedAt }: Trouble, { simulator }: Engine): CommandOptions {
  return {
    ...(kill && { kill }),
    faults: failing.map(({ request: nth, effect, answer }) => ({ on: { nth }, effect, answer: failures[answer] })),
    onRequest: (nth) => {
      if (nth === revokedAt) simulator.revokeTokens();
      const last = failing.at(-1);
      if (isOutage === true && nth === last?.request) {
        simulator.addFault({ on: {}, effect: "before", answer: failures[last.answer] });
      }
    },
  };
}

/**
 * Whether a command succeeds in spite of it: its process lives, and it can read the list again. One request fails in a
 * way that the network or a busy API makes, or the tokens are revoked.
 */
export function isSurvivable({ kill, failing = [], isOutage = false, revokedAt }: Trouble): boolean {
  if (kill !== undefined || isOutage || (failing.length > 0 && revokedAt !== undefined)) return false;
  return failing.length <= 1 && failing.every(({ answer }) => survivable.has(answer));
}

const survivable: ReadonlySet<string> = new Set([...unknownOutcomes.slice(0, 7), "429"]);

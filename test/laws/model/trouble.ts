import fc from "fast-check";
import type { Fault } from "../../../provider/simulator/index";
import type { CommandOptions, Engine } from "../engine";
import { absences, answerNamed } from "../faults/answers";

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
  readonly answer: string;
}

/** Answers after which the outcome of the request is unknown: of a network or a busy API, and of something else. */
const interruptions = ["connection reset", "answer cut", "408", "500", "502", "503", "504"];
const unknownOutcomes = [...interruptions, "web page", "other JSON", "other list"];

/** Answers to a request that had no effect. */
const refusals = [...Object.keys(absences), "401", "403", "409", "429", "429 with seconds"];

/** Few commands have more requests; most change a list with the third and the fourth. */
const request = fc.oneof(
  { arbitrary: fc.integer({ min: 3, max: 4 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 10 }), weight: 3 },
);

const effect = fc.constantFrom<Fault["effect"]>("before", "after");

const failing: fc.Arbitrary<Failing> = fc.oneof(
  fc.record({ request, effect, answer: fc.constantFrom(...unknownOutcomes) }),
  fc.record({ request, effect: fc.constant("before" as const), answer: fc.constantFrom(...refusals) }),
);

/** The API stops at a request, is down for some more, and then knows no earlier token. */
const restart = fc
  .record({ request, effect, down: fc.integer({ min: 0, max: 3 }) })
  .map(({ request: revokedAt, effect, down }): Trouble => {
    const later = Array.from({ length: down }, (_, index) => revokedAt + index + 1);
    const isDown = later.map((request): Failing => ({ request, effect: "before", answer: "503" }));
    return { failing: [{ request: revokedAt, effect, answer: "connection reset" }, ...isDown], revokedAt };
  });

const killed = fc.record({ kill: fc.record({ request, effect }) });
const outage = failing.map((first) => ({ failing: [first], isOutage: true }));

/** What ends a command. */
export const badTrouble: fc.Arbitrary<Trouble> = fc.oneof(killed, outage);

/** What happens to a command; mostly nothing. */
export const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Trouble>({}) },
  { weight: 2, arbitrary: killed },
  { weight: 2, arbitrary: fc.record({ failing: fc.array(failing, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: outage },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: request.map((revokedAt) => ({ revokedAt })) },
);

/** The options with which the engine makes it happen. */
export function optionsOf({ kill, failing = [], isOutage, revokedAt }: Trouble, { simulator }: Engine): CommandOptions {
  const faults = failing.map(({ request: nth, effect, answer }): Fault => {
    return { on: { nth }, effect, answer: answerNamed(answer) };
  });
  const last = faults.at(-1);
  return {
    kill,
    faults,
    onRequest: (nth) => {
      if (nth === revokedAt) simulator.revokeTokens();
      if (last !== undefined && isOutage === true && nth === last.on.nth) {
        simulator.addFault({ ...last, on: {}, effect: "before" });
      }
    },
  };
}

import fc from "fast-check";
import type { Fault } from "../../../provider/simulator/index";
import type { CommandOptions, Engine } from "../engine";
import { absences, answers } from "../faults/answers";

const failures = { ...answers, ...absences };

/** What happens to a command, at its requests, which are counted from 1. */
export type Trouble =
  | { readonly kind: "none" }
  /** The process is killed, before the effect of the request or after. */
  | { readonly kind: "kill"; readonly request: number; readonly effect: Fault["effect"] }
  /** Some requests fail, each in its own way. */
  | { readonly kind: "faults"; readonly faults: readonly Failing[] }
  /** All requests fail from one on; that one maybe after its effect. */
  | ({ readonly kind: "outage" } & Failing)
  /** The API stops at a request, is down for some more, and then knows no earlier token. */
  | { readonly kind: "restart"; readonly request: number; readonly effect: Fault["effect"]; readonly down: number }
  /** All tokens are revoked. */
  | { readonly kind: "revoke"; readonly request: number };

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

const none = fc.constant<Trouble>({ kind: "none" });

/** What happens to a command; mostly nothing. */
export const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { arbitrary: none, weight: 5 },
  { arbitrary: fc.record({ kind: fc.constant("kill" as const), request, effect }), weight: 2 },
  {
    arbitrary: fc.record({
      kind: fc.constant("faults" as const),
      faults: fc.array(failing, { minLength: 1, maxLength: 3 }),
    }),
    weight: 2,
  },
  { arbitrary: failing.map((first) => ({ kind: "outage" as const, ...first })), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant("restart" as const),
      request,
      effect,
      down: fc.integer({ min: 0, max: 3 }),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ kind: fc.constant("revoke" as const), request }), weight: 1 },
);

/** The options with which the engine makes it happen. */
export function optionsOf(trouble: Trouble, { simulator }: Engine): CommandOptions {
  const at =
    (request: number, happen: () => void): CommandOptions["onRequest"] =>
    (nth) => {
      if (nth === request) happen();
    };
  switch (trouble.kind) {
    case "none":
      return {};
    case "kill":
      return { kill: trouble };
    case "faults":
      return { faults: trouble.faults.map(({ request, effect, answer }) => faultOf(answer, effect, request)) };
    case "outage": {
      const { request, effect, answer } = trouble;
      return {
        faults: [faultOf(answer, effect, request)],
        onRequest: at(request, () => simulator.addFault(faultOf(answer, "before"))),
      };
    }
    case "restart": {
      const { request, effect, down } = trouble;
      const whileDown = Array.from({ length: down }, (_, index) => faultOf("503", "before", request + index + 1));
      return {
        faults: [faultOf("connection reset", effect, request), ...whileDown],
        onRequest: at(request, () => simulator.revokeTokens()),
      };
    }
    case "revoke":
      return { onRequest: at(trouble.request, () => simulator.revokeTokens()) };
  }
}

/**
 * Whether a command succeeds in spite of it: its process lives, and it can read the list again. One request fails in a
 * way that the network or a busy API makes, or the tokens are revoked.
 */
export function isSurvivable(trouble: Trouble): boolean {
  switch (trouble.kind) {
    case "none":
    case "revoke":
      return true;
    case "faults":
      return trouble.faults.length === 1 && trouble.faults.every(({ answer }) => survivable.has(answer));
    case "kill":
    case "outage":
    case "restart":
      return false;
  }
}

const survivable: ReadonlySet<string> = new Set([...unknownOutcomes.slice(0, 7), "429"]);

function faultOf(name: keyof typeof failures, effect: Fault["effect"], nth?: number): Fault {
  return { on: nth === undefined ? {} : { nth }, effect, answer: failures[name] };
}

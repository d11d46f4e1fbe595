import fc from "fast-check";
import { bounds } from "../../../provider/api/bounds";
import type { Behavior, Fault } from "../../../provider/simulator/index";
import type { CommandOptions, Engine } from "../engine";
import { answerNamed, answerNames, costlyNames } from "./answers";

/** What happens to a command, at its requests, which are counted from 1. */
export interface Trouble extends Pick<CommandOptions, "kill" | "cancel"> {
  /** Requests that fail, each in its own way. */
  readonly failing?: readonly Failing[];
  /** All requests after the failing ones fail as well, without an effect. */
  readonly isOutage?: boolean;
  /** The request after which the API knows no earlier token. */
  readonly revokedAt?: number;
  /** What the API refuses during the command. */
  readonly refusing?: Partial<Behavior>;
}

/** A request that fails, or all with an action. */
interface Failing {
  readonly on: Fault["on"];
  readonly effect: Fault["effect"];
  readonly answer: string;
}

/** Answers after which the outcome of the request is unknown, as of a network or a busy API. */
const interruptions = ["connection reset", "answer cut", "408", "500", "502", "503", "504", "web page", "other JSON"];

/** Few commands have more requests; most change a list with the third and the fourth. */
const request = fc.oneof(
  { arbitrary: fc.integer({ min: 3, max: 4 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 10 }), weight: 3 },
);

const effect = fc.constantFrom<Fault["effect"]>("before", "after");

const answer = fc.oneof(
  { arbitrary: fc.constantFrom(...interruptions), weight: 10 },
  { arbitrary: fc.constantFrom(...answerNames), weight: 12 },
  { arbitrary: fc.constantFrom(...costlyNames), weight: 1 },
);

const failing: fc.Arbitrary<Failing> = fc.record({ on: request.map((nth) => ({ nth })), effect, answer });

/** The API stops at a request, is down for some more, and then knows no earlier token. */
const restart = fc
  .record({ request, effect, down: fc.integer({ min: 0, max: 3 }) })
  .map(({ request: revokedAt, effect, down }): Trouble => {
    const later = Array.from({ length: down }, (_, index) => ({ nth: revokedAt + index + 1 }));
    const isDown = later.map((on): Failing => ({ on, effect: "before", answer: "503" }));
    return { failing: [{ on: { nth: revokedAt }, effect, answer: "connection reset" }, ...isDown], revokedAt };
  });

/** The command is canceled during a request, or during a wait, at which something else may happen, too. */
const canceled = fc.record({
  cancel: fc.oneof(
    request.map((nth) => ({ request: nth })),
    fc.integer({ min: 1, max: 3 }).map((wait) => ({ wait })),
  ),
  failing: fc.array(failing, { maxLength: 1 }),
});

/** Every request with an action is refused: a removal is the probe, too. */
const refused = fc
  .record({
    on: fc.constantFrom({ action: "add" } as const, { action: "remove" } as const),
    status: fc.constantFrom("400", "409", "410", "422"),
  })
  .map(({ on, status }): Trouble => ({ failing: [{ on, effect: "before", answer: status }] }));

const someNames = new Set(["com.a", "com.c", "b.example"]);
const status = fc.constantFrom(400, 409, 410, 422);

/** Some entries are refused, with or without an effect on the others. */
const refusing = fc
  .record({
    behavior: fc.constantFrom<Partial<Behavior>>(
      { addPresent: "error" },
      { removeAbsent: "error" },
      { refused: someNames },
      { removalRefused: someNames },
      { refused: someNames, removalRefused: someNames, addPresent: "error" },
    ),
    refusalEffect: fc.constantFrom("none" as const, "others" as const),
    status,
  })
  .map(({ behavior, refusalEffect, status: each }): Trouble => {
    return { refusing: { ...behavior, refusalEffect, statuses: { present: each, absent: each, refused: each } } };
  });

const killed = fc.record({ kill: fc.record({ request, effect }) });
const outage = failing.map((first) => ({ failing: [first], isOutage: true }));

/** What ends a command. */
export const badTrouble: fc.Arbitrary<Trouble> = fc.oneof(killed, outage);

/** What happens to a command; mostly nothing. */
export const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Trouble>({}) },
  { weight: 2, arbitrary: killed },
  { weight: 4, arbitrary: fc.record({ failing: fc.array(failing, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: outage },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: request.map((revokedAt) => ({ revokedAt })) },
  { weight: 2, arbitrary: canceled },
  { weight: 1, arbitrary: refused },
  { weight: 1, arbitrary: refusing },
);

/** The options with which the engine makes it happen. */
export function optionsOf(
  { kill, cancel, failing = [], isOutage, revokedAt }: Trouble,
  { simulator, time }: Engine,
): CommandOptions {
  const faults = failing.map(({ on, effect, answer: name }): Fault => ({ on, effect, answer: answerNamed(name) }));
  const last = faults.at(-1);
  const mayHang = failing.some(({ answer: name }) => name === "hang" || name === "stall");
  return {
    kill,
    cancel,
    faults,
    onRequest: (nth, { fault }) => {
      if (nth === revokedAt) simulator.revokeTokens();
      if (last !== undefined && isOutage === true && nth === last.on.nth) {
        simulator.addFault({ ...last, on: {}, effect: "before" });
      }
      // The timeout, or what is left after a cancellation, is over as soon as a response does not arrive.
      const milliseconds = cancel === undefined ? 3_600_000 : bounds.timeToFinish;
      if (mayHang && fault !== undefined) setTimeout(() => void time.sleep(milliseconds), 5);
    },
  };
}

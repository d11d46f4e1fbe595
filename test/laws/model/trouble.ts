import fc from "fast-check";
import type { Fault } from "../../../provider/simulator/index";
import type { CommandOptions, Engine } from "../engine";

/** What happens to a command, at its requests, which are counted from 1. */
export type Trouble =
  | { readonly kind: "none" }
  /** The process is killed, before the service carries the request out or after. */
  | { readonly kind: "kill"; readonly request: number; readonly effect: Fault["effect"] }
  /** Some requests fail, each in its own way. */
  | { readonly kind: "faults"; readonly faults: readonly Failing[] }
  /** From a request on, all fail; that one maybe after it was carried out. */
  | ({ readonly kind: "outage" } & Failing)
  /** The service stops at a request, is down for some more, and then knows no token of before. */
  | { readonly kind: "restart"; readonly request: number; readonly effect: Fault["effect"]; readonly down: number }
  /** All tokens are revoked. */
  | { readonly kind: "revoke"; readonly request: number };

/** A request that fails. */
interface Failing {
  readonly request: number;
  readonly effect: Fault["effect"];
  /** The name of one of the answers below: a failed history is printed with it. */
  readonly answer: string;
}

/** What leaves open whether the request was carried out. */
const openAnswers: ReadonlyMap<string, Fault["answer"]> = new Map<string, Fault["answer"]>([
  ["reset", { kind: "reset" }],
  ["cut", { kind: "cut" }],
  ...[408, 500, 502, 503, 504].map((status) => [`${status}`, { kind: "status", status }] as const),
  ["web page", { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" }],
  ["other JSON", { kind: "status", status: 200, body: '{"ok": true}' }],
  ["other list", { kind: "status", status: 200, body: '{"id": 77, "app_bundles": "com.other"}' }],
]);

/** What says that the request was not carried out; the service does not lie. */
const refusals: ReadonlyMap<string, Fault["answer"]> = new Map<string, Fault["answer"]>([
  ...[401, 403, 409, 429].map((status) => [`${status}`, { kind: "status", status }] as const),
  ["429 with seconds", { kind: "status", status: 429, headers: { "retry-after": "7" } }],
]);

/** Which request it is. Few commands have more; most change a list with the third and the fourth. */
const request = fc.oneof(
  { arbitrary: fc.integer({ min: 3, max: 4 }), weight: 2 },
  { arbitrary: fc.integer({ min: 1, max: 10 }), weight: 3 },
);

const effect = fc.constantFrom<Fault["effect"]>("before", "after");

const failing: fc.Arbitrary<Failing> = fc.oneof(
  fc.record({ request, effect, answer: fc.constantFrom(...openAnswers.keys()) }),
  fc.record({
    request,
    effect: fc.constant<Fault["effect"]>("before"),
    answer: fc.constantFrom(...refusals.keys()),
  }),
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
  {
    arbitrary: failing.map((first) => ({ kind: "outage" as const, ...first })),
    weight: 3,
  },
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
        onRequest: (nth) => {
          if (nth === request) simulator.addFault(faultOf(answer, "before"));
        },
      };
    }
    case "restart": {
      const { request, effect, down } = trouble;
      const whileDown = Array.from({ length: down }, (_, index) => faultOf("503", "before", request + index + 1));
      return {
        faults: [faultOf("reset", effect, request), ...whileDown],
        onRequest: (nth) => {
          if (nth === request) simulator.revokeTokens();
        },
      };
    }
    case "revoke":
      return {
        onRequest: (nth) => {
          if (nth === trouble.request) simulator.revokeTokens();
        },
      };
  }
}

/**
 * Whether a command reaches its end in spite of it: a process that lives, and a service that can be looked at again. One
 * request fails in a way that the network or a busy service makes, or the tokens go.
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

const survivable: ReadonlySet<string> = new Set(["reset", "cut", "408", "500", "502", "503", "504", "429"]);

/** How a history is printed. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "none":
      return "";
    case "kill":
      return `, killed at request ${trouble.request} ${trouble.effect} its effect`;
    case "faults":
      return trouble.faults
        .map(({ request, effect, answer }) => `, request ${request} fails ${effect} its effect (${answer})`)
        .join("");
    case "outage":
      return `, every request from ${trouble.request} on fails, that one ${trouble.effect} its effect (${trouble.answer})`;
    case "restart":
      return `, the service restarts at request ${trouble.request} ${trouble.effect} its effect, down for ${trouble.down}`;
    case "revoke":
      return `, tokens are revoked at request ${trouble.request}`;
  }
}

function faultOf(name: string, effect: Fault["effect"], nth?: number): Fault {
  const answer = openAnswers.get(name) ?? refusals.get(name);
  if (answer === undefined) throw new RangeError(`There is no answer ${name}.`);
  return { on: nth === undefined ? {} : { nth }, effect, answer };
}

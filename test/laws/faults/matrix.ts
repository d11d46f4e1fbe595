import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine, type Engine } from "../engine";
import { hosts } from "../hosts/index";
import { absences, answers, costlyAnswers, probeRefusals, semantics, someAnswers } from "./answers";
import { prepareCells, type Cell, type Operation } from "./cell";

const effects = ["before", "after"] as const;

/** A way for requests to fail. */
interface Failure extends Omit<Cell, "request"> {
  readonly name: string;
}

/** All ways, each at one request; the responses that a list does not exist also from one request on. */
function failuresOf(meaning: string): readonly Failure[] {
  const costly = meaning === "usual" ? costlyAnswers : {};
  const some = Object.fromEntries(someAnswers.map((name) => [name, answers[name]]));
  const tried = meaning in probeRefusals ? some : answers;
  const single = Object.entries({ ...tried, ...absences, ...costly }).flatMap(([name, answer]) =>
    effects.map((effect) => ({ name: `${name}, ${effect}`, answer, effect })),
  );
  const lasting = Object.entries(absences).map(([name, answer]) => ({
    name: `${name} from there on`,
    answer,
    effect: "before" as const,
    isLasting: true,
  }));
  return [...single, ...lasting, ...(slowMeanings.has(meaning) ? slow : [])];
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

/** Set by `npm run lab -- faults`. */
const isAll = process.env["FAULTS"] === "all";

/**
 * The part of the matrix that `npm test` runs. With the first host, each fault strikes each request in two of the six
 * meanings of the API. The other hosts differ only in how operations and their results are translated.
 */
export const runs = hosts.map((host, index) => {
  const step = isAll ? 1 : index === 0 ? 3 : 7;
  return { host, step, title: `${host.name}, ${step === 1 ? "every cell" : `one of ${step} cells`}` };
});

/** Runs every fault at every request of the operations, with each host and every behaviour of the API. */
export function testMatrix(operations: readonly Operation[]): void {
  const meanings = { ...semantics, ...probeRefusals };
  describe.each(runs)("with $title: every fault at every request of an operation", ({ host, step }) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await startEngine(host);
    });
    afterAll(() => engine.close());

    it.each(operations)("is survived by $name", { timeout: 300_000 }, async (operation) => {
      let struck = 0;
      const failed: string[] = [];
      for (const [number, [meaning, behaviour]] of Object.entries(meanings).entries()) {
        const cells = await prepareCells(engine, operation, behaviour);
        const offset = operation.name.length + number;
        for (const [index, { name, ...failure }] of failuresOf(meaning).entries()) {
          for (let request = 1; request <= cells.requests; request += 1) {
            if ((offset + index + request) % step !== 0) continue;
            struck += 1;
            await cells.run({ ...failure, request }).catch((error: unknown) => {
              failed.push(`${meaning}, ${name}, request ${request}: ${String(error)}`);
            });
          }
        }
      }
      process.stdout.write(`${host.name}, ${operation.name}: ${struck} cells run, ${failed.length} failed\n`);
      expect(failed).toEqual([]);
      expect(struck).toBeGreaterThan(600 / step);
    });
  });
}

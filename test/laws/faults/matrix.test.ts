import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine, type Engine } from "../engine";
import { hosts } from "../hosts/index";
import { namedBy } from "../oracle/entries";
import type { Facts } from "../oracle/facts";
import { labMinutes, printTried, seed } from "../sample";
import { rareSemantics, semantics } from "./answers";
import { operations, prepareCells, type Cell, type Operation } from "./cell";
import { failuresOf } from "./failures";
import { refusals } from "./refusals";

/** One cell of the matrix. */
interface NamedCell {
  readonly name: string;
  run(): Promise<void>;
}

/** The cells of an operation: every failure at every request, for every meaning of the API's responses. */
async function cellsOf(engine: Engine, operation: Operation): Promise<readonly NamedCell[]> {
  const all: NamedCell[] = [];
  for (const [meaning, behaviour] of Object.entries({ ...semantics, ...rareSemantics })) {
    const { requests, run, runRefused } = await prepareCells(engine, operation, behaviour);
    all.push(
      ...refusals.map((refusal) => ({ name: `${meaning}, ${refusal.name}`, run: async () => runRefused(refusal) })),
    );
    for (const { name, ...failure } of failuresOf(meaning)) {
      for (let request = 1; request <= requests; request += 1) {
        const cell: Cell = { ...failure, request };
        all.push({
          name: `${meaning}, ${name}, request ${request}`,
          run: async () => {
            const facts = await run(cell);
            if (cell.cancel !== undefined) judgeCancellation(cell, facts);
          },
        });
      }
    }
  }
  return all;
}

function judgeCancellation({ cancel, request }: Cell, facts: Facts): void {
  const { command, outcome, errors, requests, resourcesBefore, resources } = facts;
  if (cancel === "at the request") {
    // Nothing is sent after the cancellation.
    expect(requests).toHaveLength(request);
    // A failure names the cancellation, unless the API refused the last request.
    const isRefused = requests.at(-1)?.fault?.kind === "status";
    if (outcome !== "done" && !isRefused) expect(errors.join("\n")).toMatch(/the command was canceled/iu);
  }
  // A resource is created only if something of it was sent.
  const isSent = requests.some((each) => each.action === "add" && namedBy(each).length > 0);
  if (command === "up" && resourcesBefore.length === 0 && !isSent) expect(resources).toEqual([]);
}

/** A tenth of the cells in `npm test`, and all in `npm run lab -- laws`. */
function chosenOf(all: readonly NamedCell[]): readonly NamedCell[] {
  if (labMinutes > 0) return all;
  const count = Math.ceil(all.length / 10);
  const [chosen = []] = fc.sample(fc.subarray([...all], { minLength: count, maxLength: count }), { numRuns: 1, seed });
  return chosen;
}

describe.each(hosts)("with $name, every fault and every cancellation at every request of an operation", (host) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine(host);
  });
  afterAll(() => engine.close());

  it.each(operations)("is survived by $name", { timeout: 1_800_000 }, async (operation) => {
    const failed: string[] = [];
    const all = await cellsOf(engine, operation);
    const chosen = chosenOf(all);
    printTried(
      () => `${host.name}, ${operation.name}: ${chosen.length} of ${all.length} cells, ${failed.length} failed`,
    );
    for (const { name, run } of chosen) {
      await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    }
    expect(failed).toEqual([]);
    expect(all.length).toBeGreaterThan(1000);
  });
});

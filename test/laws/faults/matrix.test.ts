import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine, type Engine } from "../engine";
import { hosts } from "../hosts/index";
import { namedBy } from "../oracle/entries";
import type { Facts } from "../oracle/facts";
import { labMinutes, printTried, seed } from "../sample";
import { rareSemantics, semantics } from "./answers";
import { operations, prepareCells, type Operation } from "./cell";
import { failuresOf, refusals, type Failure } from "./failures";

/** One cell of the matrix. */
interface Cell {
  readonly name: string;
  run(): Promise<void>;
}

/** The cells of an operation: every failure at every request, and every refusal, for every meaning of the responses. */
async function cellsOf(engine: Engine, operation: Operation): Promise<readonly Cell[]> {
  const all: Cell[] = [];
  for (const [meaning, behavior] of Object.entries({ ...semantics, ...rareSemantics })) {
    const { requests, run } = await prepareCells(engine, operation, behavior);
    const cellOf = (failure: Failure, request?: number): Cell => ({
      name: `${meaning}, ${failure.name}, request ${request ?? "any"}`,
      run: async () => judgeCancellation(failure, request, await run(failure, request)),
    });
    const each = Array.from({ length: requests }, (_, index) => index + 1);
    all.push(...refusals.map((refusal) => cellOf(refusal)));
    all.push(...failuresOf(meaning).flatMap((failure) => each.map((request) => cellOf(failure, request))));
  }
  return all;
}

function judgeCancellation({ cancel }: Failure, request: number | undefined, facts: Facts): void {
  if (cancel === undefined) return;
  const { command, outcome, errors, requests, resourcesBefore, resources } = facts;
  if (cancel === "at the request") {
    // Nothing is sent after the cancellation.
    expect(requests).toHaveLength(request ?? 0);
    // A failure names the cancellation, unless the API refused the last request.
    const isRefused = requests.at(-1)?.fault?.kind === "status";
    if (outcome !== "done" && !isRefused) expect(errors.join("\n")).toMatch(/the command was canceled/iu);
  }
  // A resource is created only if something of it was sent.
  const isSent = requests.some((each) => each.action === "add" && namedBy(each).length > 0);
  if (command === "up" && resourcesBefore.length === 0 && !isSent) expect(resources).toEqual([]);
}

/** A tenth of the cells in `npm test`, and all in `npm run lab -- laws`. */
function chosenOf(all: readonly Cell[]): readonly Cell[] {
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

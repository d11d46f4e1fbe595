import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine, type Engine } from "../engine";
import { namedBy } from "../oracle/entries";
import type { Facts } from "../oracle/facts";
import { answers, absences, probeRefusals, semantics } from "./answers";
import { operations, prepareCells, type Cell } from "./cell";
import { runs } from "./matrix";

const effects = ["before", "after"] as const;

/** What happens to the request that is under way when the command is canceled, by name. */
const ends: Readonly<Record<string, Cell["answer"]>> = {
  "an answer": undefined,
  hang: { kind: "hang" },
  "3 s": { kind: "slow", seconds: 3 },
  "60 s": { kind: "slow", seconds: 60 },
  "connection reset": answers["connection reset"],
  "answer cut": answers["answer cut"],
  "401": answers["401"],
  "422": answers["422"],
  "429 with seconds": answers["429 with seconds"],
  "503": answers["503"],
  "404": absences["404"],
};

/** Those of them that are tried with every meaning of the API. */
const mostlyTried: ReadonlySet<string> = new Set(["an answer", "hang", "422", "404"]);

/** What makes the provider wait, by name. */
const waits: Readonly<Record<string, Cell["answer"]>> = {
  "connection reset": answers["connection reset"],
  "429 with seconds": answers["429 with seconds"],
  "503": answers["503"],
  "404": absences["404"],
};

/**
 * A part of the cancellations in `npm test`: each fifth or seventh. Neither divides 33 or 11, the numbers of cells of a
 * request, so that all kinds of cells are among them.
 */
const steps = runs.map((run) => ({ ...run, step: run.step === 1 ? 1 : Math.max(5, run.step) }));

describe.each(steps)("with $host.name: a command that is canceled at any request of an operation", ({ host, step }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine(host);
  });
  afterAll(() => engine.close());

  it.each(operations)("follows the laws in $name", { timeout: 300_000 }, async (operation) => {
    let number = operation.name.length;
    let canceled = 0;
    const failed: string[] = [];
    for (const [meaning, behaviour] of Object.entries({ ...semantics, ...probeRefusals })) {
      const cells = await prepareCells(engine, operation, behaviour);
      const attempt = async (name: string, cell: Cell, judge: (facts: Facts) => void): Promise<void> => {
        number += 1;
        if (number % step !== 0) return;
        canceled += 1;
        await cells
          .run(cell)
          .then(judge)
          .catch((error: unknown) => {
            failed.push(`${meaning}, ${name}, request ${cell.request}: ${String(error)}`);
          });
      };
      for (let request = 1; request <= cells.requests; request += 1) {
        for (const [name, answer] of Object.entries(ends)) {
          if (meaning !== "usual" && !mostlyTried.has(name)) continue;
          for (const effect of answer === undefined ? (["after"] as const) : effects) {
            await attempt(`${name}, ${effect}`, { effect, answer, request, cancel: { request } }, (facts) => {
              // Nothing is sent after the cancellation.
              expect(facts.requests).toHaveLength(request);
              judgeFailure(facts);
              judgeUntouched(facts);
            });
          }
        }
        for (const [name, answer] of Object.entries(waits)) {
          for (const wait of meaning === "usual" ? [1, 2, 3] : [1]) {
            const cell = { effect: "before", answer, request, cancel: { wait } } as const;
            await attempt(`${name}, wait ${wait}`, cell, judgeUntouched);
          }
        }
      }
    }
    process.stdout.write(`${host.name}, ${operation.name}: ${canceled} cancellations, ${failed.length} failed\n`);
    expect(failed).toEqual([]);
    expect(canceled).toBeGreaterThan(200 / step);
  });
});

/** A failure names the cancellation, unless the API refused the last request. */
function judgeFailure({ outcome, requests, errors }: Facts): void {
  if (outcome === "done" || requests.at(-1)?.fault?.kind === "status") return;
  expect(errors.join("\n")).toMatch(/the command was canceled/iu);
}

/** A resource is created only if something of it was sent. */
function judgeUntouched({ command, requests, resourcesBefore, resources }: Facts): void {
  const isSent = requests.some((request) => request.action === "add" && namedBy(request).length > 0);
  if (command === "up" && resourcesBefore.length === 0 && !isSent) expect(resources).toEqual([]);
}

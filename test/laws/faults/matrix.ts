import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEngine, type Engine } from "../engine";
import { hosts } from "../hosts/index";
import { answers, costlyAnswers, semantics } from "./answers";
import { prepareCells, type Cell, type Operation } from "./cell";

const effects = ["before", "after"] as const;

/** Runs every fault at every request of the operations, with each host. */
export function testMatrix(operations: readonly Operation[]): void {
  describe.each(hosts)("with $name, every fault at every request of an operation", (host) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await startEngine(host);
    });
    afterAll(() => engine.close());

    it.each(operations)("is survived by $name", { timeout: 300_000 }, async (operation) => {
      let struck = 0;
      const failed: string[] = [];
      for (const [meaning, behaviour] of Object.entries(semantics)) {
        const cells = await prepareCells(engine, operation, behaviour);
        const chosen: Readonly<Record<string, Cell["answer"]>> =
          meaning === "usual" ? { ...answers, ...costlyAnswers } : answers;
        for (const [fault, answer] of Object.entries(chosen)) {
          for (const effect of effects) {
            for (let request = 1; request <= cells.requests; request += 1) {
              struck += 1;
              await cells.run({ effect, answer, request }).catch((error: unknown) => {
                failed.push(`${meaning}, ${fault}, ${effect}, request ${request}: ${String(error)}`);
              });
            }
          }
        }
      }
      process.stdout.write(`${operation.name}: ${struck} cells run, ${failed.length} failed\n`);
      expect(failed).toEqual([]);
      expect(struck).toBeGreaterThan(600);
    });
  });
}

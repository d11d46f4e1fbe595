import { describe, expect, it } from "vitest";
import { hosts } from "../hosts/index";
import { operations, runCell, type Cell } from "./cell";
import { answers, costlyAnswers, semantics } from "./faults";

/** Cells that run at the same time: most of their time is spent in sockets. */
const atOnce = 8;

/** No operation has more requests than this, without a fault. */
const mostRequests = 10;

const effects = ["before", "after"] as const;

describe.each(hosts)("with $name, every fault, at every request of every operation", (host) => {
  it.each(operations)("is survived by $name", { timeout: 300_000 }, async (operation) => {
    const usual = { usual: {} };
    const cells = [...cellsOf(operation, answers, semantics), ...cellsOf(operation, costlyAnswers, usual)];
    const counts = { struck: 0, failed: [] as string[] };
    const queue = cells.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const { name, requests } of queue) {
          for (const { cell, request } of requests) {
            try {
              // Behind the operation's last request there is nothing to strike.
              if (!(await runCell(host, cell))) break;
              counts.struck += 1;
            } catch (error) {
              counts.failed.push(
                `${name}, request ${request}: ${error instanceof Error ? error.message : String(error)}`,
              );
              break;
            }
          }
        }
      }),
    );
    process.stdout.write(`${operation.name}: ${counts.struck} cells run, ${counts.failed.length} failed\n`);
    expect(counts.failed).toEqual([]);
    expect(counts.struck).toBeGreaterThan(cells.length);
  });
});

/** The cells of an operation, in groups that differ only by the request that is struck. */
function cellsOf(
  operation: Cell["operation"],
  chosenAnswers: Readonly<Record<string, Cell["answer"]>>,
  chosenSemantics: Readonly<Record<string, Cell["behaviour"]>>,
) {
  return Object.entries(chosenSemantics).flatMap(([meaning, behaviour]) =>
    Object.entries(chosenAnswers).flatMap(([fault, answer]) =>
      effects.map((effect) => ({
        name: `${meaning}, ${fault}, ${effect}`,
        requests: Array.from({ length: mostRequests }, (_, index) => {
          const request = index + 1;
          return { request, cell: { operation, behaviour, effect, answer, request } };
        }),
      })),
    ),
  );
}

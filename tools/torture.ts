// `npm run lab -- torture --minutes N [--seed S]`: random histories of test/laws/model with another seed each time,
// until the time is up. It prints the seed. If a history breaks a law, it prints the shortest such history that it finds,
// and ends with exit code 1.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

import { runTests } from "./run-tests.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const minutes = parseNumber("--minutes", values.minutes ?? "10");
  const seed = parseNumber("--seed", values.seed ?? String(randomInt(0x7fff_ffff)));
  console.log(`Histories for ${minutes} min with seed ${seed}.`);
  runTests(["test/laws/model/model.test.ts"], { TORTURE_MINUTES: String(minutes), TORTURE_SEED: String(seed) });
});

function parseNumber(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/u.test(text) && value > 0) return value;
  throw new ToolError(`${option} takes a number above 0; ${JSON.stringify(text)} is none.`);
}

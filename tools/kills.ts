// `npm run lab -- kills`: kills real `pulumi` commands at each of their requests, recovers as a person would, and counts
// after how many kills all laws hold. A word behind it, such as `npm run lab -- kills destroy`, narrows it.
import { runTests } from "./run-tests.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const narrowed = process.argv.slice(2).flatMap((word) => ["-t", word]);
  runTests(["test/acceptance/kills.test.ts", "--maxConcurrency", "2", ...narrowed], { KILLS: "all" });
});

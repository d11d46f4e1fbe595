// `npm test`, after the set-up: the checks, then the tests, then one line that counts them. The tests of languages other
// than TypeScript and YAML are `npm run test:languages`.
import { runChecks } from "./check/run-checks.mjs";
import { reportFiles } from "./paths.mjs";
import { reportTo } from "./progress.mjs";
import { endWith, runCounted } from "./test/run-counted.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const checkProblem = await runChecks(reportTo(process.stdout));
  if (checkProblem !== undefined) process.stdout.write(`\n${checkProblem}\n`);
  const { counts, problem } = runCounted("!languages", reportFiles.tests);
  endWith(counts, [checkProblem === undefined ? undefined : "A check failed: see above the tests.", problem]);
});

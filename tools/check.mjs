// `npm run check`: all checks that do not run the code.
import { runChecks } from "./check/run-checks.mjs";
import { reportTo } from "./progress.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const problem = await runChecks(reportTo(process.stdout));
  if (problem !== undefined) throw new ToolError(problem);
});

// `npm run check`: all checks that do not run the code.
import { runChecks } from "./check/run-checks.mjs";
import { report } from "./progress.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const problems = await runChecks(report);
  if (problems.length > 0) throw new ToolError(problems.join("\n\n"));
});

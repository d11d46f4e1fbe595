// `npm run build`: makes provider/dist, and both commands in node_modules/.bin work.
import { build } from "./setup/build.mjs";
import { runProgram, ToolError } from "./tool-error.mjs";

await runProgram(async () => {
  const problem = await build();
  if (problem !== undefined) throw new ToolError(problem);
});

// `npm run build`: compiles the package, bundles the plugin and the entry points, and makes both commands in
// node_modules/.bin work.
import { reportTo } from "./progress.mjs";
import { build } from "./setup/build.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(() => build(reportTo(process.stdout)));

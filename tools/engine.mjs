// `npm run --silent engine`: prints the folder of the `pulumi` executable, and nothing else. It installs what is missing
// and reports that on standard error. With `-- --languages` the folder also has the language hosts for YAML and Python.
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { readLanguages } from "./engine/languages.mjs";
import { reportTo } from "./progress.mjs";
import { installPackages } from "./setup/packages.mjs";
import { ensurePinnedNode } from "./setup/pinned-node.mjs";
import { runProgram } from "./tool-error.mjs";

await runProgram(async () => {
  const languages = readLanguages(process.argv.slice(2));
  const report = reportTo(process.stderr);
  await installPackages(report);
  await ensurePinnedNode(report);
  const engine = await ensureEngine(languages, report);
  process.stdout.write(`${engine.folder}\n`);
});

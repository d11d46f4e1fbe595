// `npm run --silent engine`: prints the folder that holds the `pulumi` executable, and nothing else. What is missing is
// got first, and said on standard error. With `-- --languages` the hosts for YAML and Python are beside the executable.
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { ensureLanguageHosts } from "./engine/ensure-language-hosts.mjs";
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
  const engine = await ensureLanguageHosts(await ensureEngine(report), languages, report);
  process.stdout.write(`${engine.folder}\n`);
});

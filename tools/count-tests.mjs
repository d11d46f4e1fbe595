// The end of .ci/run: one line that counts the tests of all runs, from what vitest reported. Plain JavaScript without
// packages, because it must also run after a set-up that failed.
import { existsSync, readFileSync } from "node:fs";

import { reportFiles } from "./paths.mjs";
import { countResults, sumResults, summaryLine } from "./test/count-results.mjs";

const runs = Object.values(reportFiles).map((file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined));
process.stdout.write(`${summaryLine(sumResults(runs.map(countResults)))}\n`);

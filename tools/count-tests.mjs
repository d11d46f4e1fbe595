// The end of .ci/run: one line that counts the tests of all groups, from what their runs wrote. Plain JavaScript without
// packages, because it must also run after a set-up that failed.
import { existsSync, readFileSync } from "node:fs";

import { sumCounts, summaryLine } from "./test/count-results.mjs";
import { countsFile, groups } from "./test/groups.mjs";

const files = Object.keys(groups).map(countsFile);
const counts = files.map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined));
process.stdout.write(`${summaryLine(sumCounts(counts))}\n`);

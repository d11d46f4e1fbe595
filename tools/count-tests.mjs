// `node tools/count-tests.mjs FOLDER`, the end of .ci/run: one line that counts the tests of all groups, from what their runs
// wrote to the folder. Plain JavaScript without packages, because it must also run after a set-up that failed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sumCounts, summaryLine } from "./test/count-results.mjs";
import { groups } from "./test/groups.mjs";

const [folder = ""] = process.argv.slice(2);
const files = Object.keys(groups).map((group) => join(folder, `${group}.json`));
const counts = files.map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined));
process.stdout.write(`${summaryLine(sumCounts(counts))}\n`);

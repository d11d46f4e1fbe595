// `npm run lab -- mutations [FILE]`: deliberate defects, each of which the tests of its group must find. They are tried on a
// copy of the sources in .scratch.
import { readMutations } from "./mutations/mutations.mjs";
import { copySources, tryDefect } from "./mutations/try-defect.mjs";

const [part = ""] = process.argv.slice(2);
const mutations = readMutations().filter(({ file }) => file.includes(part));
const copy = copySources();
let missed = 0;
for (const mutation of mutations) {
  const start = performance.now();
  const isFound = tryDefect(copy, mutation);
  if (!isFound) missed += 1;
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${isFound ? "found " : "MISSED"} ${seconds} s  ${mutation.file}: ${mutation.text} ==> ${mutation.defect}`,
  );
}
console.log(`${mutations.length - missed} of ${mutations.length} defects were found.`);
if (missed > 0 || mutations.length === 0) process.exitCode = 1;

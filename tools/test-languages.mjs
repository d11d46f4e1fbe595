// `npm run test:languages`, after the set-up: programs in all languages, then one line that counts the tests.
import { reportFiles } from "./paths.mjs";
import { endWith, runCounted } from "./test/run-counted.mjs";

const { counts, problem } = runCounted("languages", reportFiles.languages);
endWith(counts, [problem]);

/**
 * Two stacks that change one list at the same time while a script edits it: prints what was lost. First 50 rounds with
 * the stand-in engine, then five with real engines.
 *
 * `npm run lab -- writers` runs it; `npm run lab -- writers 10,1` runs other numbers of rounds.
 */
import { runTests } from "../tools/run-tests.mjs";

const [rounds = "50,5"] = process.argv.slice(2);
runTests(["test/acceptance/concurrent-writers.test.ts", "-t", "lose nothing"], { WRITER_ROUNDS: rounds });

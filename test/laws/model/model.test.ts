import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { hosts } from "../hosts/index";
import { anyHistory, describeCounts, noCounts } from "./histories";

/** How many histories are tried in a run of all tests. */
const histories = 2000;

/** What `npm run lab -- torture` asks for: as many histories as there is time for. */
const tortureMinutes = Number(process.env["TORTURE_MINUTES"] ?? 0);
/** The same histories in every run of all tests, so that no run depends on chance; torture tries others. */
const seed = Number(process.env["TORTURE_SEED"] ?? 2_132_712_820);

/** Far above what they take, so that a busy machine fails no test; in milliseconds. */
const timeout = 30 * 60_000 + 2 * tortureMinutes * 60_000;

it.each(hosts)(
  "keeps unmanaged entries, claims what is listed and ends as declared, with $name",
  { timeout },
  async (host) => {
    const counts = noCounts();
    onTestFinished(() => {
      process.stdout.write(`\n${describeCounts(counts)}; seed ${seed}\n`);
    });
    const isTorture = tortureMinutes > 0;
    const plugins = isTorture ? [fc.interruptAfterTimeLimit(tortureMinutes * 60_000)] : [];
    const numRuns = isTorture ? Number.MAX_SAFE_INTEGER : histories;
    await fc.assert(anyHistory(host, counts), { seed, numRuns, plugins });
    expect(counts.histories).toBeGreaterThanOrEqual(isTorture ? 1 : histories);
  },
);

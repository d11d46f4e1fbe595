/**
 * Two stacks that change one list at the same time while a script edits it: what is lost. First 50 rounds in this
 * process, over real sockets, then five with real engines.
 *
 * `npm run setup && node bench/concurrent-writers.ts` runs it; numbers behind it are other counts of rounds.
 */
import { writerInProcess } from "../test/harness/writers/in-process.ts";
import { writeConcurrently, type Figures } from "../test/harness/writers/rounds.ts";
import { writerWithEngine } from "../test/harness/writers/with-engine.ts";

const [inProcess = 50, withEngine = 5] = process.argv.slice(2).map(Number);
const sizes = { own: 1500, shared: 500 };

if (inProcess > 0) print("in this process", await writeConcurrently(writerInProcess, { rounds: inProcess, ...sizes }));
if (withEngine > 0)
  print("with real engines", await writeConcurrently(writerWithEngine, { rounds: withEngine, ...sizes }));

function print(where: string, figures: Figures): void {
  console.log(`${figures.rounds} rounds ${where}, 2 × 2,000 entries, 500 of them shared`);
  const lines: readonly (readonly [number, string])[] = [
    [figures.turns, "times a request of one stack followed one of the other"],
    [figures.edits, "edits by the script between two requests"],
    [figures.taken, "entries of the stacks that the script took away"],
    [figures.unsettled, "ups that ended by saying that somebody else changes the list"],
    [figures.lost, "declared entries lost that the script did not take away"],
    [figures.claimedWrongly, "of these claimed to be in the list"],
    [figures.notSaid, "of those taken away not said by the next refresh"],
    [figures.lostAtTheEnd, "declared entries missing after a last up of each"],
  ];
  for (const [figure, what] of lines) console.log(`${figure.toLocaleString("en-US").padStart(8)}  ${what}`);
}

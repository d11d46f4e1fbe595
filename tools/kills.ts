// `npm run lab -- kills`, after the set-up: kills real `pulumi` commands at every request that they send, goes on as Pulumi
// asks for, and counts after how many of the kills everything is as it must be. With a word behind it, such as
// `npm run lab -- kills destroy`, only the kills whose description has the word.
import { describeMoment, moments } from "../test/harness/kills/moments.ts";
import { surviveKill } from "../test/harness/kills/survive.ts";
import { runProgram } from "./tool-error.mjs";

/** How many kills are tried at the same time. */
const lanes = 2;

await runProgram(async () => {
  const chosen = moments.filter((moment) => describeMoment(moment).includes(process.argv[2] ?? ""));
  // Taken by all lanes: each moment is tried once.
  const waiting = chosen.values();
  let survived = 0;
  const tryAll = async (): Promise<void> => {
    for (const moment of waiting) {
      const problems = await surviveKill(moment).catch((error: unknown) => [String(error)]);
      if (problems.length === 0) survived += 1;
      console.log(`${problems.length === 0 ? "survived" : "NOT SURVIVED"}  ${describeMoment(moment)}`);
      for (const problem of problems) console.log(`    ${problem.replaceAll("\n", "\n    ")}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, tryAll));
  console.log(`${survived} kills survived of ${chosen.length} tried`);
  if (survived < chosen.length || chosen.length === 0) process.exitCode = 1;
});

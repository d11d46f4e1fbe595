import { onTestFinished } from "vitest";
import { samples } from "../harness/samples";

/** Set by `npm run lab -- laws`: the minutes of the whole command. All tests together take no more. */
export const labMinutes = Number(process.env["LAWS_MINUTES"] ?? 0);

/**
 * Chooses the histories of the model and the cells of the matrix. By default the same ones in every run of all tests, so
 * that none depends on chance; `npm run lab -- laws` tries others.
 */
export const seed = Number(process.env["LAWS_SEED"] ?? 8);

/** The shares of the lab's minutes. Each is divided among the tests of its file. */
const shares = { cases: 0.15, histories: 0.25, matrix: 0.2, model: 0.4 };

/**
 * The milliseconds of one of the tests in a file; no limit without a lab.
 *
 * @param tests the number of tests in the file. Default: 1.
 */
export function labTime(file: keyof typeof shares, tests = 1): number {
  return labMinutes > 0 ? (labMinutes * 60_000 * shares[file]) / tests : Number.POSITIVE_INFINITY;
}

/**
 * Prints what a test tried when it has ended, and how to repeat it.
 *
 * @param limits the variables that let another run try the same. Default: the lab's minutes, which decide what is tried.
 */
export function printTried(describe: () => string, limits?: () => Readonly<Record<string, number>>): void {
  onTestFinished(({ task }) => {
    const ends = limits?.() ?? (labMinutes > 0 ? { LAWS_MINUTES: labMinutes } : { SAMPLES: samples });
    const variables = Object.entries({ ...ends, LAWS_SEED: seed }).map(([name, value]) => `${name}=${value}`);
    const command = `${variables.join(" ")} npx vitest run --project fast ${task.file.name} -t "${task.name}$"`;
    process.stdout.write(
      `\n${describe()}; seed ${seed}\n${task.result?.state === "fail" ? `Repeat: ${command}\n` : ""}`,
    );
  });
}

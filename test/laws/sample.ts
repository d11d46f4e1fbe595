import { onTestFinished } from "vitest";
import { samples } from "../harness/samples";

/** Set by `npm run lab -- laws`: the minutes for the model, in which the fault matrix has all its cells. */
export const labMinutes = Number(process.env["LAWS_MINUTES"] ?? 0);

/**
 * Chooses the histories of the model and the cells of the matrix. By default the same ones in every run of all tests, so
 * that none depends on chance; `npm run lab -- laws` tries others.
 */
export const seed = Number(process.env["LAWS_SEED"] ?? 8);

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

import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import { AppListError } from "../../provider/common/error";

/**
 * What must not reach a terminal as it is: control characters but for line breaks, what changes the direction of writing,
 * and halves of characters.
 */
const raw = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Longer than that, no message helps anybody. */
const longestMessage = 25_000;

/** Claims that a text can be shown at a terminal. */
export function expectShowable(text: string): void {
  const at = raw.exec(text)?.index;
  if (at !== undefined) {
    throw new Error(
      `A character that a terminal acts on: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`,
    );
  }
}

/** Claims that a sentence or several can be shown, are bounded, and are about the matter and not about JavaScript. */
export function expectMessage(text: string): void {
  expectShowable(text);
  expect(text.length).toBeLessThan(longestMessage);
  expect(text).toMatch(/\S+ \S+ \S+/u);
  expect(text).not.toMatch(/Cannot read properties|is not a function|call stack|\[object /u);
}

/** Claims that something is one of this package's errors, and names what a person can act on. */
export function expectActionable(error: unknown): void {
  if (!(error instanceof AppListError)) throw new Error(`Not an AppListError: ${inspect(error)}`, { cause: error });
  expectMessage(error.message);
}

/** Runs what must either succeed or fail with an error that a person can act on. */
export async function survives<Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    expectActionable(error);
    return undefined;
  }
}

/** Has fast-check try so many cases, and prints it when the test has ended. */
export function cases(what: string, numRuns: number): { readonly numRuns: number } {
  onTestFinished(({ task }) => {
    process.stdout.write(
      `hostile ${what}: ${numRuns} cases, ${task.result?.state === "fail" ? "one" : "none"} failed\n`,
    );
  });
  return { numRuns };
}

import { isExpected, type Result } from "./run-steps";

/** How a run differs from the page: nothing if it prints all lines that the page shows. */
export function describeProblems({ step, code, output }: Result): readonly string[] {
  const place = `line ${step.line}: ${step.script.trim().split("\n").at(-1)}`;
  if (!isExpected(step, code)) return [`${place}: exited with ${code}\n${output}`];
  const missing = step.quoted.filter((text) => !output.includes(text));
  if (missing.length > 0) return [`${place}: did not print ${missing.join(", ")}\n${output}`];
  const printed = new Set(comparable(output).split("\n"));
  const absent = comparable(step.output ?? "")
    .split("\n")
    .filter((line) => line !== "" && !printed.has(line));
  return absent.length === 0 ? [] : [`${place}: printed\n${output}without\n${absent.join("\n")}`];
}

/** The lines of an output without what differs between runs. Messages of the provider have no certain place among them. */
export function comparable(output: string): string {
  return output
    .split("\n")
    .map((line) => line.trim())
    .map((line) => line.replaceAll(/127\.0\.0\.1:\d+/gu, "127.0.0.1").replaceAll(/\b[0-9a-f]{16}\b/gu, "DIGEST"))
    .map((line) => line.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/gu, "TIME"))
    .map((line) => line.replaceAll(/\(\d+(?:\.\d+)? ?(?:s|min \d+ s)\)/gu, "(TIME)"))
    .filter((line) => line !== "")
    .toSorted()
    .join("\n");
}

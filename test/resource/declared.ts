import { printFinding } from "../../provider/check/finding";
import { parseInputs, printChecked, reject, type CompleteInputs } from "../../provider/resource/inputs";

/** Checks inputs as a provider does for which no account and no other resource is a problem. */
export function checkInputs(inputs: Readonly<Record<string, unknown>>, unknown?: ReadonlySet<string>) {
  const parsed = parseInputs(inputs, unknown);
  return parsed.outcome === "rejected"
    ? reject(parsed.problems.map((problem) => printFinding(problem)))
    : printChecked(parsed);
}

/** What resources with these inputs declare. */
export function declaredBy(inputs: Readonly<Record<string, unknown>>): CompleteInputs {
  const parsed = parseInputs({ appListId: 4321, ...inputs });
  if (parsed.outcome !== "complete") throw new Error(`The inputs are ${parsed.outcome}.`);
  return parsed;
}

/** Numbered app bundles: com.app1000 and so on. */
export function numbered(count: number, from = 1000): string[] {
  return Array.from({ length: count }, (_, index) => `com.app${from + index}`);
}

/** The text of numbered app bundles. */
export function numberedText(count: number, from?: number): string {
  return numbered(count, from)
    .map((entry) => `${entry}\n`)
    .join("");
}

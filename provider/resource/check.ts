import { formatCount } from "../common/format";
import { printableUpTo } from "../common/printable";
import { definedMembers, parseInputs, printTexts, type Declared, type Properties } from "./inputs";

export type Checked =
  | {
      readonly outcome: "valid";
      /** The known inputs in their normal form. */
      readonly inputs: Properties;
      /** The names of the other inputs, which a preview does not know yet. */
      readonly unknown: ReadonlySet<string>;
      /** Undefined if a preview does not know all inputs yet. */
      readonly declared?: Declared;
    }
  | { readonly outcome: "invalid"; readonly reason: string };

/** The most problems that are printed. */
const mostShown = 20;

/** The most characters of a problem that are printed: it may contain any text of the program. */
const longestShown = 1000;

/**
 * Validates a resource's inputs, before anything is sent and also in a preview.
 *
 * @param unknown the names of the inputs that a preview does not know yet.
 */
export function checkInputs(inputs: Properties, unknown: ReadonlySet<string> = new Set()): Checked {
  const parsed = parseInputs(inputs, unknown);
  if (parsed.outcome === "refused") return refuse(parsed.problems);
  const declared = parsed.outcome === "declared" ? parsed.declared : undefined;
  const { given, notes } = parsed.outcome === "declared" ? parsed.declared : parsed;
  return {
    outcome: "valid",
    inputs: definedMembers({ ...given, ...printTexts(notes) }),
    // The constructor knows its problems no earlier than the inputs, and the engine then checks them again.
    unknown: unknown.difference(new Set(["refused"])),
    declared,
  };
}

export function refuse(problems: readonly string[]): Extract<Checked, { readonly outcome: "invalid" }> {
  return { outcome: "invalid", reason: printProblems(problems) };
}

function printProblems(problems: readonly string[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => printableUpTo(longestShown, problem));
  const more = problems.length - shown.length;
  const lines = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? only : `\n  ${lines.join("\n  ")}`;
}

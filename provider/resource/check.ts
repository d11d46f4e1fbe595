import { formatCount } from "../common/format";
import { printableUpTo } from "../common/printable";
import { definedMembers, parseInputs, printTexts, type Declared, type Properties } from "./inputs";

/** Inputs that were checked. */
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

/** Most problems that are printed; of the others only the number. */
const mostShown = 20;

/** The longest problem that is printed, in characters: some name a file, and a program can name anything. */
const longestShown = 1000;

/**
 * Validates a resource's inputs, before anything is sent and also in a preview.
 *
 * @param unknown the names of the inputs that a preview does not know yet.
 */
export function checkInputs(inputs: Properties, unknown: ReadonlySet<string> = new Set()): Checked {
  const parsed = parseInputs(inputs, unknown);
  if (parsed.outcome === "refused") return { outcome: "invalid", reason: printProblems(parsed.problems) };
  const declared = parsed.outcome === "declared" ? parsed.declared : undefined;
  const { given, notes } = parsed.outcome === "declared" ? parsed.declared : parsed;
  return {
    outcome: "valid",
    inputs: definedMembers({ ...given, ...printTexts(notes) }),
    // Nothing is refused while it is not known: the engine checks the inputs again when it knows them.
    unknown: unknown.difference(new Set(["refused"])),
    declared,
  };
}

function printProblems(problems: readonly string[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => printableUpTo(longestShown, problem));
  const more = problems.length - shown.length;
  const lines = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? only : `\n  ${lines.join("\n  ")}`;
}

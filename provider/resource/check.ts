import { formatCount } from "../common/format";
import { printableUpTo } from "../common/printable";
import { parseInputs, printTexts, withoutNothing, type Declared } from "./inputs";

type Raw = Readonly<Record<string, unknown>>;

/** A problem with the inputs. */
export interface CheckFailure {
  /** The input that is wrong; empty for none or several. */
  readonly property: string;
  readonly reason: string;
}

/** The result of a check: the inputs for the engine, and the declaration when all inputs are known and valid. */
export interface Checked {
  readonly result: { readonly inputs: Raw; readonly failures?: CheckFailure[] };
  readonly declared?: Declared;
}

/** Most problems that are printed; of the others only the number. */
const mostShown = 20;

/** The longest problem that is printed, in characters: some name a file, and a program can name anything. */
const longestShown = 1000;

/** Validates a resource's inputs, before anything is sent and also in a preview. */
export function checkInputs(news: Raw): Checked {
  const parsed = parseInputs(news);
  switch (parsed.outcome) {
    case "refused":
      return { result: { inputs: news, failures: [failureOf(parsed.problems)] } };
    case "incomplete":
      return { result: { inputs: withoutNothing({ ...news, refused: undefined }) } };
    case "declared": {
      const { declared } = parsed;
      return { result: { inputs: withoutNothing({ ...declared.given, ...printTexts(declared.notes) }) }, declared };
    }
  }
}

/**
 * One failure for all problems. It names no property to the engine, which would print that property's whole value: ten
 * thousand lines for a long list.
 */
function failureOf(problems: readonly string[]): CheckFailure {
  const shown = problems.slice(0, mostShown).map((problem) => printableUpTo(longestShown, problem));
  const more = problems.length - shown.length;
  const lines = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  const [only] = lines;
  return { property: "", reason: lines.length === 1 && only !== undefined ? only : `\n  ${lines.join("\n  ")}` };
}

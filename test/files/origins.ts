import { printProblem, type FileProblem } from "../../provider/files/errors";
import type { Kind } from "../../provider/list/kinds";
import { PlacedEntry, type ListedEntry } from "../../provider/list/listed-entries";

/** Listed entries together with their places and the kinds of their columns. */
export function withOrigins(
  entries: readonly ListedEntry[],
): readonly (ListedEntry & { readonly source?: string; readonly kind?: Kind })[] {
  return entries.map((listed) => ({ ...listed, source: PlacedEntry.place(listed), kind: PlacedEntry.kind(listed) }));
}

/** The problems of a severity, as they are printed. */
export function printed(problems: readonly FileProblem[], severity: "error" | "warning" | "info"): readonly string[] {
  return problems.filter((problem) => (problem.severity ?? "error") === severity).map(printProblem);
}

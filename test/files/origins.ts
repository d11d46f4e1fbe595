import { printProblem, type FileFinding } from "../../provider/files/errors";
import type { Kind } from "../../provider/list/kinds";
import { findColumnKind, findPlace, type ListedEntry } from "../../provider/list/listed-entries";

/** Listed entries together with their places and the kinds of their columns. */
export function withOrigins(
  entries: readonly ListedEntry[],
): readonly (ListedEntry & { readonly source?: string; readonly kind?: Kind })[] {
  return entries.map((listed) => ({ ...listed, source: findPlace(listed), kind: findColumnKind(listed) }));
}

/** The findings of a severity, as they are printed. */
export function printed(findings: readonly FileFinding[], severity: FileFinding["severity"]): readonly string[] {
  return findings.filter((finding) => finding.severity === severity).map(printProblem);
}

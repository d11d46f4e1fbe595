import { stripVTControlCharacters } from "node:util";
import { parseNotice, type ParsedNotice } from "../resource/notices";
import { quoteList } from "../common/quote";
import type { Diagnostic } from "./read-preview";
import { resourceType } from "./resource-change";
import { parseUrn } from "./urn";

/** What was said in a preview, sorted by what it means for a report. */
export interface Said {
  /** Why the preview failed, each sentence once. */
  readonly errors: readonly string[];
  /** What could not be verified. */
  readonly notVerified: readonly ParsedNotice[];
  /** What drifted, and which lists are gone. */
  readonly drift: readonly ParsedNotice[];
  /** What is to be said of one resource or of one list. */
  readonly remarks: readonly (ParsedNotice | AboutResource)[];
  /** What else concerns app lists. */
  readonly warnings: readonly string[];
}

/** A sentence about a resource. */
export interface AboutResource {
  readonly urn: string;
  readonly line: string;
}

/** Sorts what was said, and leaves out what says nothing about app lists and what the report says itself. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Said {
  const notVerified: ParsedNotice[] = [];
  const drift: ParsedNotice[] = [];
  const remarks: (ParsedNotice | AboutResource)[] = [];
  const warnings = new Set<string>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "info" && severity !== "warning") continue;
    const line = undecorated(message);
    const notice = parseNotice(line);
    if (urn !== undefined && parseUrn(urn)?.type === resourceType) remarks.push({ urn, line });
    else if (notice?.topic === "notVerified" || notice?.topic === "driftUnknown") notVerified.push(notice);
    else if (notice?.topic === "drift" || notice?.topic === "gone") drift.push(notice);
    // The report has each entry of a change itself.
    else if (notice !== undefined && notice.topic !== "change") remarks.push(notice);
    else if (notice === undefined && severity === "warning" && line.includes(ownNamespace)) warnings.add(line);
  }
  return { errors: errorsOf(diagnostics), notVerified, drift, remarks, warnings: [...warnings] };
}

/** With this, the names of all settings begin. */
const ownNamespace = "app-list:";

/** Each error once, with the resources that failed with it, and without what the engine puts around it. */
function errorsOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  const resources = new Map<string, Set<string>>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "error") continue;
    const { sentence, name } = withoutEngine(undecorated(message));
    const names = resources.get(sentence) ?? new Set();
    resources.set(sentence, names);
    const failed = name ?? (urn === undefined ? undefined : parseUrn(urn)?.name);
    if (failed !== undefined) names.add(failed);
  }
  // That it failed says nothing beside why.
  if (resources.size > 1) resources.delete("preview failed");
  return Array.from(resources, ([sentence, names]) =>
    names.size === 0 ? sentence : `resource${names.size === 1 ? "" : "s"} ${quoteList(names)}: ${sentence}`,
  );
}

function undecorated(message: string): string {
  return stripVTControlCharacters(message)
    .trim()
    .replace(/^(?:error|warning|info): /u, "");
}

function withoutEngine(sentence: string): { readonly sentence: string; readonly name?: string } {
  const checked = /^\S+ resource '(.*?)' has a problem: (.*)$/su.exec(sentence);
  if (checked !== null) return { sentence: (checked[2] ?? "").trim(), name: checked[1] ?? "" };
  return { sentence: sentence.replace(/^Preview failed: /u, "") };
}

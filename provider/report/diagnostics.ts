import { stripVTControlCharacters } from "node:util";
import { wordsOfChanging, wordsOfLooking } from "../resource/notices";
import { quoteList } from "../common/quote";
import type { Diagnostic } from "./read-preview";
import { resourceType } from "./resource-change";
import { parseUrn } from "./urn";

/** What was said in a preview, sorted by what it means for a report. */
export interface Said {
  /** Why the preview failed, each sentence once. */
  readonly errors: readonly string[];
  /** What could not be verified. */
  readonly notVerified: readonly AboutList[];
  /** What drifted, and which lists are gone, by the provider's own sentences. */
  readonly drift: readonly AboutList[];
  /** What is to be said of one resource or of one list. */
  readonly remarks: readonly (AboutList | AboutResource)[];
  /** What else concerns app lists. */
  readonly warnings: readonly string[];
}

/** A sentence about a list. */
export interface AboutList {
  readonly appListId: number;
  readonly sentence: string;
}

/** A sentence about a resource. */
export interface AboutResource {
  readonly urn: string;
  readonly sentence: string;
}

/** Sorts what was said, and leaves out what says nothing about app lists and what the report says itself. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Said {
  const notVerified: AboutList[] = [];
  const drift: AboutList[] = [];
  const remarks: (AboutList | AboutResource)[] = [];
  const warnings: string[] = [];
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "info" && severity !== "warning") continue;
    const sentence = undecorated(message);
    const about = aboutList(sentence);
    if (urn !== undefined && parseUrn(urn)?.type === resourceType) remarks.push({ urn, sentence });
    else if (about?.rest.startsWith(wordsOfLooking.notVerified) === true) notVerified.push(about);
    else if (about !== undefined && isDrift(about.rest)) drift.push(about);
    else if (about !== undefined && !isSaidByReport(about.rest)) remarks.push(about);
    else if (about === undefined && severity === "warning" && /\bapp[- ]lists?\b/iu.test(sentence))
      warnings.push(sentence);
  }
  return { errors: errorsOf(diagnostics), notVerified, drift, remarks, warnings: [...new Set(warnings)] };
}

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

/** The provider's messages begin with the list. */
function aboutList(sentence: string): (AboutList & { readonly rest: string }) | undefined {
  const [, id, rest] = /^(?:Warning: )?app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?:? (.*)$/su.exec(sentence) ?? [];
  return id === undefined || rest === undefined ? undefined : { appListId: Number(id), sentence, rest };
}

function isDrift(rest: string): boolean {
  return rest.startsWith(wordsOfLooking.drift) || rest === wordsOfLooking.gone;
}

/** Whether a sentence says that the list is gone. */
export function saysGone({ sentence }: AboutList): boolean {
  return sentence.endsWith(wordsOfLooking.gone);
}

/** Whether a sentence says that the list could not be looked at at all. */
export function saysNotLookedAt({ sentence }: AboutList): boolean {
  return sentence.includes(wordsOfLooking.notLookedAt);
}

/** The line of a change: the report has each entry of it. */
function isSaidByReport(rest: string): boolean {
  return /^[+−]\d/u.test(rest) || Object.values(wordsOfChanging).some((words) => rest.startsWith(words));
}

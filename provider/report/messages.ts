import { stripVTControlCharacters } from "node:util";
import { nameOfUrn } from "../common/engine-texts";
import { nameList } from "../list/summary";
import { packageSubject } from "../resource/notice";
import { listOf, type ResourceChange } from "./changes";
import { isAppListEntries, type Diagnostic } from "./preview";
import type { Report } from "./report";

/** The beginning of messages about lists. */
const listSubject = "app list ";

/** The dynamic provider prints its warnings to its standard error. */
const warningSeverities: ReadonlySet<string> = new Set(["warning", "info#err"]);

/**
 * Assigns the provider's warnings to resources, each warning once. A warning belongs to the resource with its URN.
 * Without a URN, as with the dynamic provider, it belongs to the only resource with the list that it begins with.
 *
 * @returns `of`: the warnings of a resource. `others`: the warnings that belong to no resource, or could belong to
 *   several.
 */
export function placeWarnings(diagnostics: readonly Diagnostic[], changes: readonly ResourceChange[]) {
  const placed = new Map<ResourceChange | undefined, Set<string>>();
  for (const { urn = "", message, severity } of diagnostics) {
    const text = undecorated(message, severity);
    const isOfResource = isAppListEntries(urn);
    const isOwn = isOfResource || text.startsWith(listSubject) || text.startsWith(`${packageSubject}: `);
    if (!isOwn || !warningSeverities.has(severity)) continue;
    const ofList = changes.filter((change) => isAbout(text, listOf(change).appListId));
    const ofUrn = changes.filter(({ urns }) => urns.includes(urn));
    // A replacement has two lists.
    const ofBoth = ofUrn.find((change) => ofList.includes(change)) ?? ofUrn[0];
    const place = isOfResource ? ofBoth : ofList.length === 1 ? ofList[0] : undefined;
    const shown = isOfResource && place === undefined ? `${nameOfUrn(urn)}: ${text}` : text;
    placed.set(place, (placed.get(place) ?? new Set()).add(shown));
  }
  const of = (change: ResourceChange | undefined): readonly string[] => [...(placed.get(change) ?? [])];
  return { of, others: of(undefined) };
}

/** Whether a text begins with the name of a list. */
function isAbout(text: string, appListId: number | undefined): boolean {
  if (appListId === undefined) return false;
  const name = nameList(appListId, undefined);
  return [":", " "].some((end) => text.startsWith(name + end));
}

/** Each error once, with the resources that failed with it, and without the words of the engine. */
export function findErrors(diagnostics: readonly Diagnostic[]): Report["errors"] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const failures = Map.groupBy(
    errors.map(({ urn = "", message }) => ({ urn, error: withoutEngine(undecorated(message, "error")) })),
    ({ error }) => error,
  );
  // The engine's last error only repeats that the preview failed.
  if (failures.size > 1) failures.delete("preview failed");
  return Array.from(failures, ([message, all]) => {
    const urns = [...new Set(all.map(({ urn }) => urn))].filter((urn) => urn !== "");
    return { message, resources: [...new Set(urns.map(nameOfUrn))], urns };
  });
}

/** A message without colors and without the engine's severity before it. */
function undecorated(message: string, severity: string): string {
  const text = stripVTControlCharacters(message).trim();
  return text.startsWith(`${severity}: `) ? text.slice(severity.length + 2) : text;
}

function withoutEngine(error: string): string {
  const problem = /^\S+ resource '.*?' has a problem: (.*)$/su.exec(error)?.[1];
  return problem?.trim() ?? error.replace(/^Preview failed: /u, "");
}

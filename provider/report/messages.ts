import { stripVTControlCharacters } from "node:util";
import { nameOfUrn } from "../common/engine-texts";
import { packageSubject } from "../resource/notice";
import type { ResourceChange } from "./changes";
import { isAppListEntries, type Diagnostic } from "./preview";
import type { Report } from "./report";

/** The beginning of messages about lists. */
const listSubject = "app list ";

/** The dynamic provider prints its warnings to its standard error. */
const warningSeverities: ReadonlySet<string> = new Set(["warning", "info#err"]);

/**
 * Assigns the provider's warnings to resources, each warning once. A warning belongs to the resource with its URN: of a
 * replacement, to the new one. The dynamic provider prints without URNs.
 *
 * @returns `of`: the warnings of a resource. `others`: the warnings that belong to no resource.
 */
export function placeWarnings(diagnostics: readonly Diagnostic[], changes: readonly ResourceChange[]) {
  const placed = new Map<ResourceChange | undefined, Set<string>>();
  for (const { urn = "", message, severity } of diagnostics) {
    const text = undecorated(message, severity);
    const isOfResource = isAppListEntries(urn);
    const isOwn = isOfResource || text.startsWith(listSubject) || text.startsWith(`${packageSubject}: `);
    if (!isOwn || !warningSeverities.has(severity)) continue;
    const place = changes.find(({ urns }) => urns.includes(urn));
    const shown = isOfResource && place === undefined ? `${nameOfUrn(urn)}: ${text}` : text;
    placed.set(place, (placed.get(place) ?? new Set()).add(shown));
  }
  const of = (change: ResourceChange | undefined): readonly string[] => [...(placed.get(change) ?? [])];
  return { of, others: of(undefined) };
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

import { stripVTControlCharacters } from "node:util";
import { nameOfUrn, parseUrn } from "../common/engine-texts";
import { readNotice } from "../resource/notice";
import { listOf, type ResourceChange } from "./changes";
import { isAppListEntries, type Diagnostic } from "./preview";
import type { Message, ReportedError } from "./report";

/**
 * Assigns the provider's messages to resources, each message once. A message belongs to the resource with its URN.
 * Without a URN, as with the dynamic provider, it belongs to the only resource with the list at its start.
 *
 * @returns `of`: the messages of a resource. `others`: the messages that belong to no resource, or could belong to
 *   several. `overLimit`: the changes that the guard stops.
 */
export function placeMessages(diagnostics: readonly Diagnostic[], changes: readonly ResourceChange[]) {
  const placed = new Map<ResourceChange | undefined, Map<string, Message>>();
  const overLimit = new Map<string, ReportedError>();
  for (const { urn = "", message, severity } of diagnostics) {
    if (severity !== "info" && severity !== "warning") continue;
    const text = undecorated(message, severity);
    const notice = readNotice(text);
    const { list = "", topic, digest, message: reason = text } = notice ?? {};
    const isOwn = isAppListEntries(urn);
    // Warnings about settings and list files contain this.
    const isWarning = severity === "warning" && text.includes("app-list:");
    if (topic === "plan" || (!isOwn && notice === undefined && !isWarning)) continue;
    const ofUrn = isOwn ? changes.filter(({ urns }) => urns.includes(urn)) : changes;
    // A replacement has two lists.
    const candidates = ofUrn.filter((change) => (notice ? listOf(change).appListId === notice.appListId : isOwn));
    const subject = isOwn || candidates.length === 1 ? candidates[0] : undefined;
    const name = isOwn ? nameOfUrn(urn) : subject?.name;
    if (topic === "over the limit") {
      const [resources, urns] = [name === undefined ? [] : [name], isOwn ? [urn] : subject ? [subject.urns[0]] : []];
      const error = { message: list + reason, code: "CHANGE_LIMIT", resources, urns, ...(digest && { digest }) };
      overLimit.set(`${urn} ${text}`, error);
      continue;
    }
    const shown = isOwn && !subject && notice === undefined ? `${name}: ${text}` : text;
    const messages = placed.get(subject) ?? new Map<string, Message>();
    const shownAs = topic === "not verified" ? "notVerified" : topic;
    placed.set(subject, messages.set(shown, { message: shown, severity, topic: shownAs }));
  }
  const of = (change: ResourceChange | undefined): readonly Message[] => [...(placed.get(change)?.values() ?? [])];
  return { of, others: of(undefined), overLimit: [...overLimit.values()] };
}

/** Each error once, with the resources that failed with it, and without the words of the engine. */
export function findErrors(diagnostics: readonly Diagnostic[]): readonly ReportedError[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const failures = Map.groupBy(
    errors.map(({ urn = "", message }) => ({ urn, error: withoutEngine(undecorated(message, "error")) })),
    ({ error }) => error,
  );
  // The engine's last error only repeats that the preview failed.
  if (failures.size > 1) failures.delete("preview failed");
  return Array.from(failures, ([message, all]) => {
    const code = /^.*\[([A-Z_]+)\]$/mu.exec(message)?.[1];
    const resources = unique(all.map(({ urn }) => parseUrn(urn)?.name ?? ""));
    return { message, resources, urns: unique(all.map(({ urn }) => urn)), ...(code !== undefined && { code }) };
  });
}

/** The texts that are not empty, each once. */
function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== "");
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

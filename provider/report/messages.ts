import { stripVTControlCharacters } from "node:util";
import { parseUrn } from "../hosts/engine-texts";
import { kinds } from "../list/kinds";
import { listOf, type ResourceChange } from "./changes";
import { isAppListEntries, type Diagnostic } from "./preview";
import type { Message, ReportedError } from "./report";

/**
 * The provider's messages, each once, with the resources that they are about: by the URN; if there is none, as with the
 * dynamic provider, by the ID of the list at the start, if just one resource has it. `others` are the messages about no
 * resource of the preview, or about one of several.
 */
export function placeMessages(diagnostics: readonly Diagnostic[], changes: readonly ResourceChange[]) {
  const placed = new Map<ResourceChange | undefined, Map<string, Message>>();
  for (const { urn = "", message, severity } of diagnostics) {
    if (severity !== "info" && severity !== "warning") continue;
    const text = undecorated(message, severity);
    const { start, appListId, topic } = parsePrefix(text);
    const isOwn = isAppListEntries(urn);
    // The names of all settings start with this, and so do warnings about list files.
    const isWarning = severity === "warning" && text.includes("app-list:");
    if (topic === "plan" || (!isOwn && start === undefined && !isWarning)) continue;
    const ofList = changes.filter((change) => start !== undefined && listOf(change).appListId === appListId);
    const ofUrn = changes.filter(({ urns }) => urns.includes(urn));
    // A replacement is at two lists.
    const candidates = isOwn ? ofUrn.filter((change) => start === undefined || ofList.includes(change)) : ofList;
    const subject = isOwn || candidates.length === 1 ? candidates[0] : undefined;
    // A message can contain entries.
    const isSecret = (isOwn ? ofUrn : ofList).some(hidesSecrets);
    if (isSecret && topic === undefined) continue;
    const whole = isOwn && !subject && start === undefined ? `${parseUrn(urn)?.name ?? urn}: ${text}` : text;
    const shown = isSecret ? `${start}${topic === "drift" ? topic : "not verified"}; the entries are secret.` : whole;
    const messages = placed.get(subject) ?? new Map<string, Message>();
    placed.set(subject, messages.set(shown, { message: shown, severity, topic }));
  }
  const of = (change: ResourceChange | undefined): readonly Message[] => [...(placed.get(change)?.values() ?? [])];
  return { of, others: of(undefined) };
}

function hidesSecrets({ before, declared }: ResourceChange): boolean {
  return [before, declared].some((side) => kinds.some((kind) => side?.hidden.get(kind) === "secret"));
}

const topics = [
  ["drift", /^drift: /u],
  ["notVerified", /^not verified\b/u],
  // The plan of a change, if it contains nothing but what the report shows in another way.
  ["plan", /^(?:update: not known yet|[+−]\d(?:(?!; (?!used by campaigns)).)*$)/u],
] as const;

/**
 * Reads the fixed start of the provider's messages about a list: its ID, its name, and a topic. The engine does not print
 * the state after the refresh of a resource that does not change, so only the topic shows that its list drifted or could
 * not be read.
 */
export function parsePrefix(text: string) {
  const [start, id] = /^app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?: /u.exec(text) ?? [];
  if (start === undefined) return {};
  const [topic] = topics.find(([, pattern]) => pattern.test(text.slice(start.length))) ?? [];
  return { start, appListId: Number(id), topic };
}

/** Each error once, with the resources that failed with it, and without what the engine adds. */
export function findErrors(diagnostics: readonly Diagnostic[]): readonly ReportedError[] {
  const resources = new Map<string, Set<string>>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "error") continue;
    const { error, name } = withoutEngine(undecorated(message, severity));
    const names = resources.get(error) ?? new Set();
    resources.set(error, names);
    const failed = name ?? (urn === undefined ? undefined : parseUrn(urn)?.name);
    if (failed !== undefined) names.add(failed);
  }
  // The engine's last error only repeats that the preview failed.
  if (resources.size > 1) resources.delete("preview failed");
  return Array.from(resources, ([message, names]) => {
    const [, code] = /^.*\[([A-Z_]+)\]$/mu.exec(message) ?? [];
    return { message, resources: [...names], ...(code !== undefined && { code }) };
  });
}

/** A message without colors and without the severity that the engine puts before it. */
function undecorated(message: string, severity: string): string {
  const text = stripVTControlCharacters(message).trim();
  return text.startsWith(`${severity}: `) ? text.slice(severity.length + 2) : text;
}

function withoutEngine(error: string): { readonly error: string; readonly name?: string } {
  const [, name, problem] = /^\S+ resource '(.*?)' has a problem: (.*)$/su.exec(error) ?? [];
  return problem === undefined ? { error: error.replace(/^Preview failed: /u, "") } : { error: problem.trim(), name };
}

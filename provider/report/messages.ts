import { stripVTControlCharacters } from "node:util";
import { markWarning, parseNotice, type ParsedNotice } from "../resource/parse-notice";
import { isAppListEntries } from "./own-resources";
import { parseUrn } from "../common/urn";
import type { Diagnostic } from "./preview";
import type { ReportedError } from "./report";

export interface Messages {
  /** Each reason once. */
  readonly errors: readonly ReportedError[];
  readonly notices: readonly ReportedNotice[];
  /** Messages about a resource, such as remarks on its files. */
  readonly remarks: readonly ResourceMessage[];
  /** Warnings about settings and list files. */
  readonly warnings: readonly string[];
}

/** A notice about a list. The plugin prints it at a resource, the dynamic provider at the stack. */
export interface ReportedNotice extends ParsedNotice {
  readonly urn?: string | undefined;
}

export interface ResourceMessage {
  readonly urn: string;
  readonly line: string;
}

/** The names of all settings start with this, and so do warnings about list files. */
const ownPrefix = "app-list:";

/** Selects the messages about app lists, except the plan of a change: the report has each of its entries. */
export function selectMessages(diagnostics: readonly Diagnostic[]): Messages {
  const notices: ReportedNotice[] = [];
  const remarks: ResourceMessage[] = [];
  const warnings = new Set<string>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "info" && severity !== "warning") continue;
    const text = undecorated(message);
    const line = severity === "warning" ? markWarning(text) : text;
    const notice = parseNotice(line);
    if (notice !== undefined) {
      if (notice.topic !== "change") notices.push({ ...notice, urn });
    } else if (urn !== undefined && isAppListEntries(urn)) remarks.push({ urn, line: line.replaceAll("\n", " ") });
    else if (severity === "warning" && line.includes(ownPrefix)) warnings.add(line);
  }
  return { errors: errorsIn(diagnostics), notices, remarks, warnings: [...warnings] };
}

/** Each error once, with the resources that failed with it, and without what the engine adds. */
function errorsIn(diagnostics: readonly Diagnostic[]): readonly ReportedError[] {
  const resources = new Map<string, Set<string>>();
  for (const { urn, message, severity } of diagnostics) {
    if (severity !== "error") continue;
    const { error, name } = withoutEngine(undecorated(message));
    const names = resources.get(error) ?? new Set();
    resources.set(error, names);
    const failed = name ?? (urn === undefined ? undefined : parseUrn(urn)?.name);
    if (failed !== undefined) names.add(failed);
  }
  // The engine's last error only repeats that the preview failed.
  if (resources.size > 1) resources.delete("preview failed");
  return Array.from(resources, ([message, names]) => ({
    message,
    resources: [...names],
    commands: commandsIn(message),
  }));
}

/** A message without colours and without the severity that the engine puts before it. */
function undecorated(message: string): string {
  return stripVTControlCharacters(message)
    .trim()
    .replace(/^(?:error|warning|info): /u, "");
}

function withoutEngine(error: string): { readonly error: string; readonly name?: string } {
  const [, name, problem] = /^\S+ resource '(.*?)' has a problem: (.*)$/su.exec(error) ?? [];
  return problem === undefined ? { error: error.replace(/^Preview failed: /u, "") } : { error: problem.trim(), name };
}

/**
 * The commands in an error. A message can contain text of the API or of a file, and people copy these commands: so each
 * has one of the forms that the provider prints, and no value of the message but a digest.
 */
function commandsIn(message: string): readonly string[] {
  const approval = message.match(/\bAPP_LIST_APPROVE=[0-9a-f]+(?:,[0-9a-f]+)* pulumi up\b/gu) ?? [];
  const settings = message.match(/(?<=`)pulumi config set (?:--secret )?app-list:[a-zA-Z]+(?: <value>)?(?=`)/gu) ?? [];
  const check = /\bCheck app-list:|\bapp-list:baseUrl\b/u.test(message) ? ["npx --no-install app-list doctor"] : [];
  return [...new Set([...approval, ...settings, ...check])];
}

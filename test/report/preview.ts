import { noEntries, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { believedViews, seenViews } from "../../provider/list/views";
import { nothingManaged } from "../../provider/list/ownership";
import { buildReport } from "../../provider/report/build-report";
import { parsePreview } from "../../provider/report/preview";
import type { Report, ReportedEntry } from "../../provider/report/report";
import { printText } from "../../provider/report/text";
import { printTexts } from "../../provider/resource/inputs";
import { printNotice, type Notice } from "../../provider/resource/notice";
import { planBefore, updateOf } from "../../provider/resource/operation";
import {
  driftUnknown,
  moved,
  noticesAfterImport,
  noticesAfterRefresh,
  noticesBeforeChange,
} from "../../provider/resource/texts/notices";
import { parseState, printState, type State } from "../../provider/resource/state";
import { declaredBy } from "../resource/declared";
import { knownList } from "../resource/known-list";

/** Entries with or without notes: `com.a` or `com.a  # note`. */
type Lines = Partial<ByKind<readonly string[]>>;

/** The state of a resource as a test describes it; the rest is as after a successful create. */
export interface Held extends Lines {
  readonly id?: number;
  readonly account?: string;
  readonly exclusive?: boolean;
  readonly adopted?: Lines;
  readonly missing?: Lines;
  readonly unconfirmed?: Lines;
  readonly facts?: Partial<State["facts"]>;
  /** What a refresh observed; default: what is held. */
  readonly observed?: Lines;
  readonly retainOnDelete?: boolean;
  /** Whether a replacement is incomplete: the old resource is still to be deleted. */
  readonly delete?: boolean;
  readonly baseUrl?: string;
  /** Whether it was imported, and not updated since. */
  readonly isImported?: boolean;
}

/** A step as `pulumi preview --json` prints it, with the members that matter. */
export interface PrintedStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: object;
  readonly newState?: object;
}

/** The name of a resource of this package. */
export function urnOf(name: string, type = "pulumi-nodejs:dynamic/app-list:AppListEntries"): string {
  return `urn:pulumi:dev::brand-safety::${type}::${name}`;
}

/** The type of the plugin's resource. */
export const pluginType = "app-list:index:AppListEntries";

/** A step as the plugin makes it: its states name their provider, a default one or an explicit one. */
export function ofPlugin(
  { oldState: before, newState: after, ...step }: PrintedStep,
  provider = "default_0_1_0",
): PrintedStep {
  const reference = `${urnOf(provider, "pulumi:providers:app-list")}::0b6f2a`;
  const stateOf = (state: object): object => ({ ...state, urn, provider: reference });
  const urn = step.urn.replace(/::[^:]+(?::[^:]+)*::(?=[^:]*$)/u, `::${pluginType}::`);
  return {
    ...step,
    urn,
    ...(before && { oldState: stateOf(before) }),
    ...(after && { newState: stateOf(after) }),
  };
}

/** What a resource holds, as a step's old state. */
export function oldState(name: string, held: Held) {
  const { id = 4321, account, exclusive, observed = held, retainOnDelete, baseUrl } = held;
  const given = { appListId: id, account, exclusive };
  const state: State = {
    given,
    baseUrl,
    ownership: {
      managed: entriesIn(held),
      adopted: entriesIn(held.adopted ?? {}),
      unconfirmed: { add: entriesIn(held.unconfirmed ?? {}), remove: noEntries },
    },
    missing: entriesIn(held.missing ?? {}),
    imported: held.isImported,
    facts: { name: "blocked apps", hasAssociatedCampaigns: false, unmanaged: 0, notVerified: [], ...held.facts },
    isSecret: false,
  };
  const inputs = { ...given, ...printTexts(entriesIn(observed)) };
  const outputs = { __provider: "…", ...printState(state) };
  return { urn: urnOf(name), id: String(id), inputs, outputs, retainOnDelete, delete: held.delete };
}

/** What a program declares: entries with or without notes, or a text in their place, and other inputs. */
type Declared = Partial<ByKind<readonly string[] | string>> & Readonly<Record<string, unknown>>;

/** What a program declares, as a step's new state. */
export function newState(name: string, declared: Declared) {
  const { appBundles: _a, placementIds: _p, websites: _w, ...given } = declared;
  const lines = byKind((kind) => (typeof declared[kind] === "string" ? [] : (declared[kind] ?? [])));
  const raw = Object.fromEntries(Object.entries(declared).filter(([, value]) => typeof value === "string"));
  return {
    urn: urnOf(name),
    inputs: { appListId: 4321, __provider: "…", ...given, ...printTexts(entriesIn(lines)), ...raw },
  };
}

/** The step of a refresh. */
export function refresh(name: string, held: Held): PrintedStep {
  return { op: "refresh", urn: urnOf(name), oldState: oldState(name, held), newState: oldState(name, held) };
}

/** The step of a refresh with `--run-program`: it does not show what was found. */
export function refreshByProgram(name: string, held: Held, declared: Declared): PrintedStep {
  return { op: "refresh", urn: urnOf(name), oldState: oldState(name, held), newState: newState(name, declared) };
}

/** A step that changes a resource. */
export function update(name: string, held: Held, declared: Declared, op = "update"): PrintedStep {
  return { op, urn: urnOf(name), oldState: oldState(name, held), newState: newState(name, declared) };
}

/** A step that makes a resource. */
export function create(name: string, declared: Declared): PrintedStep {
  return { op: "create", urn: urnOf(name), newState: newState(name, declared) };
}

/** A step that deletes a resource. */
export function remove(name: string, held: Held): PrintedStep {
  return { op: "delete", urn: urnOf(name), oldState: oldState(name, held) };
}

/** A message of a provider or of the engine. */
export interface PrintedDiagnostic {
  readonly urn?: string;
  readonly message: string;
  readonly severity: string;
}

/** A preview as text, laid out as the engine does it. */
export function printPreview(
  steps: readonly PrintedStep[],
  diagnostics: readonly PrintedDiagnostic[] = [],
  config: object = {},
): string {
  return `${JSON.stringify({ config, steps, diagnostics, duration: 1, changeSummary: {} }, null, 4)}\n`;
}

/** The report of a preview of such steps. */
export function reportOf(
  steps: readonly PrintedStep[],
  diagnostics: readonly PrintedDiagnostic[] = [],
  config: object = {},
): Report {
  return buildReport(parsePreview(printPreview(steps, diagnostics, config)), new Date("2027-01-31T12:34:56Z"));
}

/**
 * What a report shows of its resources: a line for each, such as `update blocked: added com.a # dating`, then
 * its remarks after "#" and its messages after ">". The messages of the whole report are at the end. Entries are app
 * bundles of list 4321 if nothing else is named.
 */
export function outline({ resources, messages }: Report): readonly string[] {
  const printMessages = (all: Report["messages"]) => all.map(({ message }) => `> ${message}`);
  return [
    ...resources.flatMap(({ operation, name, appListId, account, entries, remarks, ...resource }) => [
      `${operation} ${name}${appListId === 4321 ? "" : ` of ${appListId}`}${account === undefined ? "" : ` of ${account}`}: ` +
        (entries.map(outlineEntry).join(", ") || "no entries"),
      ...remarks.map((remark) => `# ${remark}`),
      ...printMessages(resource.messages),
    ]),
    ...printMessages(messages),
  ];
}

function outlineEntry({ kind, change, entry, note, origin }: ReportedEntry): string {
  const ofKind = kind === "appBundles" ? "" : `${kind} `;
  return `${change} ${ofKind}${entry}${note === undefined ? "" : ` # ${note}`}${origin === undefined ? "" : ` (${origin})`}`;
}

/** The first line of the report as text. */
export function headlineOf(report: Report): string | undefined {
  return textOf(report).split("\n")[0];
}

export function textOf(report: Report, options: { readonly all?: boolean } = {}): string {
  return printText(report, { style: (_, text) => text, ...options });
}

/** A message of the dynamic provider, which names no resource. */
export function info(message: string, urn?: string): PrintedDiagnostic {
  return { message: `${message}\n\n`, severity: "info", ...(urn !== undefined && { urn }) };
}

/** The step of the stack, which a preview always shows. */
export const stackStep: PrintedStep = { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") };

/** A value that a preview does not know yet. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function entriesIn(lines: Lines): Entries {
  return byKind((kind) => EntrySet.parse(kind, (lines[kind] ?? []).join("\n")).entries);
}

/** The lines that the provider prints about a list. */
export function noticesOn(list: { readonly appListId: number; readonly name?: string }) {
  const state = parseState({ stateVersion: 1, ...list });
  const managing = (managed: Entries) => ({ ...state, ownership: { ...nothingManaged, managed } });
  return {
    missing: (entries: Entries) =>
      lineOf(noticesAfterRefresh(managing(entries), state, seenViews(noEntries), noEntries)),
    unexpected: (entries: Entries) => lineOf(noticesAfterRefresh(state, state, seenViews(noEntries), entries)),
    driftUnknown: (reason: string) => printNotice(driftUnknown(state, reason), true),
    hiddenWebsites: (entries: Entries) => {
      const hidden = { ...managing(entries), facts: { ...state.facts, notVerified: ["websites" as const] } };
      return lineOf(noticesAfterRefresh(hidden, hidden, believedViews(entries), noEntries));
    },
    moved: (before: string, now: string) => printNotice(moved(state, { before, now }), true),
    change: (before: Entries, after: Entries) => {
      const declared = declaredBy({ ...state.given, ...printTexts(after) });
      const now = planBefore(updateOf(knownList(), managing(before), declared));
      return lineOf(noticesBeforeChange(managing(before), declared, now));
    },
    imported: (entries: Entries) => lineOf(noticesAfterImport(managing(entries), [])),
  };
}

function lineOf(notices: readonly Notice[]): string {
  const [line, ...others] = notices.map((notice) => printNotice(notice, true));
  if (line === undefined || others.length > 0) throw new Error(`There are ${notices.length} notices.`);
  return line;
}

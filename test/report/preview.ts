import { noEntries, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { buildReport } from "../../provider/report/build-report";
import { parsePreview } from "../../provider/report/preview";
import type { Report } from "../../provider/report/report";
import { printText } from "../../provider/report/text";
import { printTexts } from "../../provider/resource/inputs";
import { printState, type State } from "../../provider/resource/state";

/** Entries with or without notes: `com.a` or `com.a  # note`. */
type Lines = Partial<ByKind<readonly string[]>>;

/** The state of a resource as a test describes it; the rest is as after a successful create. */
export interface Held extends Lines {
  readonly id?: number;
  readonly account?: string;
  readonly exclusive?: boolean;
  readonly adopted?: Lines;
  readonly missing?: Lines;
  readonly facts?: Partial<State["facts"]>;
  /** What a refresh observed; default: what is held. */
  readonly observed?: Lines;
  readonly retainOnDelete?: boolean;
  /** The name of the resource whose delete makes Pulumi forget this one. */
  readonly deletedWith?: string;
  /** Whether a replacement is incomplete: the old resource is still to be deleted. */
  readonly delete?: boolean;
  readonly baseUrl?: string;
  /** Whether it was imported, and not updated since. */
  readonly isImported?: boolean;
  /** Outputs as the preview prints them, in place of those of this description. */
  readonly outputs?: object;
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
  const { id = 4321, account, exclusive, observed = held, retainOnDelete, deletedWith, baseUrl } = held;
  const given = { appListId: id, account, exclusive };
  const state: State = {
    given,
    baseUrl,
    ownership: {
      managed: entriesIn(held),
      adopted: entriesIn(held.adopted ?? {}),
      unconfirmedRemovals: noEntries,
    },
    missing: entriesIn(held.missing ?? {}),
    imported: held.isImported,
    facts: { name: "blocked apps", hasAssociatedCampaigns: false, unmanaged: 0, notVerified: [], ...held.facts },
  };
  const inputs = { ...given, ...printTexts(entriesIn(observed)) };
  const outputs = { __provider: "…", ...printState(state), ...held.outputs };
  const options = { retainOnDelete, deletedWith: deletedWith && urnOf(deletedWith), delete: held.delete };
  return { urn: urnOf(name), id: String(id), inputs, outputs, ...options };
}

/**
 * What a program declares: entries with or without notes, or a text in their place, and other inputs. `inputs`: those
 * that no host has checked.
 */
export type Declared = Partial<ByKind<readonly string[] | string>> &
  Readonly<Record<string, unknown>> & { readonly inputs?: object };

/** What a program declares, as a step's new state. */
export function newState(name: string, declared: Declared) {
  const { appBundles: _a, placementIds: _p, websites: _w, inputs, ...given } = declared;
  const lines = byKind((kind) => (typeof declared[kind] === "string" ? [] : (declared[kind] ?? [])));
  const raw = Object.fromEntries(Object.entries(declared).filter(([, value]) => typeof value === "string"));
  return {
    urn: urnOf(name),
    inputs: { appListId: 4321, __provider: "…", ...given, ...printTexts(entriesIn(lines)), ...raw, ...inputs },
  };
}

/** The step of a refresh. With `--run-program`, it does not show what was found, but what the program declares. */
export function refresh(name: string, held: Held, declared?: Declared): PrintedStep {
  const before = oldState(name, held);
  const after = declared === undefined ? before : newState(name, declared);
  return { op: "refresh", urn: urnOf(name), oldState: before, newState: after };
}

/** A step that changes a resource. */
export function update(name: string, held: Held, declared: Declared, op = "update"): PrintedStep {
  return { op, urn: urnOf(name), oldState: oldState(name, held), newState: newState(name, declared) };
}

/** The step of a resource without changes, as --show-sames prints it. */
export function same(name: string, held: Held, declared: Declared = {}): PrintedStep {
  const { id: appListId = 4321, account, exclusive, appBundles = [], placementIds = [], websites = [] } = held;
  const given = { appListId, ...(account && { account }), ...(exclusive && { exclusive }) };
  return update(name, held, { ...given, appBundles, placementIds, websites, ...declared }, "same");
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
  same = 0,
): string {
  return `${JSON.stringify({ config, steps, diagnostics, duration: 1, changeSummary: { same } }, null, 4)}\n`;
}

/** The report of a preview of such steps. */
export function reportOf(
  steps: readonly PrintedStep[],
  diagnostics: readonly PrintedDiagnostic[] = [],
  { config = {}, isDriftOnly = false } = {},
): Report {
  const preview = parsePreview(printPreview(steps, diagnostics, config));
  return buildReport(preview, new Date("2027-01-31T12:34:56Z"), { isDriftOnly });
}

/** Numbered entries: com.app00 and so on. */
export function numbered(count: number, name = "com.app"): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(2, "0")}`);
}

export function textOf(report: Report, options: { readonly all?: boolean } = {}): string {
  return printText(report, { style: (_, text) => text, ...options });
}

/** The step of the stack, which a preview always shows. */
export const stackStep: PrintedStep = { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") };

function entriesIn(lines: Lines): Entries {
  return byKind((kind) => EntrySet.parse(kind, (lines[kind] ?? []).join("\n")).entries);
}

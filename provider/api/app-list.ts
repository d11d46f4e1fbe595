import * as z from "zod";
import { isSentinel } from "../list/entry";
import { EntrySet } from "../list/entry-set";
import { count, type Entries } from "../list/entries";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import { formatCounts } from "../list/summary";
import { buildCall, type Call, type CallSettings } from "./call";
import type { HttpExchange } from "./http";
import { requestError } from "./request-error";
import { formOf, numeric, readResponse, type Forms } from "./response";
import type { Settings } from "./settings";

export interface AppList {
  readonly id: number;
  readonly name?: string;
  readonly description?: string;
  /** Whether campaigns use the list; undefined if the API does not show it. */
  readonly hasAssociatedCampaigns?: boolean;
  /** The entries by kind; undefined for a kind that the API does not show. */
  readonly entries: ByKind<EntrySet | undefined>;
  /** App bundles with the reserved prefix. They are not in `entries`. The provider added them to read the list. */
  readonly sentinels: EntrySet;
  /** The forms of the entries in the response. */
  readonly forms?: Forms;
}

/** The call that adds or removes entries. Kinds without entries are not sent. */
export function changeCall(
  settings: CallSettings,
  appListId: number,
  action: "add" | "remove",
  entries: Entries,
  purpose: "change" | "probe",
): Call {
  const path = `/v1/app_list/${appListId}/${action}`;
  const headers = { "content-type": "application/json" };
  const sent = kinds.filter((kind) => entries[kind].size > 0);
  const body = JSON.stringify(Object.fromEntries(sent.map((kind) => [members[kind], [...entries[kind]].join()])));
  const content = purpose === "probe" ? "probe" : formatCounts(entries);
  const were = count(entries) === 1 ? "was" : "were";
  const change = `${content} ${were} being ${action === "add" ? "added" : "removed"}`;
  const activity = purpose === "probe" ? reading(appListId) : change;
  return buildCall(settings, { purpose, activity, content, appListId }, { method: "PATCH", path, headers, body });
}

export function readCall(settings: CallSettings & Pick<Settings, "readPath">, appListId: number): Call {
  if (settings.readPath === undefined) throw new RangeError("The settings have no readPath.");
  const path = settings.readPath.replaceAll("{id}", String(appListId));
  const what = { purpose: "read", activity: reading(appListId), appListId } as const;
  return buildCall(settings, what, { method: "GET", path, headers: {} });
}

function reading(appListId: number): string {
  return `app list ${appListId} was being read`;
}

const members = {
  appBundles: "app_bundles",
  placementIds: "placement_ids",
  websites: "websites",
} as const satisfies Record<Kind, string>;

/**
 * The whole list in the response to a change or a read. Name and description are redacted, because the state contains
 * them and the API may repeat a secret in them.
 */
export function processAppList(call: Call, exchange: HttpExchange): AppList {
  const list = readResponse(call, exchange, appListSchema);
  if (list.id !== call.appListId) {
    throw requestError(call, exchange, `it is about app list ${list.id} and not ${call.appListId}`);
  }
  const redact = (text?: string) => (text === undefined ? undefined : call.redactor.redact(text));
  return { ...list, name: redact(list.name), description: redact(list.description) };
}

type Member = string | readonly (string | number)[];

/**
 * The entries of a kind: a comma-separated text, or an array, in which numeric IDs may be numbers. Not an array of zod,
 * because that describes each wrong item.
 */
const entriesMember = z
  .custom<Member>((value) => typeof value === "string" || (Array.isArray(value) && value.every(isItem)))
  .nullish();

const isItem = (item: unknown): boolean => typeof item === "string" || Number.isSafeInteger(item);

/**
 * Parses the app list object of a response. A member that is null counts as absent. An invalid name, description or
 * has_associated_campaigns also counts as absent, because the response still acknowledges a change.
 */
export const appListSchema = z
  .object({
    id: numeric(/^[0-9]+$/).pipe(z.int()),
    name: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    has_associated_campaigns: z.boolean().optional().catch(undefined),
    app_bundles: entriesMember,
    placement_ids: entriesMember,
    websites: entriesMember,
  })
  .transform((list): AppList => {
    const items = byKind((kind) => readItems(list[members[kind]]));
    const entries = byKind((kind) => items[kind] && EntrySet.of(items[kind]));
    const { appBundles } = entries;
    const sentinels = appBundles?.filter(isSentinel) ?? EntrySet.none;
    return {
      id: list.id,
      name: list.name,
      description: list.description,
      hasAssociatedCampaigns: list.has_associated_campaigns,
      entries: { ...entries, appBundles: appBundles?.minus(sentinels) },
      sentinels,
      forms: Object.fromEntries(kinds.map((kind) => [members[kind], describeMember(list[members[kind]], items[kind])])),
    };
  });

/** The entries in the order of the response. Whitespace around them and empty entries are ignored. */
function readItems(member: Member | null | undefined): readonly string[] | undefined {
  if (member === null || member === undefined) return undefined;
  // The items of an array are not split. A comma in an item is part of the entry.
  const items = typeof member === "string" ? member.split(",") : member.map(String);
  // A search of the whole text is faster than one of each entry.
  if (typeof member === "string" && !/\s|^,|,,|,$|^$/u.test(member)) return items;
  return items.map((item) => item.trim()).filter((entry) => entry !== "");
}

/** Capitals need an entry. */
function describeMember(member: unknown, items: readonly string[] = []): string {
  const letters = items.length === 0 ? [] : [/\p{Lu}/u.test(items.join()) ? "capitals" : "no capitals"];
  return [formOf(member), ...letters].join(", ");
}

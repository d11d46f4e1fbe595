import { countKnown, entriesWhere, seenListSchema, type EntryLists, type SeenList } from "./seen-list";
import type { TestEntries } from "./test-entries";
import { byKind, kinds, noEntries, type ByKind, type Entries } from "../../../list/kinds";
import { ServiceError } from "../../../service/errors";
import type { Api } from "../api";

/** The service's answer to a change: the list after it, or a refusal of what was asked for. */
export type Reply =
  | { readonly outcome: "shown"; readonly list: SeenList }
  | { readonly outcome: "refused"; readonly status: number; readonly error: ServiceError };

const members = {
  appBundles: "app_bundles",
  placementIds: "placement_ids",
  websites: "websites",
} as const satisfies ByKind<string>;

/** Statuses by which a service refuses what is asked of it; all others say that something else is the matter. */
const refusals: ReadonlySet<number> = new Set([400, 409, 410, 413, 422]);

/**
 * A list that may be changed for a moment. It keeps what was sent and what was seen, from which it is restored.
 *
 * Only {@link TestEntries} are ever sent.
 */
export class ScratchList {
  readonly appListId: number;
  readonly entries: TestEntries;
  #api: Api;
  #signal: AbortSignal;
  readonly #sent = byKind(() => new Set<string>());
  readonly #gone = byKind(() => new Set<string>());
  readonly #unsettled = byKind(() => new Set<string>());
  #first: ByKind<readonly string[] | undefined> | undefined;
  #latest: SeenList | undefined;
  #isDoubtful = false;

  /**
   * @param signal ends every wait.
   * @param entries those of this examination.
   */
  constructor(api: Api, appListId: number, signal: AbortSignal, entries: TestEntries) {
    this.entries = entries;
    this.#api = api;
    this.appListId = appListId;
    this.#signal = signal;
  }

  /** Goes on with other connections and another limit of time, knowing what was sent and seen so far. */
  continueWith(api: Api, signal: AbortSignal): void {
    this.#api = api;
    this.#signal = signal;
  }

  /** Takes it that an examination that was broken off has left entries: at least those that every one adds. */
  expectLeftEntries(): void {
    for (const kind of kinds) this.#sent[kind].add(this.entries.one(kind, "A"));
    this.#isDoubtful = true;
  }

  /** The list as it was shown last; undefined where it never was. */
  get latest(): SeenList | undefined {
    return this.#latest;
  }

  /** The entries of others as they were shown first, by kind; undefined for what was never shown. */
  get first(): ByKind<readonly string[] | undefined> | undefined {
    return this.#first;
  }

  /** Whether anything was sent that can have changed the list. */
  get isTouched(): boolean {
    return kinds.some((kind) => this.#sent[kind].size > 0);
  }

  /** Own entries that are, or may be, in the list: as it was shown last, with those that were sent since. */
  get own(): Entries {
    return byKind((kind) => {
      const shown = this.#latest?.entries[kind]?.filter((entry) => this.entries.isOwn(entry));
      return shown === undefined
        ? this.#sent[kind].difference(this.#gone[kind])
        : new Set(shown).union(this.#unsettled[kind]);
    });
  }

  /** Whether a change was sent since the list was shown last, and it is not known what came of it. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** Adds entries, in the order in which they are given, copies included. */
  async add(entries: EntryLists): Promise<Reply> {
    const before = this.own;
    for (const kind of kinds) {
      for (const entry of entries[kind] ?? []) {
        this.#sent[kind].add(entry);
        this.#gone[kind].delete(entry);
        this.#unsettled[kind].add(entry);
      }
    }
    const reply = await this.#change("add", entries, "change");
    if (reply.outcome === "refused") this.#forget(entries, before);
    return reply;
  }

  /** Removes entries. */
  async remove(entries: EntryLists): Promise<Reply> {
    const reply = await this.#change("remove", entries, "change");
    if (reply.outcome === "shown") this.#forget(entries, noEntries);
    return reply;
  }

  /** Asks for the removal of entries that are not in the list: it changes nothing, and the answer shows the list. */
  async removeAbsent(entries: EntryLists): Promise<Reply> {
    return this.#change("remove", entries, "probe");
  }

  /** Reads the list at the read endpoint. */
  async read(readPath: string): Promise<SeenList> {
    const path = readPath.replaceAll("{id}", String(this.appListId));
    const errand = { purpose: "read", appListId: this.appListId } as const;
    const list = await this.#api.fetch(errand, { method: "GET", path, headers: {} }, seenListSchema, this.#signal);
    this.#see(list);
    return list;
  }

  /** Asks for the removal of what is not there, of a list that the service cannot have. */
  async removeFrom(otherId: number, entries: EntryLists): Promise<SeenList> {
    return this.#patch(otherId, "remove", entries, "probe");
  }

  async #change(action: "add" | "remove", entries: EntryLists, purpose: "change" | "probe"): Promise<Reply> {
    const wasDoubtful = this.#isDoubtful;
    this.#isDoubtful ||= purpose === "change";
    try {
      const list = await this.#patch(this.appListId, action, entries, purpose);
      this.#see(list);
      return { outcome: "shown", list };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "REQUEST_REFUSED" || !refusals.has(error.status ?? 0))
        throw error;
      this.#isDoubtful = wasDoubtful;
      return { outcome: "refused", status: error.status ?? 0, error };
    }
  }

  #patch(
    appListId: number,
    action: "add" | "remove",
    entries: EntryLists,
    purpose: "change" | "probe",
  ): Promise<SeenList> {
    const body = Object.fromEntries(
      kinds.flatMap((kind) => (entries[kind] === undefined ? [] : [[members[kind], entries[kind].join(",")]])),
    );
    const request = {
      method: "PATCH",
      path: `/v1/app_list/${appListId}/${action}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    } as const;
    return this.#api.fetch({ purpose, appListId }, request, seenListSchema, this.#signal);
  }

  #see(list: SeenList): void {
    this.#latest = list;
    this.#isDoubtful = false;
    const others = entriesWhere(list, (entry) => !this.entries.isOwn(entry));
    this.#first = byKind((kind) => this.#first?.[kind] ?? others[kind]);
    for (const kind of kinds) if (list.entries[kind] !== undefined) this.#unsettled[kind].clear();
  }

  /** Entries are not in the list, but for those that were there before. */
  #forget(entries: EntryLists, before: Entries): void {
    for (const kind of kinds) {
      for (const entry of entries[kind] ?? []) {
        this.#unsettled[kind].delete(entry);
        if (!before[kind].has(entry)) this.#gone[kind].add(entry);
      }
    }
  }
}

/** Whether a list is known to hold nothing of others, in any kind. */
export function isWithoutOthers(first: ByKind<readonly string[] | undefined> | undefined): boolean | undefined {
  if (first === undefined) return undefined;
  if (countKnown(first) > 0) return false;
  return kinds.every((kind) => first[kind] !== undefined) ? true : undefined;
}

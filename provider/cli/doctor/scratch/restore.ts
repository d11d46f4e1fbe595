import type { ScratchList } from "./scratch-list";
import { AppListError } from "../../../common/error";
import { ServiceError } from "../../../service/errors";
import { RequestLimitError } from "../api";
import { byKind, countEntries, kinds, type ByKind, type Entries, type Kind } from "../../../list/kinds";

/** How a restoration ended. */
export type Restoration =
  /** No own entry is in the list any more; of the kinds named it is only known that the service acknowledged it. */
  | { readonly outcome: "restored"; readonly notShown: readonly Kind[] }
  /** These own entries are, or may be, in the list. */
  | { readonly outcome: "left"; readonly entries: Entries; readonly reason: string };

/** Time as a restoration sees it. A test takes its place, so that none waits. */
export interface Time {
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Waits some milliseconds; ends early, without an error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What a restoration needs besides the list. */
export interface RestoreOptions {
  /** The read endpoint, where there is one. */
  readonly readPath: string | undefined;
  readonly time: Time;
  /** How long it may take, in milliseconds. */
  readonly longest: number;
  /** Ends every wait. */
  readonly signal: AbortSignal;
  /** Tells a person what is going on. */
  readonly tell: (text: string) => void;
}

/** So often entries are removed with success before it is given up: a service may keep all that it says it removed. */
const mostRemovals = 8;

/** The longest pause that is made without being asked for, in milliseconds. */
const longestOwnPause = 8000;

/** Pauses from here on are told to a person, in milliseconds. */
const shortestTold = 5000;

/**
 * Removes every own entry from the list, and verifies it. After a failure it is tried again, after the pause for which
 * the service asks, for as long as there is time. Never throws an {@link AppListError}.
 */
export async function restore(scratch: ScratchList, options: RestoreOptions): Promise<Restoration> {
  const { readPath, time, longest, signal, tell } = options;
  const end = time.now() + longest;
  const stuck = byKind(() => new Set<string>());
  let reason = "the service refuses to remove them";
  for (let removals = 0, failures = 0; removals < mostRemovals;) {
    try {
      await look(scratch, readPath);
      const own = withoutStuck(scratch.own, stuck);
      if (countEntries(own) === 0) break;
      await remove(scratch, itemsOf(own), stuck);
      removals += 1;
    } catch (error) {
      if (!(error instanceof AppListError)) throw error;
      reason = error.message;
      failures += 1;
      const pause = Math.max(ownPause(failures), askedPause(error));
      if (isFinal(error) || time.now() + pause >= end) break;
      if (pause >= shortestTold) tell(`Waiting ${Math.ceil(pause / 1000)} seconds before the list is put back.\n`);
      await time.sleep(pause, signal);
    }
  }
  const own = scratch.own;
  if (countEntries(own) > 0 || scratch.isDoubtful) return { outcome: "left", entries: own, reason };
  return { outcome: "restored", notShown: kinds.filter((kind) => scratch.latest?.entries[kind] === undefined) };
}

/** The pause after so many failures, in milliseconds. */
function ownPause(failures: number): number {
  return Math.min(longestOwnPause, 1000 * 2 ** (failures - 1));
}

/** The pause for which the service asks, in milliseconds. */
function askedPause(error: AppListError): number {
  return error instanceof ServiceError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** Whether another try would end as this one did: no request is left, or there is no such list. */
function isFinal(error: AppListError): boolean {
  return error instanceof RequestLimitError || (error instanceof ServiceError && error.code === "NOT_FOUND");
}

/**
 * Makes the list be shown: by a removal of what is not there; where that is refused, at the read endpoint; where there
 * is none, by adding one more entry, which then has to be removed too.
 */
async function look(scratch: ScratchList, readPath: string | undefined): Promise<void> {
  const absent = await scratch.removeAbsent({ appBundles: [scratch.entries.one("appBundles", "DEAD")] });
  if (absent.outcome === "shown") return;
  if (readPath !== undefined) await scratch.read(readPath);
  else if (scratch.isDoubtful) await scratch.add({ appBundles: [scratch.entries.one("appBundles", "BEEF")] });
}

type Item = readonly [kind: Kind, entry: string];

/** Removes entries; a request that is refused is halved until single entries are. */
async function remove(scratch: ScratchList, items: readonly Item[], stuck: ByKind<Set<string>>): Promise<void> {
  if (items.length === 0) return;
  const reply = await scratch.remove(listsOf(items));
  if (reply.outcome === "shown") return;
  const [only] = items;
  if (items.length === 1 && only !== undefined) {
    stuck[only[0]].add(only[1]);
    return;
  }
  const middle = Math.ceil(items.length / 2);
  await remove(scratch, items.slice(0, middle), stuck);
  await remove(scratch, items.slice(middle), stuck);
}

function itemsOf(entries: Entries): readonly Item[] {
  return kinds.flatMap((kind) => Array.from(entries[kind], (entry): Item => [kind, entry]));
}

function listsOf(items: readonly Item[]): Partial<ByKind<readonly string[]>> {
  const lists = byKind((kind) => items.flatMap(([each, entry]) => (each === kind ? [entry] : [])));
  return Object.fromEntries(kinds.flatMap((kind) => (lists[kind].length === 0 ? [] : [[kind, lists[kind]]])));
}

function withoutStuck(own: Entries, stuck: Entries): Entries {
  return byKind((kind) => own[kind].difference(stuck[kind]));
}

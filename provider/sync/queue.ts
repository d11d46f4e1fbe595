import { count, difference, isEmpty, noEntries, union, unionAll, type Action, type Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import type { Exchange, SyncPolicy } from "./access";
import { isAboutEntries, type Reader } from "./reader";

/** The entries of a request that failed. */
export interface Failed {
  readonly entries: Entries;
  readonly error: ApiError;
}

interface RefusedGroup extends Failed {
  /** Whether the group is one entry that was sent alone. Otherwise the API refused several entries together. */
  readonly isCertain: boolean;
}

/** The entries of one request. */
interface Part {
  readonly entries: Entries;
  /** Whether they were refused together with others and are sent again. */
  readonly isDenied?: boolean;
  /** Whether it names one entry, to read its kind. */
  readonly isReading?: boolean;
  /** The time to wait before, in milliseconds. Default: 0. */
  readonly delay?: number;
}

/**
 * The requests of one action, in as few as the API accepts, one after the other: an immutable value.
 *
 * - A request that is too large (413) is halved, and so are all later ones. A refused request was too large as well if both
 *   of its halves are accepted.
 * - A request that is refused because of its entries is halved until the refused entries are known. So one entry among
 *   thousands does not block the others. After a conflict (409), the request is first sent once more.
 * - Any other failure ends the queue. So does a number of refusals without a success.
 */
export interface Queue {
  readonly action: Action;
  /** The number of the round to which it belongs. */
  readonly round: number;
  /** The parts that are still to be sent. */
  readonly pending: readonly Part[];
  /** Whether a response had shown the list before the first part. */
  readonly wasRead: boolean;
  /** Whether the change has entries of this action that the API accepted. */
  readonly isAccepted: boolean;
  /** The number of requests that were refused because of their entries. */
  readonly refusals: number;
  /** The number of refused requests that named one entry to read its kind. They are not among the refusals. */
  readonly refusedReads: number;
  /** Whether a request was sent once more after a conflict. */
  readonly isRepeated: boolean;
  /** The last request that was refused and halved. */
  readonly denied?: Entries;
  /** The most entries of a request that the API accepts, as far as its refusals show it. */
  readonly most: number;
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly accepted: Entries;
  /** Accepted entries that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused. */
  readonly refused: readonly RefusedGroup[];
  /**
   * The request that ended the queue early, and its duration in milliseconds. Its entries include those that were
   * refused together before and not sent again.
   */
  readonly interruption?: Failed & { readonly elapsed: number };
}

export function makeQueue(
  action: Action,
  entries: Entries,
  known: Pick<Queue, "round" | "wasRead" | "isAccepted" | "most">,
): Queue {
  const none = { refusals: 0, refusedReads: 0, isRepeated: false, refused: [] };
  const pending = split({ entries }, known.most);
  return { ...none, ...known, action, pending, accepted: noEntries, leftOut: noEntries };
}

export function hasEnded({ pending, interruption }: Queue): boolean {
  return pending.length === 0 || interruption !== undefined;
}

/** Sends these entries of the first part before the rest of it: one entry for each kind that they read. */
export function cutFirst(queue: Queue, entries: Entries): Queue {
  const [first, ...others] = queue.pending;
  const rest = difference(first?.entries ?? noEntries, entries);
  const part: Part = { ...first, entries, isReading: count(entries) === 1 };
  return { ...queue, pending: [part, ...(isEmpty(rest) ? [] : [{ ...first, entries: rest }]), ...others] };
}

/** The queue after its first part. @param exchange undefined if nothing of the part was sent. */
export function advance(before: Queue, exchange: Exchange | undefined, reader: Reader, policy: SyncPolicy): Queue {
  const [first, ...others] = before.pending;
  const queue = { ...before, pending: others };
  if (first === undefined || exchange === undefined) return queue;
  const { entries, response } = exchange;
  if (!(response instanceof ApiError)) return afterSuccess(queue, entries, response);
  const part: Part = { entries, isDenied: true };
  const isCertain = count(entries) === 1;
  if (response.meaning === "tooLarge" && !isCertain) {
    const most = halfSize(part);
    return { ...queue, most, pending: [part, ...others].flatMap((each) => split(each, most)) };
  }
  const isRefused = isRefusal(queue, response, reader);
  const isReading = isRefused && first.isReading === true;
  const refusedReads = queue.refusedReads + (isReading ? 1 : 0);
  const refusals = queue.refusals + (isRefused && !isReading ? 1 : 0);
  if (isRefused && response.meaning === "conflict" && !queue.isRepeated) {
    return { ...queue, refusals, isRepeated: true, pending: [{ ...part, delay: policy.repeatDelay }, ...others] };
  }
  const isFutile = refusals === policy.futileRequests && !queue.isAccepted;
  if (!isRefused || isFutile) {
    const denied = unionAll(others.map((each) => (each.isDenied === true ? each.entries : noEntries)));
    const interruption = { error: response, entries: union(entries, denied), elapsed: exchange.elapsed };
    return { ...queue, refusals, interruption };
  }
  if (isCertain || refusals > policy.narrowedRefusals) {
    return { ...queue, refusals, refusedReads, refused: [...queue.refused, { entries, isCertain, error: response }] };
  }
  const halves = split(part, halfSize(part));
  // Refused entries are often beside each other. In turns, the other half is soon accepted.
  const inTurns = refusals % 2 === 0 ? halves : halves.toReversed();
  return { ...queue, refusals, denied: entries, pending: [...inTurns, ...others] };
}

/**
 * Whether a request was refused because of its entries. If only a sentinel can read the list and it was not read yet,
 * every refused removal ends the queue.
 */
function isRefusal({ action, wasRead }: Queue, error: ApiError, reader: Reader): boolean {
  if (action === "add") return isAboutEntries(error);
  return (wasRead || reader.by !== "sentinel") && isAboutEntries(error, reader);
}

function afterSuccess(queue: Queue, entries: Entries, response: AppList): Queue {
  const missing = byKind((kind) => entries[kind].minus(response.entries[kind] ?? entries[kind]));
  const leftOut = queue.action === "add" ? union(queue.leftOut, missing) : queue.leftOut;
  const after = { ...queue, leftOut, accepted: union(queue.accepted, entries), isAccepted: true };
  const { denied, pending } = queue;
  if (denied === undefined || !isEmpty(difference(denied, after.accepted))) return after;
  const most = halfSize({ entries: denied });
  return { ...after, most, pending: pending.flatMap((each) => split(each, most)), denied: undefined, refusals: 0 };
}

function halfSize({ entries }: Part): number {
  return Math.ceil(count(entries) / 2);
}

/** Splits a part into parts of one size, in the order in which they are sent: kind after kind. */
function split(part: Part, size: number): readonly Part[] {
  if (count(part.entries) <= size) return [part];
  const all = kinds.flatMap((kind) => Array.from(part.entries[kind], (entry) => ({ kind, entry })));
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) => index * size);
  return starts.map((start) => {
    const chunk = all.slice(start, start + size);
    const entries = byKind((kind) => EntrySet.of(chunk.filter((each) => each.kind === kind).map(({ entry }) => entry)));
    return { ...part, entries };
  });
}

import { count, difference, isEmpty, noEntries, union, unionAll, type Action, type Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { isAboutEntries, sendOne, type ListAccess } from "./access";

/** The entries of a request that failed. */
export interface Failed {
  readonly entries: Entries;
  readonly error: ApiError;
}

export interface RefusedGroup extends Failed {
  /** Whether the group is one entry that was sent alone. Otherwise the API refused several entries together. */
  readonly isCertain: boolean;
}

/** The result of sending the entries of one action. Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of all requests that may have reached the API, whatever the outcome. */
  readonly sent: Entries;
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly acknowledged: Entries;
  /** Acknowledged entries that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused. */
  readonly refused: readonly RefusedGroup[];
  /** The most entries of a request that the API accepts, as far as its refusals show it. */
  readonly most: number;
  /**
   * The request that ended the sending early, and its duration in milliseconds. Its entries include those that were
   * refused together before and not sent again.
   */
  readonly interruption?: Failed & { readonly elapsed: number };
}

/** The entries of one request. */
interface Part {
  readonly entries: Entries;
  /** Whether they were refused together with others and are sent again. */
  readonly isDenied?: boolean;
  /**
   * Whether the next part is the other half of a refused request. If this part is accepted, the other half contains the
   * reason.
   */
  readonly isFirstHalf?: boolean;
}

interface SendOptions {
  /** Whether a request was refused because of its entries. Default: see `isAboutEntries`. */
  readonly isRefusal?: (error: ApiError) => boolean;
  /** Whether entries of the action were accepted before. Default: false. */
  readonly isAccepted?: boolean;
  /** The most entries of a request. Default: that of the policy. */
  readonly most?: number;
  /** Chooses the entries of a request immediately before it is sent. Default: all of them. */
  readonly select?: (entries: Entries) => Entries;
  /** Receives each response of success, with the entries of its request. */
  readonly onResponse?: (appList: AppList, entries: Entries) => void;
}

/**
 * Sends the entries of one action in as few requests as the API accepts, one after the other.
 *
 * - A request that is too large (413) is halved, and so are all later ones. A refused request was too large as well if all
 *   of its entries are accepted in smaller ones.
 * - A request that is refused because of its entries is halved until the refused entries are known. So one entry among
 *   thousands does not block the others. After a conflict (409), the request is first sent once more.
 * - Any other failure ends the sending. So does a number of refusals without a success.
 */
export async function send(
  access: ListAccess,
  action: Action,
  all: Entries,
  { isRefusal = isAboutEntries, isAccepted = false, select = (part) => part, onResponse, ...options }: SendOptions = {},
): Promise<Sent> {
  const { api, deadline, policy } = access;
  const refused: RefusedGroup[] = [];
  let most = options.most ?? policy.maxEntriesPerRequest;
  let pending = split({ entries: all }, most);
  /** The entries of refused requests. */
  let denials: readonly Entries[] = [];
  let mostAccepted = 0;
  let [sent, acknowledged, leftOut, requests, refusals, isRepeated] = [noEntries, noEntries, noEntries, 0, 0, false];
  for (;;) {
    const [first, ...others] = pending;
    if (first === undefined) return { sent, acknowledged, leftOut, refused, most };
    pending = others;
    if (requests > 0) access.onProgress?.(requests, pending.length + 1);
    const { remaining } = deadline;
    const request = await sendOne(access, action, select(first.entries));
    if (request === undefined) continue;
    const { entries, response } = request;
    requests += 1;
    if (!(response instanceof ApiError) || response.effect !== "none") sent = union(sent, entries);
    if (!(response instanceof ApiError)) {
      acknowledged = union(acknowledged, entries);
      mostAccepted = Math.max(mostAccepted, count(entries));
      const missing = byKind((kind) => entries[kind].minus(response.entries[kind] ?? entries[kind]));
      if (action === "add") leftOut = union(leftOut, missing);
      if (first.isFirstHalf === true) pending = halveFirst(others, mostAccepted);
      onResponse?.(response, entries);
      const accepted = acknowledged;
      const tooLarge = denials.filter((denied) => isEmpty(difference(denied, accepted)));
      if (tooLarge.length > 0) {
        most = Math.ceil(Math.min(...tooLarge.map(count)) / 2);
        [pending, denials, refusals] = [pending.flatMap((each) => split(each, most)), [], 0];
      }
      continue;
    }
    const part = { ...first, entries, isDenied: true };
    const { meaning } = response;
    const isCertain = count(entries) === 1;
    const isRefused = isRefusal(response);
    if (isRefused) refusals += 1;
    const isFutile = refusals === policy.futileRequests && isEmpty(acknowledged) && !isAccepted;
    if (meaning === "tooLarge" && !isCertain) {
      most = halfSize(part);
      pending = [part, ...others].flatMap((each) => split(each, most));
    } else if (isRefused && meaning === "conflict" && !isRepeated) {
      isRepeated = true;
      pending = [part, ...others];
      await api.wait(policy.repeatDelay, deadline);
    } else if (!isRefused || isFutile) {
      const denied = unionAll(others.map((each) => (each.isDenied === true ? each.entries : noEntries)));
      const elapsed = remaining - deadline.remaining;
      const interruption = { error: response, entries: union(entries, denied), elapsed };
      return { sent, acknowledged, leftOut, refused, most, interruption };
    } else if (isCertain || refusals > policy.narrowedRefusals) {
      refused.push({ entries, isCertain, error: response });
    } else {
      denials = [...denials, entries];
      pending = refusals <= policy.firstRefusals ? [...others, ...halve(part)] : [...halve(part), ...others];
    }
  }
}

/**
 * Halves the next part without sending it as a whole: it has a refused entry, or the refused request was too large. If no
 * request of that size was accepted, its halves show which it is. So they are next, and both are sent.
 */
function halveFirst([other, ...others]: readonly Part[], mostAccepted: number): readonly Part[] {
  if (other === undefined) return others;
  if (count(other.entries) === 1) return [other, ...others];
  return 2 * count(other.entries) > mostAccepted
    ? [...split(other, halfSize(other)), ...others]
    : [...others, ...halve(other)];
}

function halve(part: Part): readonly Part[] {
  return split(part, halfSize(part)).map((half, index) => ({ ...half, isFirstHalf: index === 0 }));
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
    return { ...part, entries, isFirstHalf: false };
  });
}

import { count, difference, isEmpty, noEntries, observedOr, union, type Action, type Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind } from "../list/kinds";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/schemas";
import { isRefusedChange, sendOne, type ListAccess } from "./access";

export interface RefusedGroup {
  readonly entries: Entries;
  /** Whether it is one entry, which was sent alone. Otherwise the API refused it together with more. */
  readonly isCertain: boolean;
  readonly error: ApiError;
}

/** The result of sending the entries of one action. Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly acknowledged: Entries;
  /** Entries among them that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused, also those that it refused with others and that were not sent again. */
  readonly refused: readonly RefusedGroup[];
  /** Why sending ended early. */
  readonly interruption?: Interruption;
  /** The list as the last response of success shows it. */
  readonly appList?: AppList;
}

export interface Interruption {
  readonly error: ApiError;
  /** The entries of the request that failed. */
  readonly entries: Entries;
  /** How long that request took, in milliseconds. */
  readonly elapsed: number;
}

/** Some of the entries, by their places in the order in which they are sent, over all kinds. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Part extends Range {
  /** The first refused request with these entries, which are sent again. */
  readonly denied?: Omit<RefusedGroup, "isCertain"> | undefined;
  /** Whether one of them may be the reason. */
  readonly isSuspect?: boolean;
  /** One of them certainly is, if still as many groups are refused when it is sent. */
  readonly refusedBefore?: number | undefined;
}

interface Sending extends Sent {
  readonly pending: readonly Part[];
  /** The most entries in one request. */
  readonly size: number;
  /** How many more requests may be spent on finding refused entries. */
  readonly isolationsLeft: number;
}

/** The statuses for a request with an invalid entry. */
export const invalid: ReadonlySet<number> = new Set([400, 422]);

interface SendOptions {
  /** The statuses with which the API refuses entries. Default: those for an invalid entry. */
  readonly refusals?: ReadonlySet<number>;
  /** Chooses the entries of a request immediately before it is sent. Default: all of them. */
  readonly select?: (entries: Entries) => Entries;
}

/**
 * Sends the entries of one action in as few requests as the API accepts, one after the other.
 *
 * - A request that is too large (413) is halved, and so are all later ones.
 * - A request that is refused as invalid (400, 422) is halved until the refused entries are known, so that one invalid
 *   entry among thousands does not block the others.
 * - Any other failure ends the sending.
 */
export async function send(
  access: ListAccess,
  action: Action,
  entries: Entries,
  { refusals = invalid, select = (all) => all }: SendOptions = {},
): Promise<Sent> {
  const { maxEntriesPerRequest: size, isolationRequests: isolationsLeft } = access.policy;
  const pending = [{ start: 0, end: count(entries) }];
  let sending: Sending = { acknowledged: noEntries, leftOut: noEntries, refused: [], pending, size, isolationsLeft };
  for (let requests = 0; ;) {
    sending = splitFirst(sending, entries);
    const [part] = sending.pending;
    if (part === undefined) break;
    const selected = select(slice(entries, part));
    if (isEmpty(selected)) {
      sending = withoutFirst(sending);
      continue;
    }
    const { remaining } = access.deadline;
    const response = await sendOne(access, action, selected);
    const elapsed = remaining - access.deadline.remaining;
    sending =
      response instanceof ApiError
        ? splitAfter(response, part, { entries: selected, elapsed }, withoutFirst(sending), refusals)
        : afterSuccess(withoutFirst(sending), action, selected, response);
    requests += 1;
    access.onProgress?.({ sent: requests, left: requestsLeft(sending) });
  }
  const { acknowledged, leftOut, refused, interruption, appList } = sending;
  return { acknowledged, leftOut, refused, interruption, appList };
}

/** The sending without its first part. If one of its entries may be refused, its request was spent on finding that out. */
function withoutFirst(sending: Sending): Sending {
  const [part, ...pending] = sending.pending;
  return { ...sending, pending, isolationsLeft: sending.isolationsLeft - Number(part?.isSuspect === true) };
}

/** Splits the first part until it is worth a request, or gives it up. */
function splitFirst(sending: Sending, entries: Entries): Sending {
  const [part, ...rest] = sending.pending;
  if (part === undefined) return sending;
  const { start, end, denied, isSuspect = false, refusedBefore } = part;
  const { size, refused } = sending;
  const withFirst = (...parts: readonly Part[]): Sending => ({ ...sending, pending: [...parts, ...rest] });
  if (start === end) return splitFirst(withFirst(), entries);
  if (isSuspect && denied !== undefined && sending.isolationsLeft === 0) {
    const group = { ...denied, entries: slice(entries, part), isCertain: false };
    return splitFirst({ ...withFirst(), refused: [...refused, group] }, entries);
  }
  if (end - start > size) {
    const chunk = { ...part, refusedBefore: undefined };
    return withFirst({ ...chunk, end: start + size }, { ...chunk, start: start + size });
  }
  // If the other half was accepted, a refused entry is in this one: no request is spent on confirming that.
  if (end - start > 1 && refusedBefore === refused.length) {
    return splitFirst(withFirst(...halve(part, refused.length)), entries);
  }
  return sending;
}

function afterSuccess(sending: Sending, action: Action, sent: Entries, appList: AppList): Sending {
  const missing = action === "add" ? difference(sent, observedOr(appList.entries, sent)) : noEntries;
  const { acknowledged, leftOut } = sending;
  return { ...sending, appList, acknowledged: union(acknowledged, sent), leftOut: union(leftOut, missing) };
}

/**
 * What becomes of a part whose request failed: it is sent in smaller parts, or its entry is refused, or sending ends.
 *
 * @param sending the state without the part.
 */
function splitAfter(
  error: ApiError,
  part: Part,
  request: Omit<Interruption, "error">,
  sending: Sending,
  refusals: ReadonlySet<number>,
): Sending {
  const { entries } = request;
  const { pending, size, refused } = sending;
  const again = { ...part, denied: part.denied ?? { entries, error } };
  const status = isRefusedChange(error) ? (error.status ?? 0) : 0;
  if (status === 413 && count(entries) > 1) {
    const half = Math.ceil((part.end - part.start) / 2);
    return { ...sending, pending: [again, ...pending], size: Math.min(size, half) };
  }
  if (refusals.has(status)) {
    return count(entries) > 1
      ? { ...sending, pending: [...halve(again, refused.length), ...pending] }
      : { ...sending, refused: [...refused, { entries, isCertain: true, error }] };
  }
  const known = refused.map((group) => group.entries).reduce(union, sending.acknowledged);
  const open = difference(part.denied?.entries ?? noEntries, known);
  const rest = part.denied === undefined || isEmpty(open) ? [] : [{ ...part.denied, entries: open, isCertain: false }];
  return { ...sending, pending: [], refused: [...refused, ...rest], interruption: { ...request, error } };
}

function halve(part: Part, refusedBefore: number): readonly Part[] {
  const middle = part.start + Math.ceil((part.end - part.start) / 2);
  const half = { ...part, isSuspect: true };
  return [
    { ...half, end: middle, refusedBefore: undefined },
    { ...half, start: middle, refusedBefore },
  ];
}

/** The number of requests that follow, if none of them is too large or refused. */
function requestsLeft({ pending, size }: Sending): number {
  const ofEach = pending.map(({ start, end }) => Math.ceil((end - start) / Math.min(size, end - start)));
  return ofEach.reduce((sum, requests) => sum + requests, 0);
}

function slice(entries: Entries, { start, end }: Range): Entries {
  if (start === 0 && end === count(entries)) return entries;
  let first = 0;
  return byKind((kind) => {
    const [from, to] = [Math.max(0, start - first), Math.max(0, end - first)];
    first += entries[kind].size;
    return EntrySet.of(Iterator.from(entries[kind]).take(to).drop(from));
  });
}

import {
  count,
  difference,
  isEmpty,
  noEntries,
  observedOr,
  unionAll,
  type Action,
  type Entries,
} from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
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

interface Interruption {
  readonly error: ApiError;
  /** The entries of the request that failed. */
  readonly entries: Entries;
  /** How long that request took, in milliseconds. */
  readonly elapsed: number;
}

/** Entries of one request, unless they are too many. */
interface Part {
  readonly entries: Entries;
  /** The first refused request with these entries, which are sent again. */
  readonly denied?: Omit<RefusedGroup, "isCertain">;
  /** Whether one of them may be the reason. */
  readonly isSuspect?: boolean;
  /** One of them certainly is, if still as many groups are refused when it is sent. */
  readonly refusedBefore?: number | undefined;
}

interface Sending extends Omit<Sent, "acknowledged" | "leftOut"> {
  /** Of each request. */
  readonly acknowledged: readonly Entries[];
  readonly leftOut: readonly Entries[];
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
  const pending = [{ entries }];
  let sending: Sending = { acknowledged: [], leftOut: [], refused: [], pending, size, isolationsLeft };
  for (let requests = 0; ;) {
    sending = splitFirst(sending);
    const [first, ...others] = sending.pending;
    if (first === undefined) break;
    sending = { ...sending, pending: others };
    const part = { ...first, entries: select(first.entries) };
    if (isEmpty(part.entries)) continue;
    const { remaining } = access.deadline;
    const response = await sendOne(access, action, part.entries);
    const elapsed = remaining - access.deadline.remaining;
    if (part.isSuspect === true) sending = { ...sending, isolationsLeft: sending.isolationsLeft - 1 };
    sending =
      response instanceof ApiError
        ? splitAfter({ error: response, entries: part.entries, elapsed }, part, sending, refusals)
        : afterSuccess(response, action, part.entries, sending);
    requests += 1;
    access.onProgress?.({ sent: requests, left: requestsLeft(sending) });
  }
  const { acknowledged, leftOut, refused, interruption, appList } = sending;
  return { acknowledged: unionAll(acknowledged), leftOut: unionAll(leftOut), refused, interruption, appList };
}

/** Splits the first part until it is worth a request, or gives it up. */
function splitFirst(sending: Sending): Sending {
  const [part, ...others] = sending.pending;
  if (part === undefined) return sending;
  const { entries, denied, isSuspect = false, refusedBefore } = part;
  const { size, refused, isolationsLeft } = sending;
  if (isSuspect && denied !== undefined && isolationsLeft === 0) {
    return splitFirst({ ...sending, pending: others, refused: [...refused, { ...denied, entries, isCertain: false }] });
  }
  if (count(entries) > size) {
    const parts = chunks(entries, size).map((chunk) => ({ ...part, entries: chunk, refusedBefore: undefined }));
    return { ...sending, pending: [...parts, ...others] };
  }
  // If the other half was accepted, a refused entry is in this one: no request is spent on confirming that.
  const isRefused = count(entries) > 1 && refusedBefore === refused.length;
  return isRefused ? splitFirst({ ...sending, pending: [...halve(part, refused.length), ...others] }) : sending;
}

function afterSuccess(appList: AppList, action: Action, sent: Entries, sending: Sending): Sending {
  const missing = action === "add" ? difference(sent, observedOr(appList.entries, sent)) : noEntries;
  const { acknowledged, leftOut } = sending;
  return { ...sending, appList, acknowledged: [...acknowledged, sent], leftOut: [...leftOut, missing] };
}

/** What becomes of a part whose request failed: it is sent in smaller parts, or its entry is refused, or sending ends. */
function splitAfter(failed: Interruption, part: Part, sending: Sending, refusals: ReadonlySet<number>): Sending {
  const { error, entries } = failed;
  const { pending, size, refused } = sending;
  const again = { ...part, denied: part.denied ?? { entries, error } };
  const status = isRefusedChange(error) ? (error.status ?? 0) : 0;
  if (status === 413 && count(entries) > 1) {
    return { ...sending, pending: [again, ...pending], size: Math.min(size, Math.ceil(count(entries) / 2)) };
  }
  if (refusals.has(status)) {
    return count(entries) > 1
      ? { ...sending, pending: [...halve(again, refused.length), ...pending] }
      : { ...sending, refused: [...refused, { entries, isCertain: true, error }] };
  }
  const known = unionAll([...sending.acknowledged, ...refused.map((group) => group.entries)]);
  const open = difference(part.denied?.entries ?? noEntries, known);
  const rest = part.denied === undefined || isEmpty(open) ? [] : [{ ...part.denied, entries: open, isCertain: false }];
  return { ...sending, pending: [], refused: [...refused, ...rest], interruption: failed };
}

function halve(part: Part, refusedBefore: number): readonly Part[] {
  return chunks(part.entries, Math.ceil(count(part.entries) / 2)).map((entries, index) => ({
    ...part,
    entries,
    isSuspect: true,
    refusedBefore: index === 0 ? undefined : refusedBefore,
  }));
}

/** The entries in parts of one size, in the order in which they are sent: kind after kind. */
function chunks(entries: Entries, size: number): readonly Entries[] {
  const all = kinds.flatMap((kind) => Array.from(entries[kind], (entry) => ({ kind, entry })));
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) => index * size);
  return starts.map((start) => {
    const part = all.slice(start, start + size);
    return byKind((kind) => EntrySet.of(part.filter((each) => each.kind === kind).map(({ entry }) => entry)));
  });
}

/** The number of requests that follow, if none of them is too large or refused. */
function requestsLeft({ pending, size }: Sending): number {
  return pending.reduce((sum, { entries }) => sum + Math.max(1, Math.ceil(count(entries) / size)), 0);
}

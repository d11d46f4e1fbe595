import { count, isEmpty, noEntries, union, unionAll, type Action, type Entries } from "../list/entries";
import { EntrySet } from "../list/entry-set";
import { byKind, kinds } from "../list/kinds";
import { ApiError } from "../api/errors";
import type { AppList } from "../api/app-list";
import { isAboutEntries, refusalOf, sendOne, type ListAccess, type SyncPolicy } from "./access";

/** The entries of a request that failed. */
export interface Failed {
  readonly entries: Entries;
  readonly error: ApiError;
}

export interface RefusedGroup extends Failed {
  /** Whether it is one entry, which was sent alone. Otherwise the API refused it together with more. */
  readonly isCertain: boolean;
}

/** The result of sending the entries of one action. Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly acknowledged: Entries;
  /** Entries among them that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused, also those that it refused with others and that were not sent again. */
  readonly refused: readonly RefusedGroup[];
  /** The request that ended the sending early, and how long it took, in milliseconds. */
  readonly interruption?: Interruption;
}

type Interruption = Failed & { readonly elapsed: number };

/** The entries of one request. */
interface Part {
  readonly entries: Entries;
  /** The error of the first refused request with these entries, which are sent again. */
  readonly denied?: ApiError;
  /** Whether the next part is the other half of a refused request: if this one is accepted, the reason is there. */
  readonly isFirstHalf?: boolean;
}

interface Sending extends Omit<Sent, "acknowledged"> {
  /** Of each request. */
  readonly acknowledged: readonly Entries[];
  readonly pending: readonly Part[];
  /** The number of requests that were refused because of their entries. */
  readonly refusals: number;
  /** Whether one of them is sent again, unchanged, because the conflict may pass: at most once. */
  readonly isRepeated: boolean;
}

interface SendOptions {
  /** Whether a request was refused because of its entries. Default: see `isAboutEntries`. */
  readonly isRefusal?: (error: ApiError) => boolean;
  /** Whether entries of the action were accepted before. Default: false. */
  readonly isAccepted?: boolean;
  /** Chooses the entries of a request immediately before it is sent. Default: all of them. */
  readonly select?: (entries: Entries) => Entries;
  /** Receives each response of success, with the entries of its request. */
  readonly onResponse?: (appList: AppList, entries: Entries) => void;
}

/**
 * Sends the entries of one action in as few requests as the API accepts, one after the other.
 *
 * - A request that is too large (413) is halved, and so are all later ones.
 * - A request that is refused because of its entries is halved until the refused entries are known, so that one of them
 *   among thousands does not block the others. After a conflict (409) it is sent once more before that.
 * - Any other failure ends the sending, as do many refusals of which none is followed by a success.
 */
export async function send(
  access: ListAccess,
  action: Action,
  entries: Entries,
  { isRefusal = isAboutEntries, isAccepted = false, select = (all) => all, onResponse }: SendOptions = {},
): Promise<Sent> {
  const { api, deadline } = access;
  const policy = isAccepted ? { ...access.policy, futileRequests: Number.POSITIVE_INFINITY } : access.policy;
  let sending: Sending = {
    acknowledged: [],
    leftOut: noEntries,
    refused: [],
    pending: split({ entries }, policy.maxEntriesPerRequest),
    refusals: 0,
    isRepeated: false,
  };
  for (;;) {
    const [first, ...others] = sending.pending;
    if (first === undefined) break;
    const rest: Sending = { ...sending, pending: others };
    sending = rest;
    const part = { ...first, entries: select(first.entries) };
    if (isEmpty(part.entries)) continue;
    const { isRepeated } = sending;
    const { remaining } = deadline;
    const response = await sendOne(access, action, part.entries);
    const elapsed = remaining - deadline.remaining;
    if (!(response instanceof ApiError)) {
      sending = afterSuccess(response, action, part, sending);
      onResponse?.(response, part.entries);
    } else {
      const failed = { error: response, entries: part.entries, elapsed };
      sending = isRefusal(response) ? narrowDown(failed, part, sending, policy) : splitAfter(failed, part, sending);
    }
    if (sending.isRepeated && !isRepeated) await api.wait(policy.repeatDelay, deadline);
  }
  const { acknowledged, leftOut, refused, interruption } = sending;
  return { acknowledged: unionAll(acknowledged), leftOut, refused, interruption };
}

function afterSuccess(appList: AppList, action: Action, part: Part, sending: Sending): Sending {
  const missing = action === "add" ? missingFrom(appList, part.entries) : noEntries;
  const leftOut = union(sending.leftOut, missing);
  const [other, ...others] = sending.pending;
  // No request is spent on confirming that a refused entry is in the other half.
  const isHalved = part.isFirstHalf === true && other !== undefined && count(other.entries) > 1;
  const pending = isHalved ? [...others, ...halve(other)] : sending.pending;
  return { ...sending, pending, acknowledged: [...sending.acknowledged, part.entries], leftOut };
}

/** Of the given entries those that a response lacks although it shows their kinds. */
function missingFrom(appList: AppList, entries: Entries): Entries {
  return byKind((kind) => entries[kind].minus(appList.entries[kind] ?? entries[kind]));
}

/** What becomes of a part that was refused because of its entries. */
function narrowDown(failed: Interruption, part: Part, sending: Sending, policy: SyncPolicy): Sending {
  const { error, entries } = failed;
  const { pending, acknowledged } = sending;
  const refusals = sending.refusals + 1;
  const again = { ...part, denied: part.denied ?? error };
  if (refusalOf(error, sending) === "repeat") {
    return { ...sending, refusals, isRepeated: true, pending: [again, ...pending] };
  }
  if (refusals === policy.futileRequests && acknowledged.length === 0) {
    const open = [part, ...pending.filter((other) => other.denied !== undefined)];
    const rest = unionAll(open.map((each) => each.entries));
    return { ...sending, pending: [], interruption: { ...failed, entries: rest } };
  }
  const isCertain = count(entries) === 1;
  if (isCertain || refusals > policy.narrowedRefusals) {
    return { ...sending, refusals, refused: [...sending.refused, { entries, isCertain, error }] };
  }
  // At first, the other parts are sent before the halves: if few entries are the reason, that shows early that the API
  // does not refuse every request.
  const place = refusals <= 3 ? pending.length : 0;
  return { ...sending, refusals, pending: pending.toSpliced(place, 0, ...halve(again)) };
}

/** What becomes of a part whose request failed for another reason: it is sent in smaller parts, or sending ends. */
function splitAfter(failed: Interruption, part: Part, sending: Sending): Sending {
  const { error, entries } = failed;
  const { pending, refused } = sending;
  if (error.meaning === "tooLarge" && count(entries) > 1) {
    const size = Math.ceil(count(entries) / 2);
    const again = { ...part, denied: part.denied ?? error };
    return { ...sending, pending: [again, ...pending].flatMap((each) => split(each, size)) };
  }
  const open = [part, ...pending].filter(({ denied }) => denied === part.denied);
  const group = { entries: unionAll(open.map((each) => each.entries)), isCertain: false };
  const rest = part.denied === undefined ? [] : [{ ...group, error: part.denied }];
  return { ...sending, pending: [], refused: [...refused, ...rest], interruption: failed };
}

function halve(part: Part): readonly Part[] {
  const halves = split(part, Math.ceil(count(part.entries) / 2));
  return halves.map((half, index) => ({ ...half, isFirstHalf: index === 0 }));
}

/** A part in parts of one size, in the order in which they are sent: kind after kind. */
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

import { count, difference, isEmpty, noEntries, observedOr, type Action, type Entries } from "../list/entries";
import { attemptChange, isRefusedChange, type Answer, type ListAccess } from "./observe";
import { invalid, merge, slice, type Range, type RefusedGroup, type Sent } from "./sent";

/** After a refusal, this many requests are spent on finding the refused entries. */
const isolationRequests = 64;

interface Part extends Range {
  /** The first refused request with these entries, which are sent again. */
  readonly denied?: Omit<RefusedGroup, "isCertain"> | undefined;
  /** Whether one of them may be the reason. */
  readonly isSuspect?: boolean;
  /** One of them certainly is, if still as many groups are refused when it is sent. */
  readonly refusedBefore?: number | undefined;
}

interface Sending {
  readonly pending: readonly Part[];
  /** The most entries in one request. */
  readonly size: number;
  /** The number of requests that were spent on finding refused entries. */
  readonly isolations: number;
  readonly acknowledged: readonly Entries[];
  readonly leftOut: readonly Entries[];
  readonly refused: readonly RefusedGroup[];
  readonly interruption?: Sent["interruption"];
  readonly appList?: Sent["appList"];
}

/**
 * Sends the entries of one action in as few requests as the API accepts, one after the other.
 *
 * - A request that is too large (413) is halved, and so are all later ones.
 * - A request that is refused as invalid (400, 422) is halved until the refused entries are known, so that one invalid
 *   entry among thousands does not block the others.
 * - Any other failure ends the sending.
 *
 * @param refusals the statuses with which the API refuses entries.
 */
export async function send(
  access: ListAccess,
  action: Action,
  entries: Entries,
  refusals: ReadonlySet<number> = invalid,
): Promise<Sent> {
  const size = access.maxEntriesPerRequest ?? Number.POSITIVE_INFINITY;
  const pending = [{ start: 0, end: count(entries) }];
  let sending: Sending = { pending, size, isolations: 0, acknowledged: [], leftOut: [], refused: [] };
  for (let requests = 1; ; requests += 1) {
    sending = splitFirst(sending, entries);
    const [part] = sending.pending;
    if (part === undefined) break;
    const sent = slice(entries, part);
    const answer = await attemptChange(access, action, sent);
    sending = afterAnswer(sending, { action, sent, answer, refusals });
    access.onProgress?.({ sent: requests, left: requestsLeft(sending) });
  }
  const { refused, interruption, appList } = sending;
  return { acknowledged: merge(sending.acknowledged), leftOut: merge(sending.leftOut), refused, interruption, appList };
}

/** Splits the first part until it is worth a request, or gives it up. */
function splitFirst(sending: Sending, entries: Entries): Sending {
  const [part, ...rest] = sending.pending;
  if (part === undefined) return sending;
  const { start, end, denied, isSuspect = false, refusedBefore } = part;
  const { size, refused } = sending;
  const withFirst = (...parts: readonly Part[]): Sending => ({ ...sending, pending: [...parts, ...rest] });
  if (start === end) return splitFirst(withFirst(), entries);
  if (isSuspect && denied !== undefined && sending.isolations === isolationRequests) {
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

interface Answered {
  readonly action: Action;
  readonly sent: Entries;
  readonly answer: Answer;
  readonly refusals: ReadonlySet<number>;
}

function afterAnswer(sending: Sending, { action, sent, answer, refusals }: Answered): Sending {
  const [part, ...pending] = sending.pending;
  if (part === undefined) return sending;
  const { acknowledged, leftOut, refused } = sending;
  const next = { ...sending, pending, isolations: sending.isolations + Number(part.isSuspect === true) };
  if (answer.outcome === "changed") {
    const { appList } = answer;
    const missing = action === "add" ? [difference(sent, observedOr(appList.entries, sent))] : [];
    return { ...next, appList, acknowledged: [...acknowledged, sent], leftOut: [...leftOut, ...missing] };
  }
  const { error } = answer;
  const size = part.end - part.start;
  const again = { ...part, denied: part.denied ?? { entries: sent, error } };
  const status = isRefusedChange(error) ? (error.status ?? 0) : 0;
  if (status === 413 && size > 1) {
    return { ...next, pending: [again, ...pending], size: Math.min(next.size, Math.ceil(size / 2)) };
  }
  if (refusals.has(status)) {
    return size > 1
      ? { ...next, pending: [...halve(again, refused.length), ...pending] }
      : { ...next, refused: [...refused, { entries: sent, isCertain: true, error }] };
  }
  const open = difference(
    part.denied?.entries ?? noEntries,
    merge([...acknowledged, ...refused.map(({ entries }) => entries)]),
  );
  const rest = part.denied === undefined || isEmpty(open) ? [] : [{ ...part.denied, entries: open, isCertain: false }];
  return { ...next, pending: [], refused: [...refused, ...rest], interruption: { error, entries: sent } };
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

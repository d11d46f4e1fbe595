import { kinds } from "../list/kinds";
import { count, difference, isEmpty, observedOr, union, type Action, type Entries } from "../list/entries";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import { isRefusedChange, type ListAccess } from "./observe";
import { invalid, merge, slice, type Range, type RefusedGroup, type Sent } from "./sent";

/** The most requests for one list at the same time. */
const mostParallel = 4;

/** After a refusal, this many requests are spent on finding the refused entries. */
const isolationRequests = 64;

/** A request that failed. */
interface Failure {
  readonly range: Range;
  readonly error: ServiceError;
}

/**
 * Sends the entries of one action in as few requests as the API accepts.
 *
 * - A request that is too large (413) is halved, and so are all later ones.
 * - A request that is refused as invalid (400, 422) is halved until the refused entries are known, so that one invalid
 *   entry among thousands does not block the others.
 * - Any other failure ends the sending.
 *
 * Additions may be sent in parallel: the API documents that an addition changes no other entries. An API that stores lists
 * without a lock can lose some of these additions, and no other entries. So the last request is sent when all others have
 * a response: its own response shows the missing entries, and the caller sends them again, one request after the other. The
 * first request is sent alone, too: it shows whether the API accepts such requests. After a request failed beside others,
 * all are sent alone.
 *
 * @param refusals the statuses with which the API refuses entries.
 * @param mayBeParallel whether additions may be sent in parallel.
 */
export async function send(
  access: ListAccess,
  action: Action,
  entries: Entries,
  refusals: ReadonlySet<number> = invalid,
  mayBeParallel = false,
): Promise<Sent> {
  const { service, appListId, deadline, maxEntriesPerRequest = Number.POSITIVE_INFINITY } = access;
  const total = count(entries);
  const acknowledged: Entries[] = [];
  const leftOut: Entries[] = [];
  const refused: RefusedGroup[] = [];
  /** The accepted entries since the last request that was sent alone. */
  let unseen: Entries[] = [];
  let appList: AppList | undefined;
  let isParallel = mayBeParallel && action === "add";
  let size = maxEntriesPerRequest;
  let isolationLeft = isolationRequests;
  let requests = 0;
  let answered = 0;
  let interruption: Sent["interruption"];
  /** The denied request whose entries are being sent again. */
  let denied: Omit<RefusedGroup, "isCertain"> | undefined;

  function reportProgress(): void {
    requests += 1;
    const open = total - answered;
    access.onProgress?.({ sent: requests, left: open === 0 ? 0 : Math.ceil(open / Math.min(size, open)) });
  }

  function interrupt(error: ServiceError, part: Entries): never {
    interruption = { error, entries: part };
    throw error;
  }

  function isRefusal({ range, error }: Failure): boolean {
    return isTooLarge({ range, error }) || (isRefusedChange(error) && refusals.has(error.status ?? 0));
  }

  /**
   * Sends one request. Returns the error if the API refused it, or if it was sent beside others.
   *
   * @param isAlone whether no other request is sent before this one has a response.
   */
  async function request(range: Range, isAlone: boolean): Promise<ServiceError | undefined> {
    const part = slice(entries, range);
    let list: AppList;
    try {
      list = await service.changeAppList(appListId, action, part, { deadline });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return isAlone && !isRefusal({ range, error }) ? interrupt(error, part) : error;
    }
    if (isAlone) [appList, unseen] = [list, []];
    else unseen.push(part);
    acknowledged.push(part);
    if (action === "add") leftOut.push(difference(part, observedOr(list.entries, part)));
    answered += count(part);
    reportProgress();
    return undefined;
  }

  /**
   * Sends a range in parts that are small enough. Throws if nothing more can be sent.
   *
   * @returns whether all of it was accepted.
   */
  async function sendRange({ start, end }: Range): Promise<boolean> {
    let isAccepted = true;
    for (let next = start; next < end;) {
      next = await sendParallel({ start: next, end });
      const range = { start: next, end: Math.min(next + size, end) };
      const error = await request(range, true);
      if (error !== undefined && isTooLarge({ range, error })) {
        halve(range);
        return (await sendAgain({ range, error }, () => sendRange({ start: range.start, end }))) && isAccepted;
      }
      isAccepted &&= error === undefined;
      if (error !== undefined) await isolateRefused({ range, error });
      next = range.end;
    }
    return isAccepted;
  }

  /** Sends all parts of a range but the last one in parallel, if that is possible, and returns the end of what was sent. */
  async function sendParallel({ start, end }: Range): Promise<number> {
    const parts = Math.ceil((end - start) / size) - 1;
    // Only if a response has shown all kinds that are sent, the last response can verify the others.
    const showsAll = kinds.every((kind) => entries[kind].size === 0 || appList?.entries[kind] !== undefined);
    if (!isParallel || parts < 2 || !showsAll) return start;
    const failures: Failure[] = [];
    let next = start;
    const sendNext = async (): Promise<void> => {
      while (next < start + parts * size && failures.length === 0) {
        const range = { start: next, end: next + size };
        next = range.end;
        const error = await request(range, false);
        if (error !== undefined) failures.push({ range, error });
      }
    };
    await Promise.all(Array.from({ length: mostParallel }, sendNext));
    if (failures.length > 0) await afterParallel(failures);
    return next;
  }

  /** After requests in parallel failed. Those that had no effect are sent again alone: the API may refuse it otherwise. */
  async function afterParallel(failures: readonly Failure[]): Promise<void> {
    isParallel = false;
    const unknown = failures.find(({ error }) => error.effect === "possible");
    if (unknown !== undefined) {
      const sent = failures.filter(({ error }) => error.effect !== "none");
      interrupt(unknown.error, merge(sent.map(({ range }) => slice(entries, range))));
    }
    for (const failure of failures) {
      if (isTooLarge(failure)) halve(failure.range);
      if (failure.error.effect === "none") await sendRange(failure.range);
      else if (isRefusal(failure) && !isTooLarge(failure)) await isolateRefused(failure);
      else await sendAgain(failure, () => sendRange(failure.range));
    }
  }

  /** After a request that was too large: all later ones are half as large. */
  function halve({ start, end }: Range): void {
    size = Math.min(size, Math.ceil((end - start) / 2));
    reportProgress();
  }

  /** Sends the entries of a denied request again, in parts. */
  async function sendAgain({ range, error }: Failure, resend: () => Promise<boolean>): Promise<boolean> {
    const isOutermost = denied === undefined;
    denied ??= { entries: slice(entries, range), error };
    const result = await resend();
    if (isOutermost) denied = undefined;
    return result;
  }

  async function isolateRefused(failure: Failure): Promise<void> {
    await sendAgain(failure, () => isolate(failure));
    reportProgress();
  }

  function refuse({ range, error }: Failure, isCertain: boolean): void {
    refused.push({ entries: slice(entries, range), isCertain, error });
    answered += range.end - range.start;
  }

  async function sendWhileIsolating(failure: Failure): Promise<boolean> {
    isolationLeft -= 1;
    if (isolationLeft >= 0) return sendRange(failure.range);
    refuse(failure, false);
    return false;
  }

  /** Finds the refused entries of a refused range, and sends the others. */
  async function isolate({ range, error }: Failure): Promise<false> {
    const { start, end } = range;
    const middle = start + Math.ceil((end - start) / 2);
    const second = { range: { start: middle, end }, error };
    if (middle === end) refuse({ range, error }, true);
    else {
      const isAccepted = await sendWhileIsolating({ range: { start, end: middle }, error });
      // If the first half is accepted, a refused entry is in the second: no request is spent on confirming that.
      await (isAccepted && end - middle > 1 ? isolate(second) : sendWhileIsolating(second));
    }
    return false;
  }

  try {
    await sendRange({ start: 0, end: total });
  } catch (error) {
    if (error !== interruption?.error) throw error;
  }
  if (interruption !== undefined && denied !== undefined) {
    const known = refused.map((group) => group.entries).reduce(union, merge(acknowledged));
    const open = difference(denied.entries, known);
    if (!isEmpty(open)) refused.push({ ...denied, entries: open, isCertain: false });
  }
  const groups = { acknowledged: merge(acknowledged), leftOut: merge(leftOut), unseen: merge(unseen) };
  return { ...groups, refused, interruption, appList };
}

function isTooLarge({ range, error }: Failure): boolean {
  return isRefusedChange(error) && error.status === 413 && range.end - range.start > 1;
}

import { byKind, kinds, type Kind } from "../list/kinds";
import { count, difference, noEntries, union, type Entries, type Action } from "../list/entries";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import { isRefusedChange, type ListAccess } from "./observe";

/** Entries that the API refused, with its error. */
export interface RefusedGroup {
  readonly entries: Entries;
  /** Whether it is one entry, which was sent alone. Otherwise the API refused it together with more. */
  readonly isCertain: boolean;
  readonly error: ServiceError;
}

/** The outcome of one action. Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of requests for which the API returned success. Whether they took effect is still to be verified. */
  readonly acknowledged: Entries;
  /** Entries among them that the response to their own addition lacks. */
  readonly leftOut: Entries;
  /** Entries that the API refused, also those that it refused with others and that were not sent again. */
  readonly refused: readonly RefusedGroup[];
  /** Why sending ended early, and the entries of that request. */
  readonly interruption?: { readonly error: ServiceError; readonly entries: Entries } | undefined;
  /** The list as the last response of success shows it. */
  readonly appList?: AppList | undefined;
}

/** An entry and its kind: a request may hold entries of all kinds. */
type Item = readonly [kind: Kind, entry: string];

type Result = "accepted" | "refused" | "notSent";

/** After a refusal, this many requests are spent on finding the refused entries. */
const isolationRequests = 64;

/** The statuses for a request with an invalid entry. */
export const invalid: ReadonlySet<number> = new Set([400, 422]);

/** The same, of an API that answers 404 to the removal of an absent entry. */
export const invalidOrAbsent: ReadonlySet<number> = new Set([...invalid, 404]);

/** The same, of an API that answers 409 to the addition of an entry that is in the list. */
export const invalidOrPresent: ReadonlySet<number> = new Set([...invalid, 409]);

/**
 * Sends the entries of one action in as few requests as the API takes.
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
  const items = kinds.flatMap((kind) => Array.from(entries[kind], (entry): Item => [kind, entry]));
  const acknowledged: Item[] = [];
  const leftOut: Item[] = [];
  const refused: RefusedGroup[] = [];
  let appList: AppList | undefined;
  let size = access.maxEntriesPerRequest ?? Number.POSITIVE_INFINITY;
  let isolationLeft = isolationRequests;
  let requests = 0;
  /** The denied request whose entries are being sent again. */
  let denied: Omit<RefusedGroup, "isCertain"> | undefined;

  function reportProgress(): void {
    requests += 1;
    const answered = acknowledged.length + refused.reduce((sum, group) => sum + count(group.entries), 0);
    const open = items.length - answered;
    access.onProgress?.({ sent: requests, left: open === 0 ? 0 : Math.ceil(open / Math.min(size, open)) });
  }

  /** Sends one group, in parts if it is too large. Throws {@link Interruption} if nothing more can be sent. */
  async function sendGroup(group: readonly Item[]): Promise<Result> {
    if (group.length > size) return sendInParts(group);
    try {
      const options = { deadline: access.deadline };
      appList = await access.service.changeAppList(access.appListId, action, entriesOf(group), options);
      // Not spread: a call takes some hundred thousand arguments at most.
      for (const item of group) {
        acknowledged.push(item);
        const [kind, entry] = item;
        if (action === "add" && appList.entries[kind]?.has(entry) === false) leftOut.push(item);
      }
      reportProgress();
      return "accepted";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!isRefusedChange(error)) throw new Interruption(error, group);
      if (error.status === 413 && group.length > 1) {
        size = Math.ceil(group.length / 2);
        reportProgress();
        return sendAgain(group, error, () => sendInParts(group));
      }
      if (error.status === undefined || !refusals.has(error.status)) throw new Interruption(error, group);
      return sendAgain(group, error, async () => {
        await isolate(group, error);
        reportProgress();
        return "refused";
      });
    }
  }

  /** Sends the entries of a denied request again, in parts. */
  async function sendAgain(
    group: readonly Item[],
    error: ServiceError,
    resend: () => Promise<Result>,
  ): Promise<Result> {
    const isOutermost = denied === undefined;
    denied ??= { entries: entriesOf(group), error };
    const result = await resend();
    if (isOutermost) denied = undefined;
    return result;
  }

  async function sendInParts(group: readonly Item[]): Promise<Result> {
    let result: Result = "accepted";
    for (let start = 0; start < group.length;) {
      const part = group.slice(start, start + size);
      start += part.length;
      if ((await sendGroup(part)) !== "accepted") result = "refused";
    }
    return result;
  }

  async function sendWhileIsolating(group: readonly Item[], error: ServiceError): Promise<Result> {
    if (isolationLeft === 0) {
      refused.push({ entries: entriesOf(group), isCertain: false, error });
      return "notSent";
    }
    isolationLeft -= 1;
    return sendGroup(group);
  }

  /** Finds the refused entries of a refused group, and sends the others. */
  async function isolate(group: readonly Item[], error: ServiceError): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    const [first, second] = [group.slice(0, middle), group.slice(middle)];
    if (second.length === 0) {
      refused.push({ entries: entriesOf(group), isCertain: true, error });
      return;
    }
    const result = await sendWhileIsolating(first, error);
    // If the first half is accepted, a refused entry is in the second: no request is spent on confirming that.
    if (result === "accepted" && second.length > 1) await isolate(second, error);
    else await sendWhileIsolating(second, error);
  }

  let interruption: Interruption | undefined;
  try {
    if (items.length > 0) await sendGroup(items);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    interruption = error;
    if (denied !== undefined) {
      const known = refused.map((group) => group.entries).reduce(union, entriesOf(acknowledged));
      refused.push({ ...denied, entries: difference(denied.entries, known), isCertain: false });
    }
  }
  return {
    acknowledged: entriesOf(acknowledged),
    leftOut: entriesOf(leftOut),
    refused,
    interruption: interruption && { error: interruption.reason, entries: entriesOf(interruption.group) },
    appList,
  };
}

/** The entries of requests of which the API reported that they had no effect. */
export function deniedEntries({ refused, interruption }: Sent): Entries {
  const isDenied = interruption?.error.effect === "denied";
  return refused.map(({ entries }) => entries).reduce(union, isDenied ? interruption.entries : noEntries);
}

/** Carries the error that ended the sending out of the nested calls. */
class Interruption extends Error {
  readonly reason: ServiceError;
  readonly group: readonly Item[];

  constructor(reason: ServiceError, group: readonly Item[]) {
    super(reason.message, { cause: reason });
    this.reason = reason;
    this.group = group;
  }
}

function entriesOf(items: readonly Item[]): Entries {
  const entries = byKind(() => new Set<string>());
  for (const [kind, entry] of items) entries[kind].add(entry);
  return entries;
}

/**
 * The entries that a request names and nothing else. A list can show an entry with a comma in it: a request to remove
 * that would remove others, which may be declared.
 */
export function sendableEntries(entries: Entries): Entries {
  return byKind((kind) => {
    const withComma = new Set(Iterator.from(entries[kind]).filter((entry) => entry.includes(",")));
    return withComma.size === 0 ? entries[kind] : entries[kind].difference(withComma);
  });
}

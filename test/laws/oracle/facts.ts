import type { JournalEntry } from "../../../provider/simulator/index";
import { namedBy, requestedList } from "./entries";
import type { Claims, Entry, EntrySet, ListKey, Lists, ResourceFacts } from "./entries";
import type { Declared } from "./program";

/** What one command of a stack did, seen from outside. */
export interface Facts {
  readonly command: Command;
  readonly outcome: "done" | "failed" | "killed";
  /** Whether it was canceled while it ran: then the provider no longer awaits a response to a read. */
  readonly isCanceled: boolean;
  /** The messages of its errors. */
  readonly errors: readonly string[];
  /** Of an up: the resources of the program, in the order of their registration. */
  readonly program: readonly Declared[];
  readonly refresh: boolean;
  readonly inSequence: boolean;
  /** The entries of all lists before the command, and after it. */
  readonly before: EntrySet;
  readonly after: EntrySet;
  /** The sentinels in all lists before the command, and after it. */
  readonly sentinelsBefore: EntrySet;
  readonly sentinels: EntrySet;
  /** Entries with more copies than before, and more than one. */
  readonly multiplied: EntrySet;
  /** The lists that exist. */
  readonly existing: ReadonlySet<ListKey>;
  readonly requests: readonly JournalEntry[];
  /** The state before the command, and after it. */
  readonly claimsBefore: Claims;
  readonly claims: Claims;
  /** The resources in the state before the command, and after it. */
  readonly resourcesBefore: readonly ResourceFacts[];
  readonly resources: readonly ResourceFacts[];
  /** The lines that the provider printed; undefined if they are not known. */
  readonly printed: readonly string[] | undefined;
  /** The lists that a successful response showed; after a refresh, to each of its resources. */
  readonly read: ReadonlySet<ListKey>;
  /** Entries that were in the list before and after, and that a request of this command may have added. */
  readonly uncertain: EntrySet;
  /** Whether the API misled the provider: it refused to show a list, or a request that had its effect nonetheless. */
  readonly isBlinded: boolean;
}

/** `no-op` is an up without a difference between program and state. */
export type Command = "up" | "preview" | "no-op" | "refresh" | "destroy";

/** Whether the command ended by itself, and every request had its own response. */
export function isUndisturbed({ outcome, isCanceled, requests }: Facts): boolean {
  return outcome !== "killed" && !isCanceled && requests.every(({ fault }) => fault === undefined);
}

/** The facts about the lists before a command and after it. */
export function listFacts(before: Lists, after: Lists) {
  const multiplied = [...after.copies].filter(([entry, copies]) => copies > Math.max(1, before.copies.get(entry) ?? 0));
  return {
    before: before.entries,
    after: after.entries,
    sentinelsBefore: before.sentinels,
    sentinels: after.sentinels,
    multiplied: new Set(multiplied.map(([entry]) => entry)),
    existing: after.existing,
  };
}

/**
 * The facts of a command, with those that follow from its requests.
 *
 * @param isBlinded see {@link Facts}. Default: by the status codes.
 */
export function factsOf(
  observed: Omit<Facts, "read" | "uncertain" | "isBlinded">,
  isBlinded = observed.requests.some(isMisleading) || observed.requests.filter(mayBeRefusal).length > 1,
): Facts {
  const { command, requests, resourcesBefore } = observed;
  const shown = requests.flatMap((request) => {
    const list = requestedList(request);
    return request.status === 200 && request.fault === undefined && list !== undefined ? [list] : [];
  });
  // A refresh reads a list once for each of its resources: all of them must have seen it.
  const countOf = (lists: readonly ListKey[], list: ListKey): number => lists.filter((each) => each === list).length;
  const needed = resourcesBefore.map(({ list }) => list);
  const read = shown.filter((list) => command !== "refresh" || countOf(shown, list) >= countOf(needed, list));
  return { ...observed, read: new Set(read), uncertain: uncertainAdditions(requests), isBlinded };
}

/** Refusals after which the provider goes on without having read the list. */
const refusals: ReadonlySet<number> = new Set([400, 409, 410, 413, 418, 422]);

/** Whether the API refused to show a list, or refused a request that had its effect nonetheless. */
function isMisleading({ action, status = 0, fault }: JournalEntry): boolean {
  if (fault === undefined) return false;
  // The probe, which then reads the list, can show fewer kinds than the read endpoint.
  if (action === "read" && status === 404) return true;
  return refusals.has(status) || (fault.effect === "after" && status >= 400 && status < 500 && status !== 408);
}

/** Whether it may refuse the probe of a create or an update; the same status for the sentinel after it refuses that as well. */
function mayBeRefusal({ status = 0, fault }: JournalEntry): boolean {
  return fault !== undefined && [405, 406, 501].includes(status);
}

/** Entries that were sent without a response, or after a request to remove them. */
function uncertainAdditions(requests: readonly JournalEntry[]): EntrySet {
  const removed = new Set<Entry>();
  const added = new Set<Entry>();
  for (const request of requests) {
    for (const entry of namedBy(request)) {
      if (request.action === "remove") removed.add(entry);
      else if (request.fault !== undefined || removed.has(entry)) added.add(entry);
    }
  }
  return added;
}

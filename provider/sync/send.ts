import { byKind, kinds, type Kind } from "../list/kinds";
import { count, noEntries, type Entries } from "../list/entries";
import { ServiceError } from "../service/errors";
import type { AppList } from "../service/schemas";
import { isRefusedChange, type ListAccess } from "./observe";

/** Entries that the service refused, and its words. A group of more than one could not be narrowed down further. */
export interface RefusedGroup {
  readonly entries: Entries;
  readonly error: ServiceError;
}

/** What became of the entries of one action. Entries in none of the groups were not sent. */
export interface Sent {
  /** Entries of requests that the service answered with success. Whether they took effect is to be verified. */
  readonly acknowledged: Entries;
  /** Those of them that were to be added, and that the answer to their own request does not show. */
  readonly leftOut: Entries;
  /** Entries that the service refused; they had no effect. */
  readonly refused: readonly RefusedGroup[];
  /** Why sending ended early, and the entries of that request. */
  readonly interruption?: { readonly error: ServiceError; readonly entries: Entries };
  /** The list as the last successful answer shows it. */
  readonly appList?: AppList;
}

/** An entry and its kind: a request may hold entries of all kinds. */
type Item = readonly [kind: Kind, entry: string];

type Answer = "accepted" | "refused" | "notAsked";

/** After a refusal, this many requests are spent on finding the refused entries. */
const isolationRequests = 64;

/**
 * Sends the entries of one action in as few requests as the service takes.
 *
 * - A request that is too large (413) is halved, and so are all that follow.
 * - A request that is refused as invalid (400, 422) is halved until the refused entries are known, so that one bad
 *   entry among thousands does not hold up the others.
 * - Any other failure ends the sending.
 */
export async function send(access: ListAccess, action: "add" | "remove", entries: Entries): Promise<Sent> {
  const items = kinds.flatMap((kind) => Array.from(entries[kind], (entry): Item => [kind, entry]));
  const acknowledged: Item[] = [];
  const leftOut: Item[] = [];
  const refused: RefusedGroup[] = [];
  let appList: AppList | undefined;
  let size = access.maxEntriesPerRequest ?? Number.POSITIVE_INFINITY;
  let isolationLeft = isolationRequests;
  let answers = 0;

  function tellProgress(): void {
    answers += 1;
    const settled = acknowledged.length + refused.reduce((sum, group) => sum + count(group.entries), 0);
    const open = items.length - settled;
    access.onProgress?.({ sent: answers, left: open === 0 ? 0 : Math.ceil(open / Math.min(size, open)) });
  }

  /** Sends one group; one that is too large goes in parts. Throws {@link Interruption} where nothing more can be sent. */
  async function ask(group: readonly Item[]): Promise<Answer> {
    if (group.length > size) return askInParts(group);
    try {
      const options = { deadline: access.deadline };
      appList = await access.service.changeAppList(access.appListId, action, entriesOf(group), options);
      // Not spread: a call takes some hundred thousand arguments at the most.
      for (const item of group) {
        acknowledged.push(item);
        const [kind, entry] = item;
        if (action === "add" && appList.entries[kind]?.has(entry) === false) leftOut.push(item);
      }
      tellProgress();
      return "accepted";
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!isRefusedChange(error)) throw new Interruption(error, group);
      if (error.status === 413 && group.length > 1) {
        size = Math.ceil(group.length / 2);
        tellProgress();
        return askInParts(group);
      }
      if (error.status !== 400 && error.status !== 422) throw new Interruption(error, group);
      await isolate(group, error);
      tellProgress();
      return "refused";
    }
  }

  async function askInParts(group: readonly Item[]): Promise<Answer> {
    let answer: Answer = "accepted";
    for (let start = 0; start < group.length;) {
      const part = group.slice(start, start + size);
      start += part.length;
      if ((await ask(part)) !== "accepted") answer = "refused";
    }
    return answer;
  }

  async function askWhileIsolating(group: readonly Item[], error: ServiceError): Promise<Answer> {
    if (isolationLeft === 0) {
      refused.push({ entries: entriesOf(group), error });
      return "notAsked";
    }
    isolationLeft -= 1;
    return ask(group);
  }

  /** Finds the refused entries of a group that was refused, and gets the others accepted. */
  async function isolate(group: readonly Item[], error: ServiceError): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    const [first, second] = [group.slice(0, middle), group.slice(middle)];
    if (second.length === 0) {
      refused.push({ entries: entriesOf(group), error });
      return;
    }
    const answer = await askWhileIsolating(first, error);
    // Where the first half is fine, the refused entry is in the second: no request is spent on hearing that again.
    if (answer === "accepted" && second.length > 1) await isolate(second, error);
    else await askWhileIsolating(second, error);
  }

  let interruption: Interruption | undefined;
  try {
    if (items.length > 0) await ask(items);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    interruption = error;
  }
  return {
    acknowledged: entriesOf(acknowledged),
    leftOut: entriesOf(leftOut),
    refused,
    ...(interruption && { interruption: { error: interruption.reason, entries: entriesOf(interruption.group) } }),
    ...(appList && { appList }),
  };
}

/** Carries what ended the sending out of the nested calls. */
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
  if (items.length === 0) return noEntries;
  return byKind((kind) => new Set(items.filter(([each]) => each === kind).map(([, entry]) => entry)));
}

import type { ScratchList } from "./scratch-list";
import { AppListError } from "../../../list/error";
import { byKind, countEntries, kinds, type ByKind, type Entries, type Kind } from "../../../list/kinds";

/** How a restoration ended. */
export type Restoration =
  /** No own entry is in the list any more; of the kinds named it is only known that the service acknowledged it. */
  | { readonly outcome: "restored"; readonly notShown: readonly Kind[] }
  /** These own entries are, or may be, in the list. */
  | { readonly outcome: "left"; readonly entries: Entries; readonly reason: string };

/** What a restoration needs besides the list. */
export interface RestoreOptions {
  /** The read endpoint, where there is one. */
  readonly readPath: string | undefined;
  /** Waits after a failure; the number counts them from 1. */
  readonly pause: (failures: number) => Promise<void>;
}

/** After so many looks at the list it is given up. */
const rounds = 8;

/** Removes every own entry from the list, and verifies it. Never throws an {@link AppListError}. */
export async function restore(scratch: ScratchList, options: RestoreOptions): Promise<Restoration> {
  const stuck = byKind(() => new Set<string>());
  let reason = "the service refuses to remove them";
  let failures = 0;
  for (let round = 1; round <= rounds; round += 1) {
    try {
      await look(scratch, options.readPath);
      const own = withoutStuck(scratch.own, stuck);
      if (countEntries(own) === 0) break;
      await remove(scratch, itemsOf(own), stuck);
    } catch (error) {
      if (!(error instanceof AppListError)) throw error;
      reason = error.message;
      failures += 1;
      if (round < rounds) await options.pause(failures);
    }
  }
  const own = scratch.own;
  if (countEntries(own) > 0 || scratch.isDoubtful) return { outcome: "left", entries: own, reason };
  return { outcome: "restored", notShown: kinds.filter((kind) => scratch.latest?.entries[kind] === undefined) };
}

/**
 * Makes the list be shown: by a removal of what is not there; where that is refused, at the read endpoint; where there
 * is none, by adding one more entry, which then has to be removed too.
 */
async function look(scratch: ScratchList, readPath: string | undefined): Promise<void> {
  const absent = await scratch.removeAbsent({ appBundles: [scratch.entries.one("appBundles", "DEAD")] });
  if (absent.outcome === "shown") return;
  if (readPath !== undefined) await scratch.read(readPath);
  else if (scratch.isDoubtful) await scratch.add({ appBundles: [scratch.entries.one("appBundles", "BEEF")] });
}

type Item = readonly [kind: Kind, entry: string];

/** Removes entries; a request that is refused is halved until single entries are. */
async function remove(scratch: ScratchList, items: readonly Item[], stuck: ByKind<Set<string>>): Promise<void> {
  if (items.length === 0) return;
  const reply = await scratch.remove(listsOf(items));
  if (reply.outcome === "shown") return;
  const [only] = items;
  if (items.length === 1 && only !== undefined) {
    stuck[only[0]].add(only[1]);
    return;
  }
  const middle = Math.ceil(items.length / 2);
  await remove(scratch, items.slice(0, middle), stuck);
  await remove(scratch, items.slice(middle), stuck);
}

function itemsOf(entries: Entries): readonly Item[] {
  return kinds.flatMap((kind) => Array.from(entries[kind], (entry): Item => [kind, entry]));
}

function listsOf(items: readonly Item[]): Partial<ByKind<readonly string[]>> {
  const lists = byKind((kind) => items.flatMap(([each, entry]) => (each === kind ? [entry] : [])));
  return Object.fromEntries(kinds.flatMap((kind) => (lists[kind].length === 0 ? [] : [[kind, lists[kind]]])));
}

function withoutStuck(own: Entries, stuck: Entries): Entries {
  return byKind((kind) => own[kind].difference(stuck[kind]));
}

import type { Observed } from "../list/entries";
import { printState, type State } from "./state";

/** The results of the reads of one run, for the operations that follow them. */
export class Reads {
  /**
   * The states of reads whose diff is still to come: after a read, the engine compares with the old inputs. Not by ID,
   * which several resources can have.
   */
  readonly #unanswered = new Map<string, number>();
  readonly #observed = new Map<string, Observed>();
  readonly #imported = new Set<string>();

  addRefresh(state: State): void {
    const key = stateKey(state);
    this.#unanswered.set(key, (this.#unanswered.get(key) ?? 0) + 1);
  }

  /** Whether a diff is the one that follows a refresh. True once for each refresh. */
  takeDiffOfRefresh(state: State): boolean {
    if (this.#unanswered.size === 0) return false;
    const key = stateKey(state);
    const reads = this.#unanswered.get(key) ?? 0;
    if (reads > 1) this.#unanswered.set(key, reads - 1);
    else this.#unanswered.delete(key);
    return reads > 0;
  }

  addObserved(state: State, observed: Observed): void {
    this.#observed.set(listKey(state), observed);
  }

  /** The entries of a resource's list, if this run has read it. */
  observed(state: State): Observed | undefined {
    return this.#observed.get(listKey(state));
  }

  addImport(state: State): void {
    this.#imported.add(listKey(state));
  }

  hasImported(state: State): boolean {
    return this.#imported.has(listKey(state));
  }
}

/** A state in one form, whatever the order of its members. */
function stateKey(state: State): string {
  const members = Object.entries(printState(state));
  return JSON.stringify(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function listKey({ given: { account, appListId } }: State): string {
  return JSON.stringify([account, appListId]);
}

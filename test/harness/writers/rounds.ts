import { startSimulator, type Simulator } from "pulumi-app-list/simulator";

/** The list that all of them write to. */
export const appListId = 4321;

/** A stack that manages entries of the list. */
export interface Writer {
  /**
   * Declares entries and brings the list to them.
   *
   * @returns whether it did; otherwise it said that somebody else changes the list at the same time. Rejects with
   * whatever else it says.
   */
  up(appBundles: readonly string[]): Promise<boolean>;
  /** Looks at the list. */
  refresh(): Promise<void>;
  /** What the stack says that it holds. */
  held(): ReadonlySet<string>;
  /** What it says that is gone from the list. */
  missing(): ReadonlySet<string>;
  close(): Promise<void>;
}

/** What came of some rounds in which two stacks and a script wrote to one list at the same time. */
export interface Figures {
  readonly rounds: number;
  /** How often a request of one stack followed one of the other, within a round. */
  readonly turns: number;
  /** Edits of the script, each between two requests of the stacks. */
  readonly edits: number;
  /** Entries of the stacks that the script took out of the list while they were at work. */
  readonly taken: number;
  /** How often an up ended with the sentence that somebody else changes the list at the same time. */
  readonly unsettled: number;
  /** Entries that a stack, the script or others declare, that nobody took away, and that were gone after a round. */
  readonly lost: number;
  /** Entries that a stack said to hold, that nobody took away, and that were not in the list. */
  readonly claimedWrongly: number;
  /** Entries that were gone from the list, and of which the next refresh did not say so. */
  readonly notSaid: number;
  /** Declared entries that were not in the list after the last refresh and up of each stack. */
  readonly lostAtTheEnd: number;
}

/** How an up says that it did not settle everything, as somebody else takes away what it adds. */
export const contention = "somebody else changes the list at the same time";

/** How much of what is written. */
export interface Sizes {
  readonly rounds: number;
  /** Entries that one stack alone declares. */
  readonly own: number;
  /** Entries that both declare. */
  readonly shared: number;
}

/**
 * Lets two stacks change the list at the same time, round after round, while a script edits it between their requests.
 * From one round to the next, some entries of each stack come and go, and so do some that both declare.
 *
 * @param open makes the stacks; each has a letter, which its own entries have in their names.
 */
export async function writeConcurrently(
  open: (simulator: Simulator, letter: "a" | "b") => Promise<Writer>,
  { rounds, own, shared }: Sizes,
): Promise<Figures> {
  const foreign = numbered("foreign", 0, 100);
  const script = new Script();
  const letters: string[] = [];
  const simulator: Simulator = await startSimulator({
    lists: [{ id: appListId, name: "brand-safety", appBundles: foreign }],
    onRequest: ({ entries }) => {
      const [, letter] = /^com\.([ab])\./mu.exec(entries?.appBundles?.join("\n") ?? "") ?? [];
      if (letter !== undefined) letters.push(letter);
      script.edit(simulator);
    },
  });
  const listed = (): ReadonlySet<string> => new Set(simulator.list(appListId)?.appBundles ?? []);
  const declaredIn = (round: number, letter: "a" | "b"): readonly string[] => [
    ...numbered("shared", Math.ceil(shared / 20) * round, shared),
    ...numbered(letter, Math.ceil(own / 30) * round, own),
  ];
  const [a, b] = await Promise.all([open(simulator, "a"), open(simulator, "b")]);
  const writers = [a, b];
  const figures = {
    rounds,
    turns: 0,
    edits: 0,
    taken: 0,
    unsettled: 0,
    lost: 0,
    claimedWrongly: 0,
    notSaid: 0,
    lostAtTheEnd: 0,
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      letters.length = 0;
      script.begin();
      const settled = await Promise.all([a.up(declaredIn(round, "a")), b.up(declaredIn(round, "b"))]);
      figures.unsettled += settled.filter((isSettled) => !isSettled).length;
      const taken = script.end();
      figures.turns += letters.filter((letter, index) => index > 0 && letter !== letters[index - 1]).length;
      figures.taken += taken.size;

      const now = listed();
      const declared = new Set([...foreign, ...script.declared, ...declaredIn(round, "a"), ...declaredIn(round, "b")]);
      figures.lost += declared.difference(now).difference(taken).size;
      for (const writer of writers) {
        const gone = writer.held().difference(now);
        figures.claimedWrongly += gone.difference(taken).size;
        await writer.refresh();
        figures.notSaid += gone.difference(writer.missing()).size;
      }
    }
    const last = rounds - 1;
    await a.up(declaredIn(last, "a"));
    await b.up(declaredIn(last, "b"));
    const declared = [...foreign, ...script.declared, ...declaredIn(last, "a"), ...declaredIn(last, "b")];
    figures.lostAtTheEnd = new Set(declared).difference(listed()).size;
    return { ...figures, edits: script.edits };
  } finally {
    await Promise.all(writers.map((writer) => writer.close()));
    await simulator.close();
  }
}

/** Somebody's script: it adds and removes entries of its own, and takes away entries of the stacks. */
class Script {
  /** What it wants to be in the list. */
  readonly declared = new Set<string>();
  edits = 0;
  #taken: Set<string> | undefined;

  begin(): void {
    this.#taken = new Set();
  }

  /** Ends its edits for now, and tells what it took away since it began. */
  end(): ReadonlySet<string> {
    const taken = this.#taken ?? new Set<string>();
    this.#taken = undefined;
    return taken;
  }

  edit(simulator: Simulator): void {
    if (this.#taken === undefined) return;
    this.edits += 1;
    const add = numbered("script", this.edits * 2, 3);
    const [oldest = ""] = this.declared;
    add.forEach((entry) => this.declared.add(entry));
    const gone = this.declared.size > 40 && !add.includes(oldest) ? [oldest] : [];
    gone.forEach((entry) => this.declared.delete(entry));
    const all = simulator.list(appListId)?.appBundles ?? [];
    // A prime, so that it is another part of the list each time.
    const victim = all[(this.edits * 7919) % all.length] ?? "";
    const taken = this.edits % 5 === 0 && /^com\.(a|b|shared)\./u.test(victim) ? [victim] : [];
    taken.forEach((entry) => this.#taken?.add(entry));
    simulator.edit(appListId, { add: { appBundles: add }, remove: { appBundles: [...gone, ...taken] } });
  }
}

function numbered(name: string, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.${name}.x${first + index}`);
}

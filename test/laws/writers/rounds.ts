import type { Simulator } from "../../../provider/simulator/index";
import type { Driver, Step } from "../drivers/driver";
import { startEngine, type Engine } from "../engine";
import type { Host } from "../hosts/host";
import { claimsIn, entryOf, listed, type EntrySet } from "../oracle/entries";
import { judgeClaims, judgeDrift, judgeListed } from "../oracle/oracle";

/** The list that all of them change. */
const appListId = 4321;

/** The result of some rounds in which two stacks and a script changed one list at the same time. */
export interface Figures {
  readonly rounds: number;
  /** How often a request of one stack followed one of the other, within a round. */
  readonly turns: number;
  /** Edits of the script, each between two requests of the stacks. */
  readonly edits: number;
  /** Entries of the stacks that the script removed during an up. */
  readonly taken: number;
  /** Ups that failed because the list was changed at the same time. */
  readonly unfinished: number;
  /** Declared and unmanaged entries that the script did not remove and that were gone after a round. */
  readonly lost: number;
  /** Managed entries that the script did not remove and that were not in the list. */
  readonly claimedWrongly: number;
  /** Entries that were gone from the list, and that the next refresh did not report. */
  readonly unreported: number;
  /** Declared entries that were not in the list after the last up of each stack. */
  readonly lostAtTheEnd: number;
}

/** The number of rounds and of entries. */
export interface Sizes {
  readonly rounds: number;
  /** Entries that one stack alone declares. */
  readonly own: number;
  /** Entries that both declare. */
  readonly shared: number;
}

const letters = ["a", "b"] as const;
type Letter = (typeof letters)[number];

/** The error of an up if somebody else removes what it adds. */
const contention = "someone else is changing the list";

/**
 * Lets two stacks change the list at the same time, round after round, while a script edits it between their requests.
 * From one round to the next, each stack declares some other entries, and so do both.
 *
 * @param open makes a stack; the entries that it alone declares have its letter in their names.
 */
export async function changeConcurrently(
  host: Host,
  open: (engine: Engine, letter: Letter) => Promise<Driver>,
  { rounds, own, shared }: Sizes,
): Promise<Figures> {
  const unmanaged = numbered("existing", 0, 100);
  const script = new Script();
  const senders: string[] = [];
  const engine = await startEngine(host, {
    lists: [{ id: appListId, name: "brand-safety", appBundles: unmanaged }],
    onRequest: ({ entries }) => {
      const [, letter] = /^com\.([ab])\./mu.exec(entries?.appBundles?.join("\n") ?? "") ?? [];
      if (letter !== undefined) senders.push(letter);
      script.edit(engine.simulator);
    },
  });
  const now = (): EntrySet => listed(engine.simulator, [String(appListId)]);
  const declaredIn = (round: number, letter: Letter): readonly string[] => [
    ...numbered("shared", Math.ceil(shared / 20) * round, shared),
    ...numbered(letter, Math.ceil(own / 30) * round, own),
  ];
  const allIn = (round: number): EntrySet =>
    entries([...unmanaged, ...script.declared, ...letters.flatMap((letter) => declaredIn(round, letter))]);
  const figures = { rounds, turns: 0, taken: 0, unfinished: 0, lost: 0, claimedWrongly: 0, unreported: 0 };
  try {
    const drivers = await Promise.all(letters.map(async (letter) => [letter, await open(engine, letter)] as const));
    const upAll = (round: number) =>
      Promise.all(drivers.map(([letter, driver]) => up(driver, declaredIn(round, letter))));
    for (let round = 0; round < rounds; round += 1) {
      senders.length = 0;
      script.begin();
      figures.unfinished += (await upAll(round)).filter((isSettled) => !isSettled).length;
      const taken = entries(script.end());
      figures.turns += senders.filter((letter, index) => index > 0 && letter !== senders[index - 1]).length;
      figures.taken += taken.size;
      figures.lost += judgeListed(allIn(round), now(), taken).length;
      for (const [, driver] of drivers) {
        const { managed } = claimsIn(await driver.resources());
        figures.claimedWrongly += judgeClaims(managed, now(), taken).length;
        await requireDone(driver, { command: "refresh" });
        figures.unreported += judgeDrift(managed, now(), claimsIn(await driver.resources()).missing).length;
      }
    }
    for (const [letter, driver] of drivers) await up(driver, declaredIn(rounds - 1, letter));
    return { ...figures, edits: script.edits, lostAtTheEnd: judgeListed(allIn(rounds - 1), now()).length };
  } finally {
    await engine.close();
  }
}

/** Figures as lines. */
export function describeFigures(figures: Figures): string {
  const lines: readonly (readonly [number, string])[] = [
    [figures.rounds, "rounds"],
    [figures.turns, "times a request of one stack followed one of the other"],
    [figures.edits, "edits by the script between two requests"],
    [figures.taken, "entries of the stacks that the script removed"],
    [figures.unfinished, "ups that failed because someone else was changing the list"],
    [figures.lost, "declared entries lost that the script did not remove"],
    [figures.claimedWrongly, "of these claimed to be in the list"],
    [figures.unreported, "entries gone and not reported by the next refresh"],
    [figures.lostAtTheEnd, "declared entries missing after a last up of each stack"],
  ];
  return lines.map(([figure, what]) => `${figure.toLocaleString("en-US").padStart(8)}  ${what}\n`).join("");
}

/** @returns false if it failed because someone else was changing the list. */
async function up(driver: Driver, names: readonly string[]): Promise<boolean> {
  const ended = await driver.run({ command: "up", program: [{ name: "blocked", appListId, entries: names }] });
  if (ended.outcome === "done") return true;
  if (!ended.errors.every((message) => message.includes(contention))) throw new Error(ended.errors.join("\n"));
  return false;
}

async function requireDone(driver: Driver, step: Step): Promise<void> {
  const { outcome, errors } = await driver.run(step);
  if (outcome !== "done") throw new Error(`${step.command}: ${errors.join("\n")}`);
}

/** A script of somebody else: it adds and removes entries of its own, and removes entries of the stacks. */
class Script {
  /** The entries that it declares. */
  readonly declared = new Set<string>();
  edits = 0;
  #taken: Set<string> | undefined;

  begin(): void {
    this.#taken = new Set();
  }

  /** Pauses its edits. Returns the entries of the stacks that it removed since it began. */
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
    add.forEach((name) => this.declared.add(name));
    const dropped = this.declared.size > 40 && !add.includes(oldest) ? [oldest] : [];
    dropped.forEach((name) => this.declared.delete(name));
    const all = simulator.list(appListId)?.appBundles ?? [];
    // A prime, so that it is another part of the list each time.
    const victim = all[(this.edits * 7919) % all.length] ?? "";
    const taken = this.edits % 5 === 0 && /^com\.(a|b|shared)\./u.test(victim) ? [victim] : [];
    taken.forEach((name) => this.#taken?.add(name));
    simulator.edit(appListId, { add: { appBundles: add }, remove: { appBundles: [...dropped, ...taken] } });
  }
}

function entries(names: Iterable<string>): EntrySet {
  return new Set(Array.from(names, (name) => entryOf(appListId, name)));
}

function numbered(name: string, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.${name}.x${first + index}`);
}

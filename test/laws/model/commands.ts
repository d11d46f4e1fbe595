import fc, { type AsyncCommand } from "fast-check";
import { expect } from "vitest";
import type { JournalEntry } from "../../../provider/simulator/index";
import type { Ended, Engine, Stack, UpOptions } from "../engine";
import type { Books, Happened } from "./books";
import { permitted, programOf, surelyRegistered, type Declared } from "./declared";
import { allEntries, appListIds, entriesByKind, placeOf, placesClaimed, placesIn, type Place } from "./places";
import { describeProgram, names, program } from "./programs";
import { describeTrouble, isSurvivable, optionsOf, trouble, type Trouble } from "./trouble";

/** What is expected of each stack. */
interface Model {
  readonly stacks: readonly Expected[];
}

/** What is expected of one stack. */
export interface Expected {
  readonly books: Books;
  /** Whether it can make good one failure: it sees what became of a request, and a token outlives a command. */
  readonly canRecover: boolean;
  /** What it may fail with although nothing happens to the command. */
  readonly excuse: RegExp;
}

/** What is tried: the provider, driven by an engine. */
interface Real {
  readonly engine: Engine;
  readonly stacks: readonly Stack[];
  readonly counts: Counts;
}

/** What was tried so far. */
export interface Counts {
  histories: number;
  done: number;
  failed: number;
  killed: number;
  requests: number;
  /** The most requests that one command had. */
  mostRequests: number;
}

/** No command may have more requests, whatever happens to it: three resources have their say in it. */
const requestLimit = 150;

/** How long a request takes by the clock of the tokens, in milliseconds. */
const requestTime = 10_000;

type Step = AsyncCommand<Model, Real>;

/** Any command, of any stack or by others. */
export function anyCommand(): fc.Arbitrary<Step>[] {
  // Mostly the same one, so that something comes together in its state.
  const stack = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: fc.constant(1), weight: 1 });
  const options = {
    refresh: fc.boolean(),
    inSequence: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 }),
  };
  const up = fc
    .record({ stack, trouble, ...options, program })
    .map(({ program, ...how }) => new Up(how, () => permitted(program), describeProgram(permitted(program))));
  const sameUp = fc
    .record({ stack, trouble, ...options })
    .map((how) => new Up(how, (current) => current, "the same program"));
  const setBack = fc
    .record({ stack, trouble, ...options })
    .map((how) => new Up(how, (_, former) => former, "the program before"));
  const fewer = fc
    .record({ stack, trouble, ...options, name: fc.constantFrom(...names) })
    .map(
      ({ name, ...how }) => new Up(how, (current) => current.filter((each) => each.name !== name), `without ${name}`),
    );
  const edited = fc
    .record({ stack, trouble, ...options, entry: fc.constantFrom(...allEntries) })
    .map(
      ({ entry, ...how }) =>
        new Up(how, (current) => permitted(toggled(current, entry)), `${entry} put in or taken out`),
    );
  const rename = fc
    .record({ stack, trouble, ...options, hasAlias: fc.boolean(), newName: fc.constantFrom(...names, "d") })
    .map((how) => new Rename(how));
  const refresh = fc.record({ stack, trouble }).map((how) => new WithoutProgram("refresh", how));
  const destroy = fc.record({ stack, trouble }).map((how) => new WithoutProgram("destroy", how));
  const edit = fc
    .record({ appListId: fc.constantFrom(...appListIds), add: someEntries(), remove: someEntries() })
    .map((change) => new Edit(change));
  return [
    up,
    up,
    edited,
    edited,
    edited,
    edited,
    sameUp,
    sameUp,
    setBack,
    setBack,
    fewer,
    rename,
    refresh,
    destroy,
    edit,
    edit,
  ];
}

function someEntries(): fc.Arbitrary<readonly string[]> {
  return fc.subarray([...allEntries], { maxLength: 3 });
}

/** The program with an entry more or less in its first resource. */
function toggled(declared: Declared, entry: string): Declared {
  const [first, ...rest] = declared;
  if (first === undefined) return [];
  const entries = first.entries.includes(entry)
    ? first.entries.filter((each) => each !== entry)
    : [...first.entries, entry];
  return [{ ...first, entries }, ...rest];
}

interface How {
  readonly stack: number;
  readonly trouble: Trouble;
}

interface HowUp extends How {
  readonly refresh: boolean;
  readonly inSequence: boolean;
}

/** One command of a stack: what it did is taken into the books, and whatever is wrong is a failure. */
async function command(
  model: Model,
  real: Real,
  { stack: index, trouble }: How,
  operate: (stack: Stack, options: UpOptions) => Promise<Ended>,
  judge: (books: Books, happened: Happened) => readonly string[],
): Promise<Ended> {
  const { engine, counts } = real;
  const { simulator } = engine;
  const [stack, expected] = [real.stacks[index], model.stacks[index]];
  if (stack === undefined || expected === undefined) throw new RangeError(`There is no stack ${index}.`);
  const before = placesIn(simulator);
  simulator.clearJournal();
  const options = optionsOf(trouble, engine);
  const ended = await operate(stack, {
    ...options,
    onRequest: (nth, request) => {
      options.onRequest?.(nth, request);
      void engine.time.sleep(requestTime);
    },
  });
  const { journal } = simulator;
  const after = placesIn(simulator);
  counts[ended.outcome] += 1;
  counts.requests += journal.length;
  counts.mostRequests = Math.max(counts.mostRequests, journal.length);
  const answered = new Set(
    journal.flatMap(({ status, fault, appListId }) =>
      status === 200 && fault === undefined && appListId !== undefined ? [appListId] : [],
    ),
  );
  const isBlinded = journal.some(({ status, fault }) => status === 409 && fault !== undefined);
  const { books } = expected;
  const problems = [
    ...judge(books, { outcome: ended.outcome, before, after, answered, mayBeAdded: mayBeAdded(journal), isBlinded }),
  ];
  for (const other of model.stacks) if (other !== expected) other.books.othersDid(before, after);
  for (const state of statesOf(stack)) problems.push(...books.judgeClaims(placesClaimed(state), after));
  if (journal.length > requestLimit) problems.push(`${journal.length} requests were sent`);
  if (ended.outcome === "failed" && isSurvivable(trouble) && (trouble.kind === "none" || expected.canRecover)) {
    const inexcusable = ended.errors.filter(({ message }) => !expected.excuse.test(message));
    problems.push(...inexcusable.map(({ message }) => `failed without need: ${message}`));
  }
  expect(problems).toEqual([]);
  return ended;
}

function statesOf(stack: Stack): readonly Readonly<Record<string, unknown>>[] {
  return stack.names().flatMap((name) => {
    const state = stack.state(name);
    return state === undefined ? [] : [state];
  });
}

/** `pulumi up`, with a preview before it, and where it is done with another one that has nothing to do. */
async function up(
  model: Model,
  real: Real,
  how: HowUp,
  declared: Declared,
  aliases: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { refresh, inSequence } = how;
  const program = programOf(declared);
  await idle(model, real, how.stack, (stack) => stack.preview(program, { aliases }));
  const ended = await command(
    model,
    real,
    how,
    (stack, options) => stack.up(program, { ...options, refresh, inSequence, aliases }),
    (books, happened) => {
      const removals = removalsOf(real, surelyRegistered(declared, inSequence));
      return [...removals, ...books.up(declared, how, happened)];
    },
  );
  if (ended.outcome === "done") await idle(model, real, how.stack, (stack) => stack.up(program));
}

/** A command that sends nothing. */
async function idle(model: Model, real: Real, stack: number, operate: (stack: Stack) => Promise<Ended>): Promise<void> {
  await command(model, real, { stack, trouble: { kind: "none" } }, operate, () =>
    real.engine.simulator.journal.map(({ action }) => `${action} was sent by a command that has nothing to do`),
  );
}

/** Even for a moment, nothing is to leave a list that the program declares for it. */
function removalsOf({ engine }: Real, declared: ReadonlyMap<Place, string>): readonly string[] {
  return engine.simulator.journal
    .filter(({ action }) => action === "remove")
    .flatMap(placesNamed)
    .filter((place) => declared.has(place))
    .map((place) => `${place} is declared, and its removal was asked for`);
}

/** What was asked to be added without an answer, or after its removal was asked for. */
function mayBeAdded(journal: readonly JournalEntry[]): ReadonlySet<Place> {
  const removed = new Set<Place>();
  const added = new Set<Place>();
  for (const request of journal) {
    for (const place of placesNamed(request)) {
      if (request.action === "remove") removed.add(place);
      else if (request.fault !== undefined || removed.has(place)) added.add(place);
    }
  }
  return added;
}

/** What a request names. */
function placesNamed({ appListId = 0, entries = {} }: JournalEntry): readonly Place[] {
  return Object.values(entries)
    .flat()
    .map((entry) => placeOf(appListId, entry));
}

class Up implements Step {
  readonly #how: HowUp;
  readonly #next: (current: Declared, former: Declared) => Declared;
  readonly #title: string;

  constructor(how: HowUp, next: (current: Declared, former: Declared) => Declared, title: string) {
    this.#how = how;
    this.#next = next;
    this.#title = title;
  }

  check({ stacks }: Model): boolean {
    const current = stacks[this.#how.stack]?.books.program ?? [];
    return this.#declared(stacks).length > 0 || current.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    await up(model, real, this.#how, this.#declared(model.stacks));
  }

  #declared(stacks: Model["stacks"]): Declared {
    const books = stacks[this.#how.stack]?.books;
    return this.#next(books?.program ?? [], books?.formerProgram ?? []);
  }

  toString(): string {
    return `up ${describeUp(this.#how)}: ${this.#title}`;
  }
}

class Rename implements Step {
  readonly #how: HowUp & { readonly newName: string; readonly hasAlias: boolean };

  constructor(how: HowUp & { readonly newName: string; readonly hasAlias: boolean }) {
    this.#how = how;
  }

  check({ stacks }: Model): boolean {
    const current = stacks[this.#how.stack]?.books.program ?? [];
    return current.length > 0 && current.every(({ name }) => name !== this.#how.newName);
  }

  async run(model: Model, real: Real): Promise<void> {
    const { stack, newName } = this.#how;
    const books = model.stacks[stack]?.books;
    const [first, ...rest] = books?.program ?? [];
    if (books === undefined || first === undefined) return;
    // A resource whose deletion failed still has its name.
    const hasAlias = this.#how.hasAlias && real.stacks[stack]?.names().includes(newName) === false;
    if (hasAlias) books.rename(first.name, newName);
    const aliases = hasAlias ? { [newName]: first.name } : {};
    await up(model, real, this.#how, [{ ...first, name: newName }, ...rest], aliases);
    // Where the up failed before it came to the resource, the state has it by its old name, for which no alias is left.
    if (hasAlias && real.stacks[stack]?.names().includes(newName) === false) books.rename(newName, first.name);
  }

  toString(): string {
    const { newName, hasAlias } = this.#how;
    return `up ${describeUp(this.#how)}: the first resource is called ${newName} ${hasAlias ? "with" : "without"} alias`;
  }
}

/** A command that knows no program. */
class WithoutProgram implements Step {
  readonly #name: "refresh" | "destroy";
  readonly #how: How;

  constructor(name: "refresh" | "destroy", how: How) {
    this.#name = name;
    this.#how = how;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await command(
      model,
      real,
      this.#how,
      (stack, options) => stack[this.#name](options),
      (books, happened) => books[this.#name](happened),
    );
  }

  toString(): string {
    return `${this.#name} ${describe(this.#how)}`;
  }
}

/** Others change a list. */
class Edit implements Step {
  readonly #change: {
    readonly appListId: number;
    readonly add: readonly string[];
    readonly remove: readonly string[];
  };

  constructor(change: {
    readonly appListId: number;
    readonly add: readonly string[];
    readonly remove: readonly string[];
  }) {
    this.#change = change;
  }

  check(): boolean {
    return true;
  }

  async run({ stacks }: Model, { engine }: Real): Promise<void> {
    const { appListId, add, remove } = this.#change;
    const before = placesIn(engine.simulator);
    engine.simulator.edit(appListId, { add: entriesByKind(add), remove: entriesByKind(remove) });
    const after = placesIn(engine.simulator);
    for (const { books } of stacks) books.othersDid(before, after);
  }

  toString(): string {
    const { appListId, add, remove } = this.#change;
    return `others add [${add.join(" ")}] to list ${appListId} and remove [${remove.join(" ")}]`;
  }
}

function describe({ stack, trouble }: How): string {
  return `of stack ${stack}${describeTrouble(trouble)}`;
}

function describeUp(how: HowUp): string {
  const options = [how.refresh ? " --refresh" : "", how.inSequence ? " in sequence" : ""].join("");
  return `${options.trim()} ${describe(how)}`.trim();
}

import fc, { type AsyncCommand } from "fast-check";
import type { Step } from "../drivers/driver";
import type { JudgedStack } from "../drivers/judged-stack";
import type { Engine, Stack } from "../engine";
import { addressOf, byKinds, listed, type EntrySet, type ListKey } from "../oracle/entries";
import { afterEdit, afterRename } from "../oracle/ledger";
import { allRefusals, type Declared, type Refusal } from "../oracle/program";
import { allNames, anyProgram, lists, permitted, resourceNames } from "./program";
import { isSurvivable, optionsOf, trouble, type Trouble } from "./trouble";

/** A stack of a history. */
interface ModelStack {
  readonly stack: Stack;
  readonly judged: JudgedStack;
  /** The program that was deployed last, and the one before. */
  program: readonly Declared[];
  formerProgram: readonly Declared[];
  readonly canRecover: boolean;
  readonly excuse: RegExp;
}

/** The stacks of a history, as far as they were deployed. */
export interface Model {
  readonly stacks: readonly [ModelStack, ModelStack];
  readonly engine: Engine;
  readonly counts: Counts;
}

/** What was tried so far. */
export interface Counts {
  histories: number;
  done: number;
  failed: number;
  killed: number;
  requests: number;
  /** The most requests of one command. */
  mostRequests: number;
}

/** No command may send more requests, whatever happens to it: three resources share them. */
const mostRequests = 150;

/** The duration of a request by the clock of the tokens, in milliseconds. */
const requestTime = 10_000;

interface How {
  readonly stack: 0 | 1;
  readonly trouble: Trouble;
}

interface HowUp extends How {
  readonly refresh: boolean;
  readonly inSequence: boolean;
}

/** How a program differs from the one that was deployed last. */
type Change =
  | { readonly kind: "new"; readonly program: readonly Declared[] }
  | { readonly kind: "same" }
  | { readonly kind: "former" }
  | { readonly kind: "without"; readonly name: string }
  | { readonly kind: "entry"; readonly entry: string };

const changes: readonly fc.WeightedArbitrary<Change>[] = [
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("new"), program: anyProgram }) },
  { weight: 2, arbitrary: fc.constant({ kind: "same" }) },
  { weight: 2, arbitrary: fc.constant({ kind: "former" }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("without"), name: fc.constantFrom(...resourceNames) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("entry"), entry: fc.constantFrom(...allNames) }) },
];

function changed(change: Change, { program, formerProgram }: ModelStack): readonly Declared[] {
  switch (change.kind) {
    case "new":
      return change.program;
    case "same":
      return program;
    case "former":
      return formerProgram;
    case "without":
      return program.filter(({ name }) => name !== change.name);
    case "entry":
      return permitted(toggled(program, change.entry));
  }
}

/** Any command of any stack, and edits by others. */
export function anyCommand(): fc.Arbitrary<AsyncCommand<Model, Model>>[] {
  const how = {
    // Mostly the same stack, so that its state has a history.
    stack: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
    trouble,
  };
  const howUp = { ...how, refresh: fc.boolean(), inSequence: fc.constantFrom(false, false, false, true) };
  const ups = fc.record({ ...howUp, change: fc.oneof(...changes) }).map(up);
  const renames = fc
    .record({ ...howUp, hasAlias: fc.boolean(), newName: fc.constantFrom(...resourceNames, "d") })
    .map(rename);
  const refusals = fc
    .record({
      ...howUp,
      program: fc.option(anyProgram, { nil: undefined }),
      index: fc.nat({ max: 2 }),
      refusal: fc.constantFrom(...allRefusals),
      isConflict: fc.boolean(),
    })
    .map(refusedUp);
  const refreshes = fc.record(how).map((one) => withoutProgram("refresh", one));
  const destroys = fc.record(how).map((one) => withoutProgram("destroy", one));
  const someNames = fc.subarray([...allNames], { maxLength: 3 });
  const edits = fc.record({ list: fc.constantFrom(...lists), add: someNames, remove: someNames }).map(edit);
  return [...Array.from({ length: 11 }, () => ups), edits, edits, renames, refusals, refusals, refreshes, destroys];
}

/** The program with an entry more or less in its first resource. */
function toggled([first, ...rest]: readonly Declared[], entry: string): readonly Declared[] {
  if (first === undefined) return [];
  const others = first.entries.filter((each) => each !== entry);
  const entries = others.length < first.entries.length ? others : [...first.entries, entry];
  return [{ ...first, entries }, ...rest];
}

/** One command of a stack; for the other one it is an edit by others. */
async function run(
  { engine, stacks, counts }: Model,
  { stack, trouble }: How,
  step: Step,
): Promise<"done" | "not done"> {
  const { judged, canRecover, excuse } = stacks[stack];
  const options = optionsOf(trouble, engine);
  const isAccepted = step.program?.every(({ refusal }) => refusal === undefined) ?? true;
  const mustSucceed = isAccepted && isSurvivable(trouble) && (Object.keys(trouble).length === 0 || canRecover);
  const onRequest: Step["onRequest"] = (nth, request) => {
    options.onRequest?.(nth, request);
    void engine.time.sleep(requestTime);
  };
  const { outcome, before, after, requests } = await judged.run(
    { ...step, ...options, onRequest },
    { mustSucceed, excuse, mostRequests },
  );
  counts[outcome] += 1;
  counts.requests += requests.length;
  counts.mostRequests = Math.max(counts.mostRequests, requests.length);
  edited(
    stacks.filter((each) => each.judged !== judged),
    before,
    after,
  );
  return outcome === "done" ? "done" : "not done";
}

function edited(stacks: readonly ModelStack[], before: EntrySet, after: EntrySet): void {
  for (const { judged } of stacks) judged.ledger = afterEdit(judged.ledger, before, after);
}

/** `pulumi up` with its preview, and if it is done another one that has nothing to do. */
async function deploy(
  model: Model,
  how: HowUp,
  program: readonly Declared[],
  aliases: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { refresh, inSequence, stack } = how;
  const current = model.stacks[stack];
  const calm: How = { stack, trouble: {} };
  await run(model, calm, { command: "preview", program, aliases });
  if (program !== current.program) current.formerProgram = current.program;
  current.program = program;
  const outcome = await run(model, how, { command: "up", program, refresh, inSequence, aliases });
  if (outcome === "done") await run(model, calm, { command: "no-op", program });
}

function up(how: HowUp & { readonly change: Change }): AsyncCommand<Model, Model> {
  const next = ({ stacks }: Model): readonly Declared[] => changed(how.change, stacks[how.stack]);
  return {
    check: (model) => next(model).length > 0 || model.stacks[how.stack].program.length > 0,
    run: (model) => deploy(model, how, next(model)),
    toString: () => `up ${JSON.stringify(how)}`,
  };
}

/** The first resource gets another name. */
function rename(how: HowUp & { readonly newName: string; readonly hasAlias: boolean }): AsyncCommand<Model, Model> {
  const { stack, newName } = how;
  return {
    check: ({ stacks }) => {
      const { program } = stacks[stack];
      return program.length > 0 && program.every(({ name }) => name !== newName);
    },
    run: async (model) => {
      const { judged, program, stack: current } = model.stacks[stack];
      const [first, ...rest] = program;
      if (first === undefined) return;
      const isInState = (): boolean => current.names().includes(newName);
      // A resource whose deletion failed still has its name.
      const hasAlias = how.hasAlias && !isInState();
      if (hasAlias) judged.ledger = afterRename(judged.ledger, first.name, newName);
      await deploy(model, how, [{ ...first, name: newName }, ...rest], hasAlias ? { [newName]: first.name } : {});
      // After an up that failed before this resource, the state has its old name, and no alias is left for it.
      if (hasAlias && !isInState()) judged.ledger = afterRename(judged.ledger, newName, first.name);
    },
    toString: () => `rename ${JSON.stringify(how)}`,
  };
}

/** An up of which the provider refuses one resource. The next command has a valid program again. */
function refusedUp(
  how: HowUp & {
    /** Default: the program that was deployed last. */
    readonly program: readonly Declared[] | undefined;
    readonly index: number;
    readonly refusal: Refusal;
    /** Whether the other resources of its list are exclusive. */
    readonly isConflict: boolean;
  },
): AsyncCommand<Model, Model> {
  const { stack, refresh, inSequence, refusal, isConflict } = how;
  const programOf = ({ stacks }: Model): readonly Declared[] => how.program ?? stacks[stack].program;
  return {
    check: (model) => programOf(model).length > how.index,
    run: async (model) => {
      const refused = programOf(model)[how.index];
      const program = programOf(model).map((resource): Declared => {
        if (resource === refused) return { ...resource, refusal };
        return isConflict && resource.appListId === refused?.appListId ? { ...resource, exclusive: true } : resource;
      });
      await run(model, how, { command: "up", program, refresh, inSequence });
    },
    toString: () => `refused up ${JSON.stringify(how)}`,
  };
}

function withoutProgram(command: "refresh" | "destroy", how: How): AsyncCommand<Model, Model> {
  return {
    check: () => true,
    run: async (model) => {
      const outcome = await run(model, how, { command });
      if (command === "destroy" && outcome === "done") model.stacks[how.stack].program = [];
    },
    toString: () => `${command} ${JSON.stringify(how)}`,
  };
}

/** Others change a list. */
function edit(change: {
  readonly list: ListKey;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}): AsyncCommand<Model, Model> {
  const { list, add, remove } = change;
  const [appListId, account] = addressOf(list);
  return {
    check: () => true,
    run: async ({ stacks, engine: { simulator } }) => {
      const before = listed(simulator, lists);
      simulator.edit(appListId, { add: byKinds(add), remove: byKinds(remove) }, account);
      edited(stacks, before, listed(simulator, lists));
    },
    toString: () => `others ${JSON.stringify(change)}`,
  };
}

import fc from "fast-check";
import type { JudgedStack, Step } from "../drivers/judged-stack";
import type { Engine, Stack } from "../engine";
import { addressOf, byKinds, listed, type EntrySet } from "../oracle/entries";
import { afterEdit, afterRename } from "../oracle/ledger";
import { allRefusals, type Declared } from "../oracle/program";
import { allNames, anyProgram, lists, mostly, permitted, resourceNames } from "./program";
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
  readonly counts: typeof noCounts;
}

/** What was tried so far. `mostRequests`: those of one command. */
export const noCounts = { histories: 0, done: 0, failed: 0, killed: 0, requests: 0, mostRequests: 0 };

/** No command may send more requests, whatever happens to it: three resources share them. */
const mostRequests = 150;

/** The duration of a request by the clock of the tokens, in milliseconds. */
const requestTime = 10_000;

type ValueOf<Any> = Any extends fc.Arbitrary<infer Value> ? Value : never;

/** A stack, mostly the first one, so that its state has a history; and what happens to its command. */
const how = { stack: mostly<0 | 1>(3, 0, 1), trouble };
const howUp = { ...how, refresh: fc.boolean(), inSequence: mostly(3, false, true) };

interface How {
  readonly stack: 0 | 1;
  readonly trouble: Trouble;
}
type HowUp = How & Required<Pick<Step, "refresh" | "inSequence">>;

/** How a program differs from the one that was deployed last. */
const anyChange = fc.oneof(
  { weight: 2, arbitrary: fc.record({ program: anyProgram }) },
  { weight: 4, arbitrary: fc.constantFrom("the same", "the former") },
  { weight: 1, arbitrary: fc.record({ without: fc.constantFrom(...resourceNames) }) },
  { weight: 4, arbitrary: fc.record({ toggled: fc.constantFrom(...allNames) }) },
);

/** An up in which the first resource gets another name. */
const rename = fc.record({ ...howUp, hasAlias: fc.boolean(), newName: fc.constantFrom(...resourceNames, "d") });

/** An up of which the provider refuses one resource. */
const refused = fc.record({
  ...howUp,
  /** Default: the program that was deployed last. */
  program: fc.option(anyProgram, { nil: undefined }),
  index: fc.nat({ max: 2 }),
  refusal: fc.constantFrom(...allRefusals),
  /** Whether the other resources of its list are exclusive. */
  isConflict: fc.boolean(),
});

const someNames = fc.subarray([...allNames], { maxLength: 3 });

const edit = fc.record({ list: fc.constantFrom(...lists), add: someNames, remove: someNames });

/** Any command of any stack, and edits by others. */
export const anyCommand = fc.oneof(
  { weight: 11, arbitrary: fc.record({ ...howUp, next: anyChange }) },
  { weight: 1, arbitrary: rename },
  { weight: 2, arbitrary: refused },
  { weight: 2, arbitrary: fc.record({ ...how, command: fc.constantFrom("refresh" as const, "destroy" as const) }) },
  { weight: 2, arbitrary: edit },
);

/** Runs a command, unless it has nothing to do. */
export async function perform(model: Model, command: ValueOf<typeof anyCommand>): Promise<void> {
  if ("next" in command) {
    const stack = model.stacks[command.stack];
    const program = changed(stack, command.next);
    if (program.length > 0 || stack.program.length > 0) await deploy(model, command, program);
  } else if ("newName" in command) await renameFirst(model, command);
  else if ("refusal" in command) await deployRefused(model, command);
  else if ("command" in command) {
    const isDone = await run(model, command, { command: command.command });
    if (command.command === "destroy" && isDone) model.stacks[command.stack].program = [];
  } else {
    const { list, add, remove } = command;
    const { simulator } = model.engine;
    const [appListId, account] = addressOf(list);
    const before = listed(simulator, lists);
    simulator.edit(appListId, { add: byKinds(add), remove: byKinds(remove) }, account);
    edited(model.stacks, before, listed(simulator, lists));
  }
}

function changed({ program, formerProgram }: ModelStack, next: ValueOf<typeof anyChange>): readonly Declared[] {
  if (typeof next === "string") return next === "the same" ? program : formerProgram;
  if ("program" in next) return next.program;
  if ("without" in next) return program.filter(({ name }) => name !== next.without);
  return permitted(toggled(program, next.toggled));
}

/** The program with an entry more or less in its first resource. */
function toggled([first, ...rest]: readonly Declared[], entry: string): readonly Declared[] {
  if (first === undefined) return [];
  const others = first.entries.filter((each) => each !== entry);
  const entries = others.length < first.entries.length ? others : [...first.entries, entry];
  return [{ ...first, entries }, ...rest];
}

/** One command of a stack; for the other one it is an edit by others. @returns whether it is done. */
async function run({ engine, stacks, counts }: Model, { stack, trouble: what }: How, step: Step): Promise<boolean> {
  const { judged, canRecover, excuse } = stacks[stack];
  const options = optionsOf(what, engine);
  const isAccepted = step.program?.every((resource) => resource.refusal === undefined) ?? true;
  const mustSucceed = isAccepted && isSurvivable(what) && (Object.keys(what).length === 0 || canRecover);
  const onRequest: Step["onRequest"] = (nth, request) => {
    options.onRequest?.(nth, request);
    void engine.time.sleep(requestTime);
  };
  const expectation = { mustSucceed, excuse, mostRequests };
  const { outcome, before, after, requests } = await judged.run({ ...step, ...options, onRequest }, expectation);
  counts[outcome] += 1;
  counts.requests += requests.length;
  counts.mostRequests = Math.max(counts.mostRequests, requests.length);
  const others = stacks.filter((each) => each.judged !== judged);
  edited(others, before, after);
  return outcome === "done";
}

function edited(stacks: readonly ModelStack[], before: EntrySet, after: EntrySet): void {
  for (const { judged } of stacks) judged.ledger = afterEdit(judged.ledger, before, after);
}

/** `pulumi up` with its preview, and if it is done another one that has nothing to do. */
async function deploy(
  model: Model,
  { refresh, inSequence, stack, trouble: what }: HowUp,
  program: readonly Declared[],
  aliases: Readonly<Record<string, string>> = {},
): Promise<void> {
  const current = model.stacks[stack];
  const calm: How = { stack, trouble: {} };
  await run(model, calm, { command: "preview", program, aliases });
  if (program !== current.program) current.formerProgram = current.program;
  current.program = program;
  const isDone = await run(model, { stack, trouble: what }, { command: "up", program, refresh, inSequence, aliases });
  if (isDone) await run(model, calm, { command: "no-op", program });
}

async function renameFirst(model: Model, command: ValueOf<typeof rename>): Promise<void> {
  const { newName } = command;
  const { judged, program, stack } = model.stacks[command.stack];
  const [first, ...rest] = program;
  if (first === undefined || program.some(({ name }) => name === newName)) return;
  const isInState = (): boolean => stack.export().some(({ name }) => name === newName);
  // A resource whose deletion failed still has its name.
  const hasAlias = command.hasAlias && !isInState();
  if (hasAlias) judged.ledger = afterRename(judged.ledger, first.name, newName);
  await deploy(model, command, [{ ...first, name: newName }, ...rest], hasAlias ? { [newName]: first.name } : {});
  // After an up that failed before this resource, the state has its old name, and no alias is left for it.
  if (hasAlias && !isInState()) judged.ledger = afterRename(judged.ledger, newName, first.name);
}

/** The next command has a valid program again. */
async function deployRefused(model: Model, command: ValueOf<typeof refused>): Promise<void> {
  const { stack, refresh, inSequence, isConflict, program: declared = model.stacks[stack].program } = command;
  const refused = declared[command.index];
  if (refused === undefined) return;
  const program = declared.map((resource): Declared => {
    if (resource === refused) return { ...resource, refusal: command.refusal };
    return isConflict && resource.appListId === refused.appListId ? { ...resource, exclusive: true } : resource;
  });
  await run(model, command, { command: "up", program, refresh, inSequence });
}

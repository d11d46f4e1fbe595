import { namesOf, type Bits } from "./entries";
import { adoptedAfter, brokenBy, goalsMissedBy, type Adopted } from "./laws";
import type { Service, Trouble } from "./service";
import { Process, type Command, type Program, type Resource } from "./stack";

/** What earlier commands have led to. */
interface Situation {
  readonly stacks: readonly { readonly resource: Resource | undefined; readonly adopted: Adopted }[];
  readonly list: Bits;
  readonly sentinels: readonly string[];
  /** How it was reached, for a person. */
  readonly path: readonly string[];
}

/** One thing that happens: an edit by somebody, or a command of a stack. */
type Event = { readonly edited: Bits } | Commanded;

interface Commanded {
  readonly stack: number;
  readonly command: Command;
  readonly trouble?: Trouble;
}

export interface Space {
  readonly service: Service;
  /** What each stack may declare. */
  readonly programs: readonly (readonly Program[])[];
  /** The entries that people add and remove. */
  readonly editable: readonly Bits[];
  /** The most events of a history. */
  readonly depth: number;
}

/** What is tried at each request of each command. */
const tried: readonly Trouble["what"][] = ["killed after", "lost before", "lost after", "without entries"];

export interface Explored {
  readonly states: number;
  readonly commands: number;
  /** The laws that histories break, each with the shortest one. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
}

/** Runs all histories, breadth first. What follows a situation is tried once. */
export async function explore({ service, programs, editable, depth }: Space): Promise<Explored> {
  const nothing = { resource: undefined, adopted: 0 };
  let level: readonly Situation[] = [{ stacks: programs.map(() => nothing), list: 0, sentinels: [], path: [] }];
  const known = new Set(level.map(keyOf));
  const broken = new Map<string, readonly string[]>();
  let commands = 0;
  let process = new Process(service.observe);

  const run = async (from: Situation, event: Commanded, next: Situation[]): Promise<number> => {
    const { stack, command, trouble } = event;
    const { resource, adopted: before } = from.stacks[stack] ?? nothing;
    // A process remembers each list.
    if (!process.isUsable || commands % 1000 === 0) process = new Process(service.observe);
    commands += 1;
    const { steps, list, sentinels } = await process.run({ service, ...from, resource, trouble }, command);
    const path = [...from.path, describe(event)];
    let adopted = before;
    for (const step of steps) {
      const goals = trouble === undefined ? goalsMissedBy(step, service) : [];
      for (const law of [...brokenBy(step, adopted), ...goals]) if (!broken.has(law)) broken.set(law, path);
      adopted = adoptedAfter(adopted, step);
    }
    const after = { resource: steps.at(-1)?.after, adopted };
    next.push({ stacks: from.stacks.with(stack, after), list, sentinels, path });
    return steps.reduce((sum, { requests }) => sum + requests.length, 0);
  };

  for (let length = 0; length < depth && level.length > 0; length += 1) {
    const reached: Situation[] = [];
    for (const from of level) {
      for (const edited of editable) {
        reached.push({ ...from, list: from.list ^ edited, path: [...from.path, describe({ edited })] });
      }
      for (const [stack, of] of programs.entries()) {
        for (const command of commandsOf(of, from.stacks[stack]?.resource !== undefined)) {
          const requests = await run(from, { stack, command }, reached);
          for (let at = 1; at <= requests; at += 1) {
            for (const what of tried) await run(from, { stack, command, trouble: { what, at } }, reached);
          }
        }
      }
    }
    level = reached.filter((situation) => {
      const key = keyOf(situation);
      return !known.has(key) && known.add(key);
    });
  }
  return { states: known.size, commands, broken };
}

function commandsOf(programs: readonly Program[], exists: boolean): readonly Command[] {
  const ups = programs.flatMap((program) => {
    const up = { name: "up", ...program } as const;
    return exists ? [up, { ...up, refresh: true }] : [up];
  });
  return exists ? [...ups, { name: "refresh" }, { name: "destroy" }] : ups;
}

/** Each command has a list with another ID, and random sentinels. */
function keyOf({ stacks, list, sentinels }: Situation): string {
  return JSON.stringify([stacks, list, sentinels.length], (name, value: unknown) => (name === "appListId" ? 0 : value));
}

function describe(event: Event): string {
  if ("edited" in event) return `edit ${namesOf(event.edited).join(" ")}`;
  const { stack, command, trouble } = event;
  const up = command.name === "up" ? command : undefined;
  const options = [up?.refresh === true && "--refresh", up?.isExclusive === true && "exclusive"];
  const words = [command.name, ...options, up?.claims === true && "claiming", ...namesOf(up?.entries ?? 0)];
  const what = trouble === undefined ? "" : ` (${trouble.what} at ${trouble.at})`;
  return `${"AB"[stack]}: ${words.filter((word) => word !== false).join(" ")}${what}`;
}

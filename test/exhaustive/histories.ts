import type { Resource } from "../laws/deployment";
import { namesOf, type Bits } from "../laws/oracle/bits";
import { brokenBy, goalsMissedBy } from "../laws/oracle/laws";
import type { Service, Trouble } from "./service";
import { isOpen } from "./services";
import { run as runCommand, type Command, type Program } from "./stack";

/** What earlier commands have led to. */
interface Situation {
  /** The resources of each stack. */
  readonly stacks: readonly (readonly Resource[])[];
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

interface Beginning {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly list: Bits;
}

export interface Space {
  readonly service: Service;
  /** Where the histories begin: the first stack and the list. Default: both are empty. */
  readonly beginnings?: readonly Beginning[];
  /** What each stack may declare. */
  readonly programs: readonly (readonly Program[])[];
  /** Whether the first stack can import the list, and replace its resource without a diff. Default: false. */
  readonly hasOtherWays?: boolean;
  /** The entries that people add and remove. */
  readonly editable: readonly Bits[];
  /** The most events of a history. */
  readonly depth: number;
  /** What is tried at each request of each command, and at all of them. */
  readonly troubles: readonly Trouble["what"][];
  /** The most milliseconds. */
  readonly time: number;
}

/**
 * Runs all histories, breadth first. What follows a situation is tried once.
 *
 * @returns `broken`: the laws that histories break, each with the shortest one. `left`: the number of situations after
 *   which nothing was tried, because the time was over.
 */
export async function explore({
  service,
  beginnings = [{ name: "nothing", resources: [], list: 0 }],
  programs,
  hasOtherWays = false,
  editable,
  depth,
  troubles,
  time,
}: Space) {
  let level = beginnings.map(({ name: path, resources, list }): Situation => {
    return { stacks: programs.map((_, stack) => (stack === 0 ? resources : [])), list, sentinels: [], path: [path] };
  });
  const known = new Set(level.map(keyOf));
  const broken = new Map<string, readonly string[]>();
  let commands = 0;
  let left = 0;
  const end = performance.now() + time;

  const run = async (from: Situation, event: Commanded, next: Situation[]): Promise<number> => {
    const { stack, command, trouble } = event;
    commands += 1;
    const ran = await runCommand({ service, ...from, resources: from.stacks[stack] ?? [], trouble }, command);
    const path = [...from.path, describe(event)];
    const isCalm = trouble === undefined || trouble.what === "next resource";
    const isStopped = command.name === "up" && Object.values(command.program).some(({ limit }) => limit !== undefined);
    const goals = isCalm && !isStopped ? goalsMissedBy(ran, isOpen(service)) : [];
    for (const law of [...brokenBy(ran), ...goals]) if (!broken.has(law)) broken.set(law, path);
    const { list, sentinels, resourcesAfter, requests } = ran;
    const after = resourcesAfter.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    next.push({ stacks: from.stacks.with(stack, after), list, sentinels, path });
    return requests.length;
  };

  for (let length = 0; length < depth && level.length > 0 && left === 0; length += 1) {
    const reached: Situation[] = [];
    for (const from of level) {
      if (performance.now() >= end) {
        left += 1;
        continue;
      }
      for (const edited of editable) {
        reached.push({ ...from, list: from.list ^ edited, path: [...from.path, describe({ edited })] });
      }
      for (const [stack, of] of programs.entries()) {
        for (const command of commandsOf(of, (from.stacks[stack] ?? []).length > 0, hasOtherWays)) {
          const requests = await run(from, { stack, command }, reached);
          const each = Array.from({ length: requests }, (_, index) => index + 1);
          for (const at of requests > 1 ? [...each, "all" as const] : each) {
            for (const what of troubles) await run(from, { stack, command, trouble: { what, at } }, reached);
          }
        }
      }
    }
    level = reached.filter((situation) => {
      const key = keyOf(situation);
      return !known.has(key) && known.add(key);
    });
  }
  return { states: known.size, commands, left, broken };
}

function commandsOf(programs: readonly Program[], exists: boolean, hasOtherWays: boolean): readonly Command[] {
  const ups = programs.flatMap((program): readonly Command[] => {
    const up = { name: "up", refresh: false, program } as const;
    const replacing = hasOtherWays ? [{ ...up, replacesFirst: true }] : [];
    return exists ? [up, { ...up, refresh: true }, ...replacing] : [up];
  });
  if (exists) return [...ups, { name: "refresh" }, { name: "destroy" }];
  return hasOtherWays ? [...ups, { name: "import" }] : ups;
}

/** Each command has a list with another ID, and random sentinels. Two are as many: a change removes all that it finds. */
function keyOf({ stacks, list, sentinels }: Situation): string {
  return JSON.stringify([stacks, list, Math.min(sentinels.length, 2)], (name, value: unknown) =>
    name === "appListId" || name === "id" ? 0 : value,
  );
}

function describe(event: Event): string {
  if ("edited" in event) return `edit ${namesOf(event.edited).join(" ")}`;
  const { stack, command, trouble } = event;
  const program = command.name === "up" ? Object.entries(command.program) : [];
  const declared = program.map(([name, { entries }]) => `${name}: ${namesOf(entries).join(" ")}`);
  const options =
    command.name !== "up" ? "" : command.refresh ? " --refresh" : command.replacesFirst === true ? " --replace" : "";
  const what = trouble === undefined ? "" : ` (${trouble.what} at ${trouble.at})`;
  return `${"AB"[stack]}: ${command.name}${options} ${declared.join(", ")}${what}`;
}

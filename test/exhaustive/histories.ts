import type { DeployOptions, Resource } from "../laws/deployment";
import type { Command } from "../laws/engine";
import { judge } from "../laws/judge";
import { engineInMemory, type HeldList } from "../laws/memory";
import { isOpen, type Service } from "../laws/services";
import { namesOf, type Bits } from "../laws/oracle/bits";
import { programOf, type Declared } from "../laws/program";
import { optionsOf, type Trouble } from "./troubles";

/** What earlier commands have led to. */
interface Situation {
  /** The resources of the stack. */
  readonly resources: readonly Resource[];
  readonly held: HeldList;
  /** How it was reached, for a person: the name of the beginning, and what happened. */
  readonly path: readonly unknown[];
}

/** A command, and what happens to it. */
interface Event {
  readonly command: Command;
  /** Whether a limit may stop it. */
  readonly isLimited: boolean;
  readonly trouble?: Trouble;
}

/** What a program declares for the list, by the names of its resources. */
type Program = Readonly<Record<string, Declared>>;

interface Beginning {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly list: Bits;
}

export interface Space {
  readonly service: Service;
  /** Where the histories begin: the stack and the list. Default: both are empty. */
  readonly beginnings?: readonly Beginning[];
  /** What the stack may declare. */
  readonly programs: readonly Program[];
  /** How else each program is deployed than as usual and, if it has resources, with a refresh. */
  readonly ways?: readonly DeployOptions[];
  /** Whether the limits of its programs stop nothing. Default: they may. */
  readonly isUnstopped?: boolean;
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
  ways = [],
  isUnstopped = false,
  editable,
  depth,
  troubles,
  time,
}: Space) {
  let level = beginnings.map(({ name, resources, list }): Situation => ({ resources, held: { list }, path: [name] }));
  const known = new Set(level.map(keyOf));
  const broken = new Map<string, Situation["path"]>();
  const engine = engineInMemory();
  let commands = 0;
  let left = 0;
  const end = performance.now() + time;

  const commandsOf = (exists: boolean) => {
    const ups = programs.flatMap((declared) => {
      const isLimited = !isUnstopped && Object.values(declared).some((each) => each.removalLimit !== undefined);
      const up = { name: "up", program: programOf(declared) } as const;
      return [{}, ...(exists ? [{ refresh: true }, ...ways] : [])].map((how) => ({
        command: { ...up, ...how },
        isLimited,
      }));
    });
    const rest = exists ? (["refresh", "destroy"] as const) : [];
    return [...ups, ...rest.map((name) => ({ command: { name }, isLimited: false }))];
  };

  const run = async (from: Situation, event: Event, next: Situation[]): Promise<number> => {
    const { command, trouble, isLimited } = event;
    commands += 1;
    const ran = engine.stack(service, from.held, from.resources);
    const ended = await ran.command(command, optionsOf(trouble, engine));
    const path = [...from.path, event];
    const isCalm = trouble === undefined || trouble.what === "next resource";
    const laws = judge(ran, ended, engine, isCalm && !isLimited ? isOpen(service) : undefined);
    for (const law of laws) if (!broken.has(law)) broken.set(law, path);
    const resources = ran.export().toSorted((one, other) => (one.name < other.name ? -1 : 1));
    next.push({ resources, held: engine.api.held, path });
    return ran.commanded.requests.length;
  };

  for (let length = 0; length < depth && level.length > 0 && left === 0; length += 1) {
    const reached: Situation[] = [];
    for (const from of level) {
      if (performance.now() >= end) {
        left += 1;
        continue;
      }
      for (const edited of editable) {
        const held = { ...from.held, list: from.held.list ^ edited };
        reached.push({ ...from, held, path: [...from.path, { edited: namesOf(edited) }] });
      }
      for (const given of commandsOf(from.resources.length > 0)) {
        const requests = await run(from, given, reached);
        const each = Array.from({ length: requests }, (_, index) => index + 1);
        for (const at of requests > 1 ? [...each, "all" as const] : each) {
          for (const what of troubles) await run(from, { ...given, trouble: { what, at } }, reached);
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

/** Sentinels are random. Two are as many: a change removes all that it finds. */
function keyOf({ resources, held: { list, sentinels = [] } }: Situation): string {
  return JSON.stringify([resources, list, Math.min(sentinels.length, 2)]);
}

import { rmSync } from "node:fs";
import { z } from "zod";
import { dynamicHost } from "./dynamic";
import { Failure, makeCacheFolder, type Host } from "./host";
import { pluginHost } from "./plugin";

/** Twice the number of a registration, and the process that it chose for the resource: 0 or 1. */
type Mark = number;

/** The mark of a resource, in its inputs and in its state. */
const markProperty = "__process";

/** A host with two provider processes in each run, as a program with two provider resources has them: by turns. */
export function inTwoProcesses(host: Host): Host {
  let turn = 0;
  return several(`${host.name} in two processes`, [host, host], (_, before) => {
    turn = 1 - turn;
    return before === undefined ? turn : before % 2;
  });
}

/**
 * Programs whose resources have another host in every other command, as after a change of the import line: in a command,
 * one half has the dynamic provider, and the other half the plugin.
 */
export function movingHost(): Host {
  const name = "resources that move between the dynamic provider and the plugin";
  return several(name, [pluginHost, dynamicHost], (resource, _, command) => (command + resource.length + 1) % 2);
}

/** @param choose chooses the process of a resource that is registered. */
function several(
  name: string,
  [first, second]: readonly [Host, Host],
  choose: (resource: string, before: Mark | undefined, command: number) => number,
): Host {
  let commands = 0;
  let registrations = 0;
  return {
    name,
    start: async (options) => {
      commands += 1;
      const command = commands;
      const cacheFolder = makeCacheFolder();
      const one = await first.start({ ...options, sharing: { cacheFolder } });
      const { engineAddress } = one;
      const two = await second.start({ ...options, sharing: { cacheFolder, engineAddress } });
      const call = async (operation: string, args: readonly unknown[]): Promise<unknown> => {
        const before = latestMark(args);
        if (operation === "check") registrations += 1;
        const mark = operation === "check" ? 2 * registrations + choose(String(args[0]), before, command) : before;
        if (mark === undefined) throw new Error("The resource was not registered.");
        const process = mark % 2 === 0 ? one : two;
        const member: unknown = Reflect.get(process, operation);
        if (typeof member !== "function") return undefined;
        try {
          return marked(mark, await Reflect.apply(member, process, args.map(plain)));
        } catch (error) {
          // The state that is left of a partial failure is marked, too.
          if (error instanceof Failure) Object.assign(error, { partial: marked(mark, error.partial) });
          throw error;
        }
      };
      const operations = Object.keys(one).filter((name) => !["engineAddress", "cancel", "stop"].includes(name));
      return {
        ...one,
        ...Object.fromEntries(operations.map((name) => [name, (...args: readonly unknown[]) => call(name, args)])),
        cancel: () => [one, two].forEach((process) => process.cancel()),
        stop: async () => {
          await Promise.all([one, two].map((process) => process.stop()));
          rmSync(cacheFolder, { recursive: true, force: true });
        },
      };
    },
  };
}

const markSchema = z.object({ [markProperty]: z.number() });

/** The mark of the latest registration: an update that changes nothing replaces the inputs in the state alone. */
function latestMark(args: readonly unknown[]): Mark | undefined {
  const marks = args.flatMap((each) => markSchema.safeParse(each).data?.[markProperty] ?? []);
  return marks.toSorted((one, other) => other - one)[0];
}

/** What an operation returns, with a mark in the inputs and the state of its resource. */
function marked(mark: Mark, returned: unknown): unknown {
  if (typeof returned !== "object" || returned === null) return returned;
  if (!("state" in returned)) return { ...returned, [markProperty]: mark };
  const inputs = "inputs" in returned && { inputs: marked(mark, returned.inputs) };
  return { ...returned, state: marked(mark, returned.state), ...inputs };
}

function plain(argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null) return argument;
  return Object.fromEntries(Object.entries(argument).filter(([name]) => name !== markProperty));
}

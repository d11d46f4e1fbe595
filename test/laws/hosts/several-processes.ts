import { rmSync } from "node:fs";
import { z } from "zod";
import { dynamicHost } from "./dynamic";
import { Failure, makeCacheFolder, type Host, type HostProcess, type Properties } from "./host";
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
      const serve = <Result>(mark: Mark, run: (process: HostProcess) => Promise<Result>): Promise<Result> =>
        keepingPartial(mark, run(mark % 2 === 0 ? one : two));
      return {
        engineAddress,
        check: async (resource, olds, news) => {
          registrations += 1;
          const mark = 2 * registrations + choose(resource, latestMark(olds), command);
          return marked(mark, await serve(mark, (process) => process.check(resource, plain(olds), news)));
        },
        diff: (resource, id, state, inputs) =>
          serve(requireMark(state, inputs), (process) => process.diff(resource, id, plain(state), plain(inputs))),
        create: async (resource, inputs) => {
          const mark = requireMark(inputs);
          const { id, state } = await serve(mark, (process) => process.create(resource, plain(inputs)));
          return { id, state: marked(mark, state) };
        },
        read: async (resource, id, state, oldInputs) => {
          const mark = requireMark(state, oldInputs);
          const read = await serve(mark, (process) => process.read(resource, id, plain(state), plain(oldInputs)));
          if (read === undefined) return undefined;
          return { state: marked(mark, read.state), ...(read.inputs && { inputs: marked(mark, read.inputs) }) };
        },
        update: async (resource, id, state, inputs) => {
          const mark = requireMark(inputs);
          const update = (process: HostProcess) => process.update(resource, id, plain(state), plain(inputs));
          return marked(mark, await serve(mark, update));
        },
        delete: (resource, id, state, inputs) =>
          serve(requireMark(state, inputs), (process) => process.delete(resource, id, plain(state), plain(inputs))),
        cancel: () => [one, two].forEach((process) => process.cancel()),
        stop: async () => {
          await Promise.all([one, two].map((process) => process.stop()));
          rmSync(cacheFolder, { recursive: true, force: true });
        },
      };
    },
  };
}

/** The mark of the latest registration: an update that changes nothing replaces the inputs in the state alone. */
function latestMark(...sources: readonly Properties[]): Mark | undefined {
  const marks = sources.flatMap(({ [markProperty]: mark }) => (mark === undefined ? [] : [z.number().parse(mark)]));
  return marks.toSorted((one, other) => other - one)[0];
}

function requireMark(...sources: readonly Properties[]): Mark {
  const mark = latestMark(...sources);
  if (mark === undefined) throw new Error("The resource was not registered.");
  return mark;
}

function marked(mark: Mark, properties: Properties): Properties {
  return { ...properties, [markProperty]: mark };
}

function plain({ [markProperty]: _, ...properties }: Properties): Properties {
  return properties;
}

/** Marks the state that is left of a partial failure, too. */
async function keepingPartial<Result>(mark: Mark, operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof Failure) || error.partial === undefined) throw error;
    const { id, state } = error.partial;
    throw new Failure(error.message, error.cause, { id, state: marked(mark, state) });
  }
}

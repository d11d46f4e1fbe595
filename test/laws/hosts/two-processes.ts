import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, type Host, type HostProcess, type Properties } from "./host";

/** In inputs: which of the processes serves the resource. It is kept in the state. */
const processProperty = "__process";

type Name = "one" | "two";

/**
 * A host with two provider processes in each run, as a program with two provider resources has them. Each resource has
 * one of them, by turns if the program does not choose.
 */
export function inTwoProcesses(host: Host): Host {
  let next: Name = "one";
  const choose = (...sources: readonly Properties[]): Name => {
    for (const source of sources) {
      const name = source[processProperty];
      if (name === "one" || name === "two") return name;
    }
    next = next === "one" ? "two" : "one";
    return next;
  };
  return {
    name: `${host.name} in two processes`,
    start: (options) => {
      const cacheFolder = mkdtempSync(join(tmpdir(), "app-list-two-processes-"));
      const sharing = { engineAddress: "127.0.0.1:40000", cacheFolder };
      const processes = { one: host.start({ ...options, sharing }), two: host.start({ ...options, sharing }) };
      return {
        isRemote: processes.one.isRemote,
        check: async (resource, olds, news) => {
          const name = choose(news, olds);
          return marked(name, await processes[name].check(resource, plain(olds), plain(news)));
        },
        diff: (resource, id, state, inputs) =>
          processes[choose(inputs)].diff(resource, id, plain(state), plain(inputs)),
        create: async (resource, inputs) => {
          const name = choose(inputs);
          const { id, state } = await keepingPartial(name, processes[name].create(resource, plain(inputs)));
          return { id, state: marked(name, state) };
        },
        read: async (resource, id, state, oldInputs) => {
          const name = choose(state);
          const read = await processes[name].read(resource, id, plain(state), plain(oldInputs));
          if (read === undefined) return undefined;
          const inputs = read.inputs && { inputs: marked(name, read.inputs) };
          return { state: marked(name, read.state), ...inputs };
        },
        update: async (resource, id, state, inputs) => {
          const name = choose(inputs);
          const updated = await keepingPartial(name, processes[name].update(resource, id, plain(state), plain(inputs)));
          return marked(name, updated);
        },
        delete: (resource, id, state, inputs) =>
          processes[choose(state)].delete(resource, id, plain(state), plain(inputs)),
        cancel: () => {
          processes.one.cancel();
          processes.two.cancel();
        },
        stop: async () => {
          await Promise.all([processes.one.stop(), processes.two.stop()]);
          rmSync(cacheFolder, { recursive: true, force: true });
        },
      } satisfies HostProcess;
    },
  };
}

function marked(name: Name, properties: Properties): Properties {
  return { ...properties, [processProperty]: name };
}

function plain({ [processProperty]: _, ...properties }: Properties): Properties {
  return properties;
}

/** Marks the state that is left of a partial failure, too. */
async function keepingPartial<Result>(name: Name, operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof Failure) || error.partial === undefined) throw error;
    const { id, state } = error.partial;
    throw new Failure(error.message, error.cause, { id, state: marked(name, state) });
  }
}

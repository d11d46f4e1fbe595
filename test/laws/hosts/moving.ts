import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { dynamicHost } from "./dynamic";
import { Failure, type Host, type HostProcess, type Properties } from "./host";
import { pluginHost } from "./plugin/plugin";

/** Which host a resource has in Pulumi's state: Pulumi keeps it beside inputs and outputs. */
const hostProperty = "__host";
const markSchema = z.object({ name: z.enum(["dynamic", "plugin"]), registration: z.number() });

type Mark = z.infer<typeof markSchema>;

/**
 * Programs whose resources have another host in every other command, as after a change of the import line: in a command,
 * one half has the dynamic provider, and the other half the plugin.
 */
export function movingHost(): Host {
  let started = 0;
  let registration = 0;
  return {
    name: "resources that move between the dynamic provider and the plugin",
    start: (options) => {
      started += 1;
      const command = started;
      const cacheFolder = mkdtempSync(join(tmpdir(), "app-list-moving-"));
      const plugin = pluginHost.start({ ...options, sharing: { cacheFolder } });
      const dynamic = startDynamic(options, plugin, cacheFolder);
      const processOf = async ({ name }: Mark): Promise<HostProcess> => (name === "dynamic" ? dynamic : plugin);
      /** The host of a registered resource. */
      const register = (resource: string): Mark => {
        registration += 1;
        return { name: (command + resource.length) % 2 === 0 ? "dynamic" : "plugin", registration };
      };
      return {
        isRemote: true,
        check: async (resource, olds, news) => {
          const mark = register(resource);
          return marked(mark, await (await processOf(mark)).check(resource, plain(olds), news));
        },
        diff: async (resource, id, state, inputs) => {
          const host = await processOf(latestMark(state, inputs));
          return host.diff(resource, id, plain(state), plain(inputs));
        },
        create: async (resource, inputs) => {
          const mark = latestMark(inputs);
          const host = await processOf(mark);
          const { id, state } = await keepingPartial(mark, host.create(resource, plain(inputs)));
          return { id, state: marked(mark, state) };
        },
        read: async (resource, id, state, inputs) => {
          const mark = latestMark(state, inputs);
          if (mark.name === "dynamic") expectProvider(state);
          const host = await processOf(mark);
          const read = await host.read(resource, id, plain(state), plain(inputs));
          if (read === undefined) return undefined;
          return { state: marked(mark, read.state), ...(read.inputs && { inputs: marked(mark, read.inputs) }) };
        },
        update: async (resource, id, state, inputs) => {
          const mark = latestMark(inputs);
          const host = await processOf(mark);
          const update = host.update(resource, id, plain(state), plain(inputs));
          return marked(mark, await keepingPartial(mark, update));
        },
        delete: async (resource, id, state, inputs) => {
          const mark = latestMark(state, inputs);
          if (mark.name === "dynamic") expectProvider(state);
          const host = await processOf(mark);
          await host.delete(resource, id, plain(state), plain(inputs));
        },
        cancel: () => {
          plugin.cancel();
          void dynamic.then((host) => host.cancel());
        },
        stop: async () => {
          await Promise.all([plugin.stop(), (await dynamic).stop()]);
          rmSync(cacheFolder, { recursive: true, force: true });
        },
      } satisfies HostProcess;
    },
  };
}

/** Starts a dynamic provider that the same engine has started. */
async function startDynamic(
  options: Parameters<Host["start"]>[0],
  plugin: HostProcess,
  cacheFolder: string,
): Promise<HostProcess> {
  const engineAddress = await plugin.engineAddress;
  return dynamicHost.start({ ...options, sharing: { engineAddress, cacheFolder } });
}

/** The host of a resource: an update that changes nothing replaces the inputs in the state, and keeps the outputs. */
function latestMark(...sources: readonly Properties[]): Mark {
  const marks = sources.map((source) => markSchema.parse(source[hostProperty]));
  return marks.reduce((one, other) => (other.registration > one.registration ? other : one));
}

/** Pulumi's dynamic provider finds the code of an operation on a state in the state itself. */
function expectProvider(state: Properties): void {
  if (typeof state["__provider"] !== "string") throw new Failure("code must be a string, not undefined");
}

function marked(mark: Mark, properties: Properties): Properties {
  return { ...properties, [hostProperty]: mark };
}

function plain({ [hostProperty]: _, ...properties }: Properties): Properties {
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

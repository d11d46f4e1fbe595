import { rmSync } from "node:fs";
import { dynamicHost } from "./dynamic";
import { makeCacheFolder, type Host } from "./host";
import { pluginHost } from "./plugin";

/** A host with two provider processes in each run, as a program with two provider resources has them. */
export function inTwoProcesses(host: Host): Host {
  return several(`${host.name} in two processes`, [host, host], ([name]) => numberOf(name));
}

/**
 * Programs whose resources have another host in every other command, as after a change of the import line: in a command,
 * one half has the dynamic provider, and the other half the plugin.
 */
export function movingHost(): Host {
  const title = "resources that move between the dynamic provider and the plugin";
  return several(title, [pluginHost, dynamicHost], ([name, ...rest], operation, command) => {
    if (operation === "check") return command + numberOf(name);
    // The inputs in the state, or those that were just checked, are of the host that has checked them.
    const inputs = rest.at(-1);
    return inputs instanceof Object && "__provider" in inputs ? 1 : 0;
  });
}

/** The names of the model's resources are letters. */
const numberOf = (name: unknown): number => String(name).charCodeAt(0);

/** @param choose chooses the process of a call by an even or an odd number. */
function several(
  name: string,
  [first, second]: readonly [Host, Host],
  choose: (args: readonly unknown[], operation: string, command: number) => number,
): Host {
  let commands = 0;
  return {
    name,
    start: async (options) => {
      commands += 1;
      const command = commands;
      const cacheFolder = makeCacheFolder();
      const one = await first.start({ ...options, sharing: { cacheFolder } });
      const { engineAddress } = one;
      const two = await second.start({ ...options, sharing: { cacheFolder, engineAddress } });
      const call = (operation: string, args: readonly unknown[]): unknown => {
        const process = choose(args, operation, command) % 2 === 0 ? one : two;
        const member: unknown = Reflect.get(process, operation);
        return typeof member === "function" ? Reflect.apply(member, process, args) : undefined;
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

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const here = import.meta.dirname;

/** The text in `__provider` of every resource in users' states. It must always work. */
const released = readFileSync(join(here, "provider-v1.txt"), "utf8");

/** The methods of a dynamic provider, in the order of the protocol, with what the engine passes to each. */
const calls = {
  configure: ["request"],
  check: ["olds", "news"],
  diff: ["id", "olds", "news"],
  create: ["inputs"],
  read: ["id", "props"],
  update: ["id", "olds", "news"],
  delete: ["id", "props"],
} as const;

type Method = (...given: readonly unknown[]) => unknown;

describe("the text that Pulumi stores with every resource", () => {
  it("is the released one in the package for users", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(here, "print-provider.mjs")]);
    expect(stdout).toBe(released);
  });

  it("captures nothing: with require alone, every method calls its own of pulumi-app-list/dynamic", () => {
    const required: string[] = [];
    const called: unknown[] = [];
    const appListEntries = Object.fromEntries(
      Object.keys(calls).map((name): [string, Method] => [name, (...given) => called.push([name, ...given])]),
    );
    const exported: { handler?: () => Readonly<Record<string, Method>> } = {};
    runInNewContext(released, {
      exports: exported,
      require: (specifier: string) => {
        required.push(specifier);
        return { appListEntries };
      },
    });
    const provider = exported.handler?.();
    // Nothing is loaded before the engine needs it.
    expect(required).toEqual([]);
    for (const [name, given] of Object.entries(calls)) provider?.[name]?.(...given);
    expect(called).toEqual(Object.entries(calls).map(([name, given]) => [name, ...given]));
    expect(new Set(required)).toEqual(new Set(["pulumi-app-list/dynamic"]));
  });
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const here = import.meta.dirname;

/** The text in `__provider` of every resource in users' states. It must always work. */
const released = readFileSync(join(here, "provider-v1.txt"), "utf8");

const methods = ["configure", "check", "diff", "create", "read", "update", "delete"] as const;

type Methods = Readonly<Record<(typeof methods)[number], (...given: readonly unknown[]) => unknown>>;

describe("the text that Pulumi stores with every resource", () => {
  it("is the released one in the package for users", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(here, "print-provider.mjs")]);
    expect(stdout).toBe(released);
  });

  it("captures nothing: with require alone, every method calls its own of pulumi-app-list/dynamic", () => {
    const required: string[] = [];
    const calls: unknown[] = [];
    const appListEntries = Object.fromEntries(
      methods.map((method) => [method, (...given: readonly unknown[]) => calls.push([method, ...given])]),
    );
    const exported: { handler?: () => Methods } = {};
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
    // In the order of the protocol: a process configures its provider before it uses it.
    provider?.configure("request");
    provider?.check("olds", "news");
    provider?.diff("id", "olds", "news");
    provider?.create("inputs");
    provider?.read("id", "props");
    provider?.update("id", "olds", "news");
    provider?.delete("id", "props");
    expect(calls).toEqual([
      ["configure", "request"],
      ["check", "olds", "news"],
      ["diff", "id", "olds", "news"],
      ["create", "inputs"],
      ["read", "id", "props"],
      ["update", "id", "olds", "news"],
      ["delete", "id", "props"],
    ]);
    expect(new Set(required)).toEqual(new Set(["pulumi-app-list/dynamic"]));
  });

  it("finds in the package what it calls", () => {
    const found: unknown = createRequire(import.meta.url)("pulumi-app-list/dynamic");
    const functions = Object.fromEntries(methods.map((method) => [method, expect.any(Function)]));
    expect(found).toMatchObject({ appListEntries: functions });
  });
});

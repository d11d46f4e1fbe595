import { deepStrictEqual } from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import "./equality";

/**
 * The files of a worker share its process and its modules. No file may leave anything in them that another one could
 * notice: then their order cannot matter. `npm run lab -- shuffle` tries other orders.
 */
let before: Readonly<Record<string, unknown>>;

beforeAll(() => {
  before = sharedState();
});

afterAll(() => {
  deepStrictEqual(sharedState(), before);
});

/** What a test can change in its process: settings, handlers, and the members of objects that all code uses. */
function sharedState(): Readonly<Record<string, unknown>> {
  const objects = { globalThis, Math, JSON, console, process, "process.stdout": process.stdout };
  const prototypes = { Object: Object.prototype, Array: Array.prototype, String: String.prototype, Date };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"];
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    exitCode: process.exitCode,
    hasRealTimers: !vi.isFakeTimers(),
    openFiles: openFiles(),
    handlers: signals.map((signal) => process.listenerCount(signal)),
    members: Object.entries({ ...objects, ...prototypes }).map(([name, object]) => [name, membersOf(object)]),
  };
}

const descriptors = "/proc/self/fd";

/** The paths of open files and folders: on Linux, which the tests need. Sockets and pipes close in their own time. */
function openFiles(): readonly string[] {
  const paths = readdirSync(descriptors).map((name) => {
    const path = join(descriptors, name);
    return existsSync(path) ? readlinkSync(path) : "";
  });
  return paths.filter((path) => path.startsWith("/") && !/^\/(?:proc|dev)\//u.test(path)).toSorted();
}

/** A package that reads workbooks wraps them when it is loaded, so that the current folder is remembered. */
const wrapped = new Set(["chdir", "cwd"]);

/** The methods of an object, each by its number: comparing them themselves would compare their structure. */
function membersOf(object: object): Readonly<Record<string, unknown>> {
  const descriptors: Readonly<Record<string, { readonly value?: unknown }>> = Object.getOwnPropertyDescriptors(object);
  const methods = Object.entries(descriptors).filter(
    ([name, { value }]) => typeof value === "function" && !wrapped.has(name),
  );
  return Object.fromEntries(methods.map(([name, { value }]) => [name, numberOf(value)]));
}

const numbers = new Map<unknown, number>();

function numberOf(value: unknown): number {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
}

import { z } from "zod";
import { unknownText, type Host } from "./hosts/host";

/** A command of a person, and the list and the app bundles that the program of the resource "blocked" then has. */
export interface Step {
  readonly name: string;
  readonly command: "preview" | "up" | "up --refresh" | "up --replace" | "refresh" | "destroy" | "import";
  /** Default: no resource. */
  readonly appListId?: number;
  readonly appBundles?: readonly string[];
  /** A new resource, with an output that is a website of "blocked": it is left out, or fails. Default: there is none. */
  readonly source?: "excluded" | "failed";
  /** `pulumi state taint` before the command. */
  readonly isTainted?: boolean;
}

const first = { appListId: 1, appBundles: ["com.a"] } as const;
const second = { appListId: 1, appBundles: ["com.b"] } as const;
const other = { appListId: 2, appBundles: ["com.b"] } as const;
const more = { appListId: 2, appBundles: ["com.b", "com.c"] } as const;

/** One command after another. */
export const steps: readonly Step[] = [
  { name: "preview of a create", command: "preview", ...first },
  { name: "create", command: "up", ...first },
  { name: "nothing to do", command: "up", ...first },
  { name: "preview of an update", command: "preview", ...second },
  { name: "update", command: "up", ...second },
  { name: "refresh", command: "refresh", ...second },
  { name: "update with a refresh", command: "up --refresh", ...first },
  { name: "--replace", command: "up --replace", ...second },
  { name: "state taint", command: "up", isTainted: true, ...first },
  { name: "preview of another list", command: "preview", ...other },
  { name: "another list", command: "up", ...other },
  { name: "value of a new resource that fails", command: "up", ...more, source: "failed" },
  { name: "gone from the program", command: "up" },
  { name: "import", command: "import", ...other },
  { name: "destroy", command: "destroy" },
  { name: "create after it", command: "up", ...other },
  { name: "preview of a value of a new resource that is excluded", command: "preview", ...more, source: "excluded" },
  { name: "value of a new resource that is excluded", command: "up", ...more, source: "excluded" },
];

/** The table of the engine's calls of a host, which test/acceptance/engine-calls.test.ts records. */
export function callsFile(isPlugin: boolean): string {
  return `engine-calls.${isPlugin ? "plugin" : "dynamic"}.txt`;
}

const propertiesSchema = z.record(z.string(), z.unknown());

/** Properties of the resource, in short: whether they are inputs or a state, the list, and the entries that are given. */
function describe(properties: unknown): string {
  const { success, data } = propertiesSchema.safeParse(properties);
  if (!success || Object.keys(data).length === 0) return "nothing";
  const { appListId, appBundles, websites, stateVersion } = data;
  const given = [appBundles, websites].flat().filter((each) => each !== undefined);
  const words = given.map((each) => {
    if (each === null) return "null";
    return typeof each !== "string" || each === unknownText ? "unknown" : each.trim();
  });
  const entries = words.join(" ").replaceAll("\n", " ");
  return `${stateVersion === undefined ? "inputs" : "state"} of list ${String(appListId)}: ${entries}`;
}

/** The properties that the provider gets with each call, in the words of the protocol. */
export const propertiesOf: Readonly<Record<string, readonly string[]>> = {
  Check: ["olds", "news"],
  Diff: ["olds", "news"],
  Create: ["properties"],
  "Create in a preview": ["properties"],
  Read: ["properties", "inputs"],
  Update: ["olds", "news"],
  "Update in a preview": ["olds", "news"],
  Delete: ["properties", "oldInputs"],
};

/** A call of the engine in one line, if it is about the resource. */
export function describeCall(method: string, properties: readonly unknown[]): readonly string[] {
  const names = propertiesOf[method];
  if (names === undefined) return [];
  return [[method, ...names.map((name, index) => `${name} (${describe(properties[index])})`)].join(" ")];
}

/** A host of which each call is noted. */
export function notingCalls(host: Host, note: (line: string) => void): Host {
  return {
    ...host,
    start: async (options) =>
      new Proxy(await host.start(options), {
        get: (process, name) => {
          const member: unknown = Reflect.get(process, name);
          if (typeof member !== "function") return member;
          const word = String(name).replace(/^preview(.*)$/u, "$1 in a preview");
          const method = word.charAt(0).toUpperCase() + word.slice(1);
          return (...args: readonly unknown[]): unknown => {
            describeCall(
              method,
              args.filter((each) => typeof each === "object"),
            ).forEach(note);
            return Reflect.apply(member, process, args);
          };
        },
      }),
  };
}

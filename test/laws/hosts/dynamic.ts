import { z } from "zod";
import { createOperations, OperationError } from "../../../provider/hosts/dynamic/operations";
import { resourceMark } from "../../../provider/hosts/engine";
import { printNotice, type Print } from "../../../provider/resource/notice";
import { Run } from "../../../provider/resource/run";
import {
  Failure,
  Secret,
  stepOf,
  unknownText,
  unknownValue,
  type Host,
  type HostProcess,
  type Properties,
} from "./host";

/** The engine hands this property over with all others, and the provider process does not read it. */
const __provider = "exports.handler = __f0;";

/** What the program adds to the inputs of a resource. */
export const marksOf = (name: string) => ({ __provider, [resourceMark]: `AppListEntries::${name}` });

/** Pulumi's dynamic provider finds the code of an operation on a state in the state itself. */
function requireProvider(state: Properties): void {
  if (typeof state["__provider"] !== "string") throw new Failure("code must be a string, not undefined");
}

/** Pulumi's dynamic provider. */
export const dynamicHost: Host = {
  name: "the dynamic provider",
  start: async ({ config, environment = {}, time, print, sharing }) => {
    const source = {
      config: (key: string) => config[key],
      environment: { ...environment, XDG_CACHE_HOME: sharing?.cacheFolder },
    };
    const show: Print = (notice) => print(printNotice(notice, true), notice.event);
    const engineAddress = sharing === undefined ? undefined : (sharing.engineAddress ?? "127.0.0.1:40000");
    return { ...serve(new Run(source, show, { ...time, engineAddress }), show), engineAddress };
  },
};

/** A process of the dynamic provider with a run. */
export function serve(run: Run, show: Print): HostProcess {
  const operations = createOperations(() => run, show);
  return {
    check: async (name, olds, news) => {
      const declared = { ...encode(news), ...marksOf(name) };
      const { inputs = declared, failures = [] } = await translated(operations.check({ ...olds }, declared));
      if (failures.length > 0) throw new Failure(failures.map(({ reason }) => reason).join("\n"));
      return { ...inputs, __provider };
    },
    diff: async (_, id, state, inputs) => {
      const diff = await translated(operations.diff(id, { ...state }, { ...inputs }));
      const { changes, replaces = [], deleteBeforeReplace = false } = diff;
      return changes === true ? stepOf(replaces, deleteBeforeReplace) : "none";
    },
    create: async (_, inputs) => {
      const { id, outs = {} } = await translated(operations.create({ ...inputs }));
      return { id, state: { ...outs, __provider } };
    },
    read: async (_, id, state) => {
      requireProvider(state);
      const { id: read, props = {}, inputs } = await translated(operations.read(id, { ...state }));
      if (read === undefined) return undefined;
      return { state: { ...props, __provider }, ...(inputs && { inputs: { ...inputs, __provider } }) };
    },
    update: async (_, id, state, inputs) => {
      const { outs = {} } = await translated(operations.update(id, { ...state }, { ...inputs }));
      return { ...outs, __provider };
    },
    delete: async (_, id, state) => {
      requireProvider(state);
      await translated(operations.delete(id, { ...state }));
    },
    // The engine never asks a dynamic provider for it.
    cancel: () => run.cancel(),
    stop: async () => {
      await run.close();
      run.end();
    },
  };
}

/** Dynamic providers receive secrets in plain text. */
function encode(inputs: Properties): Properties {
  const plain = (value: unknown): unknown => (value instanceof Secret ? value.value : value);
  const encoded = (value: unknown): unknown => (value === unknownValue ? unknownText : plain(value));
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, encoded(value)]));
}

/** Pulumi recognizes a partial failure by these members of the error. */
const partialSchema = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.unknown()),
  reasons: z.array(z.string()).min(1),
});

async function translated<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    const partial = partialSchema.safeParse(error);
    if (partial.success) {
      const { id, properties, reasons } = partial.data;
      throw new Failure(reasons.join("\n"), error, { id, state: properties });
    }
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(message, error instanceof OperationError ? error.cause : error);
  }
}

import type { ListEvent } from "../../../provider/resource/events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VirtualClock } from "../../harness/virtual-clock";

/** Inputs or outputs of a resource. */
export type Properties = Readonly<Record<string, unknown>>;

/** In inputs: a value that is not known before the update. */
export const unknownValue = Symbol("unknown value");

/** How Pulumi writes it. Written out, so that a mistake of the provider is not repeated. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** In inputs: a secret value. */
export class Secret {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** What a provider process is started with. */
export interface ProcessOptions {
  /** The stack's configuration, by key (`observe`). */
  readonly config: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly time?: VirtualClock;
  /** Receives the lines that the provider prints. */
  readonly print: (line: string, event?: ListEvent) => void;
  /** How it finds the other processes of the run. Default: it is the only one, and alone has its engine. */
  readonly sharing?: { readonly cacheFolder: string; readonly engineAddress?: string | undefined };
}

/** Serves AppListEntries to the Pulumi engine. The tests drive every host through this interface. */
export interface Host {
  readonly name: string;
  /** Starts a provider process, as every phase of a Pulumi command does. */
  start(options: ProcessOptions): Promise<HostProcess>;
}

/** The step that a diff asks for. */
type Difference = "none" | "update" | "replace" | "delete, then create";

/** The step of a diff with changes. */
export function stepOf(replaces: readonly string[], deletesFirst: boolean): Difference {
  if (replaces.length === 0) return "update";
  return deletesFirst ? "delete, then create" : "replace";
}

/** The operations of a provider process, on the resource with a name. A failure is a {@link Failure}. */
export interface HostProcess {
  /** The address of the engine that started it. Undefined if it does not know. */
  readonly engineAddress?: string | undefined;
  check(name: string, oldInputs: Properties, inputs: Properties): Promise<Properties>;
  diff(name: string, id: string, state: Properties, inputs: Properties): Promise<Difference>;
  create(name: string, inputs: Properties): Promise<{ readonly id: string; readonly state: Properties }>;
  /** The create of a preview. Undefined if the engine calls none. */
  readonly previewCreate?: (name: string, inputs: Properties) => Promise<void>;
  /** The update of a preview. Undefined if the engine calls none. */
  readonly previewUpdate?: (name: string, id: string, state: Properties, inputs: Properties) => Promise<void>;
  /** @returns undefined if the resource does not exist; no inputs if the old ones are kept. */
  read(
    name: string,
    id: string,
    state: Properties,
    inputs: Properties,
  ): Promise<{ readonly state: Properties; readonly inputs?: Properties } | undefined>;
  /** @returns the new state. */
  update(name: string, id: string, state: Properties, inputs: Properties): Promise<Properties>;
  delete(name: string, id: string, state: Properties, inputs: Properties): Promise<void>;
  /** Calls a data function. Undefined if the host has none. */
  readonly invoke?: (token: string, args: Properties) => Promise<Properties>;
  /** Cancels all operations, as the engine asks for at Ctrl-C. */
  cancel(): void;
  /** Ends all connections of the process. */
  stop(): Promise<void>;
}

/** Where Linux keeps files in memory: a run makes and removes folders in a cache folder, which takes long on a disk. */
const memory = "/dev/shm";

/** Makes a cache folder for the processes of runs. */
export function makeCacheFolder(): string {
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "app-list-cache-"));
}

/** A failed operation. Its message is what the engine shows; its cause is the error of the package. */
export class Failure extends Error {
  /** After a partial failure: the resource as far as it was changed. */
  readonly partial: { readonly id: string; readonly state: Properties } | undefined;

  constructor(message: string, cause?: unknown, partial?: Failure["partial"]) {
    super(message, { cause });
    this.partial = partial;
  }
}

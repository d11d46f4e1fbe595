import type { Properties } from "../../provider/resource/inputs";
import { PartialChangeError } from "../../provider/resource/lifecycle";
import type { Notice } from "../../provider/resource/notices";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { clock, MemoryClient } from "./client";
import { textsOf, type Bits } from "./entries";
import { worldOf, type Exchanged, type Service, type Start as StartOfWorld, type World } from "./service";

export const baseUrl = "http://127.0.0.1:1";

const login = { apiKey: "key", apiSecret: "api-secret", username: "user", password: "password" };

/** What a program declares. */
export interface Program {
  readonly entries: Bits;
  readonly isExclusive?: boolean;
  readonly claims?: boolean;
}

/** Where a command begins. */
export interface Start extends StartOfWorld {
  readonly resource: Resource | undefined;
}

export type Command =
  ({ readonly name: "up"; readonly refresh?: boolean } & Program) | { readonly name: "refresh" | "destroy" | "import" };

/** A resource in the state of a stack. */
export interface Resource {
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** The last operation failed in part: the next up updates the resource even without a difference. */
  readonly isIncomplete: boolean;
}

/** A part of a command: the refresh before an up, or all of it otherwise. */
export interface Step {
  readonly command: Command;
  readonly before: Resource | undefined;
  readonly after: Resource | undefined;
  readonly outcome: "done" | "failed" | "killed";
  readonly error?: Error | undefined;
  /** The requests of its preview, and all of them. */
  readonly previewed: number;
  readonly requests: readonly Exchanged[];
  readonly list: Bits;
  readonly notices: readonly Notice[];
}

export interface Ran extends Pick<World, "list" | "sentinels" | "requests"> {
  readonly steps: readonly Step[];
}

/** The process of a provider. It can serve one command after another, each of a list of its own. */
export class Process {
  readonly observe: Service["observe"];
  readonly #run: Run;
  readonly #provider: ResourceProvider;
  #worlds: readonly World[] = [];
  #notices: Notice[] = [];
  #appListId = 1;

  constructor(observe: Service["observe"]) {
    this.observe = observe;
    const config = new Map(Object.entries({ ...login, baseUrl, observe, readPath: "/lists/{id}" }));
    const print = (notice: Notice): void => void this.#notices.push(notice);
    const current = (): World => {
      const [world] = this.#worlds;
      if (world === undefined) throw new Error("No command runs.");
      return world;
    };
    this.#run = new Run({ config: (key) => config.get(key), environment: {} }, print, {
      ...clock,
      makeClient: (settings, options) => new MemoryClient(settings, options, current),
    });
    this.#provider = new ResourceProvider(this.#run, print);
  }

  /** Whether another command can run in it: none after a cancellation. */
  get isUsable(): boolean {
    return !this.#run.canceled.aborted;
  }

  /** Runs one command as the engine does. */
  async run(start: Start, command: Command): Promise<Ran> {
    const world = worldOf(start, () => this.#run.cancel());
    this.#worlds = [world];
    this.#appListId += 1;
    const id = { appListId: this.#appListId };
    const { resource } = start;
    const stored = resource && {
      ...resource,
      inputs: { ...resource.inputs, ...id },
      outputs: { ...resource.outputs, ...id },
    };
    const isRefreshed = command.name === "up" && command.refresh === true && stored !== undefined;
    const steps = [await this.#step(world, stored, isRefreshed ? { name: "refresh" } : command, id)];
    const [read] = steps;
    if (isRefreshed && read?.outcome === "done") steps.push(await this.#step(world, read.after, command, id));
    return { steps, ...world };
  }

  async #step(world: World, before: Resource | undefined, command: Command, id: Properties): Promise<Step> {
    this.#notices = [];
    const first = world.requests.length;
    const progress = { after: before, previewed: 0 };
    let end: Pick<Step, "outcome" | "error">;
    try {
      const operation = this.#operate(world, before, command, id, progress);
      end = { outcome: (await Promise.race([world.killed.promise, operation])) ?? "done" };
    } catch (caught) {
      end = { outcome: "failed", error: caught instanceof Error ? caught : new Error(String(caught)) };
    }
    const requests = world.requests.slice(first);
    return { ...end, ...progress, command, before, requests, list: world.list, notices: this.#notices };
  }

  async #operate(
    world: World,
    before: Resource | undefined,
    command: Command,
    id: Properties,
    progress: { after: Resource | undefined; previewed: number },
  ): Promise<void> {
    const provider = this.#provider;
    if (command.name === "import") {
      const { state, inputs = {} } = await provider.import(String(id["appListId"]));
      progress.after = { inputs, outputs: state, isIncomplete: false };
    } else if (command.name === "up") {
      await this.#register(world, before, { ...inputsOf(command), ...id }, progress);
    } else if (before !== undefined && command.name === "refresh") {
      const { state, inputs = before.inputs } = await provider.read(before.outputs);
      await provider.diff(state, before.inputs);
      progress.after = { inputs, outputs: state, isIncomplete: false };
    } else if (before !== undefined) {
      await provider.delete(before.outputs);
      progress.after = undefined;
    }
  }

  /** Creates or updates a resource, after its preview. */
  async #register(
    world: World,
    before: Resource | undefined,
    declared: Properties,
    progress: { after: Resource | undefined; previewed: number },
  ): Promise<void> {
    const provider = this.#provider;
    const first = world.requests.length;
    const checked = await provider.check(before?.inputs ?? {}, declared, { id: "blocked", name: "blocked" });
    if (checked.outcome === "invalid") throw new Error(checked.reason);
    const { inputs } = checked;
    const difference = before && (await provider.diff(before.outputs, inputs));
    progress.previewed = world.requests.length - first;
    try {
      if (before === undefined) progress.after = made(inputs, await provider.create(inputs));
      else if (difference?.changes === true || before.isIncomplete) {
        progress.after = made(inputs, await provider.update(before.outputs, inputs));
      } else progress.after = { ...before, inputs };
    } catch (error) {
      if (error instanceof PartialChangeError) {
        // The engine keeps the old inputs.
        progress.after = { ...made(before?.inputs ?? inputs, error.resource), isIncomplete: true };
      }
      throw error;
    }
  }
}

function made(inputs: Properties, { state }: { readonly state: Properties }): Resource {
  return { inputs, outputs: state, isIncomplete: false };
}

/** The arguments of a program. The removal guard is not what these tests are about. */
function inputsOf({ entries, isExclusive = false, claims = false }: Program): Properties {
  const options = { ...(isExclusive && { exclusive: true }), ...(claims && { claimExisting: true }) };
  return { ...textsOf(entries), ...options, removalLimit: "100%" };
}

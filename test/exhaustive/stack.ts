import { Deployment, type Resource } from "../laws/deployment";
import { Failure, type HostProcess, type Properties } from "../laws/hosts/host";
import { givenTexts, type Bits } from "../laws/oracle/bits";
import type { Commanded } from "../laws/oracle/laws";
import { PartialChangeError } from "../../provider/resource/execute";
import { printNotice, type Notice } from "../../provider/resource/notice";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import type { Kind } from "../../provider/list/kinds";
import { clock, MemoryClient } from "./client";
import { worldOf, type Service, type Start as StartOfWorld, type World } from "./service";

export const baseUrl = "http://127.0.0.1:1";

const login = { apiKey: "key", apiSecret: "api-secret", username: "user", password: "password" };

/** What a program declares for a resource. */
interface Declared {
  readonly entries: Bits;
  readonly isExclusive?: boolean;
  readonly claims?: boolean;
  /** A kind that the program does not give. Default: it gives all. */
  readonly leftOut?: Kind | undefined;
  /** Its removalLimit. Default: none of them stops it. */
  readonly limit?: "100%" | "30%" | 0;
}

/** The resources of a program, all for one list. */
export type Program = Readonly<Record<string, Declared>>;

/** Where a command begins. */
export interface Start extends StartOfWorld {
  readonly resources: readonly Resource[];
}

export type Command =
  | { readonly name: "up"; readonly refresh: boolean; readonly program: Program; readonly replacesFirst?: boolean }
  | { readonly name: "refresh" | "destroy" | "import" };

/** What a command did, and what it left. */
export interface Ran extends Commanded {
  readonly list: Bits;
  readonly sentinels: readonly string[];
  readonly resourcesAfter: readonly Resource[];
}

/** The processes that serve commands now. One remembers each of its lists, so it serves some commands only. */
const processes = new Map<Service["observe"], Process>();

/** Runs one command as the engine does. */
export async function run(start: Start, command: Command): Promise<Ran> {
  const { observe } = start.service;
  const last = processes.get(observe);
  const process = last?.isUsable === true ? last : new Process(observe);
  processes.set(observe, process);
  return process.run(start, command);
}

/** The process of a provider. It can serve one command after another, each of a list of its own. */
class Process {
  readonly #run: Run;
  readonly #host: HostProcess;
  #world: World | undefined;
  #notices: Notice[] = [];
  /** Every command of a process has another ID. */
  #appListId = 0;
  #isCanceled = false;

  constructor(observe: Service["observe"]) {
    const config = new Map(Object.entries({ ...login, baseUrl, observe, readPath: "/lists/{id}" }));
    const print = (notice: Notice): void => void this.#notices.push(notice);
    const current = (): World => {
      if (this.#world === undefined) throw new Error("No command runs.");
      return this.#world;
    };
    this.#run = new Run({ config: (key) => config.get(key), environment: {} }, print, {
      ...clock,
      makeClient: (settings, options) => new MemoryClient(settings, options, current),
    });
    this.#host = hostOf(new ResourceProvider(this.#run, print), this.#run);
  }

  /** Whether another command can run in it: none after a cancellation. */
  get isUsable(): boolean {
    return !this.#isCanceled && this.#appListId < 1000;
  }

  async run(start: Start, command: Command): Promise<Ran> {
    this.#appListId += 1;
    this.#notices = [];
    const appListId = this.#appListId;
    const resources = start.resources.map(({ inputs, state, ...resource }): Resource => {
      return { ...resource, id: String(appListId), inputs: { ...inputs, appListId }, state: { ...state, appListId } };
    });
    let resourcesAfter: readonly Resource[] = resources;
    const deployment = new Deployment(this.#host, resources, (changed) => void (resourcesAfter = changed));
    const [killed, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kill = (): void => {
      deployment.isKilled = true;
      killed.resolve();
    };
    const cancel = (): void => {
      this.#isCanceled = true;
      this.#run.cancel();
    };
    const world = worldOf(start, { cancel, kill, showNext: next.resolve });
    this.#world = world;
    const showsNext = start.trouble?.what === "next resource" ? next.promise : undefined;
    await Promise.race([killed.promise, operate(deployment, command, appListId, showsNext)]);
    const { operations, errors } = deployment;
    const said = [...this.#notices.map((notice) => printNotice(notice)), ...errors.map(String)].join("\n");
    const events = this.#notices.flatMap(({ event }) => event ?? []);
    return { operations, resources, resourcesAfter, said, events, ...world };
  }
}

async function operate(
  deployment: Deployment,
  command: Command,
  appListId: number,
  showsNext: Promise<void> | undefined,
): Promise<void> {
  switch (command.name) {
    case "up": {
      const declared = Object.entries(command.program).map(
        ([name, each]) => [name, inputsOf(each, appListId)] as const,
      );
      const { refresh, replacesFirst = false } = command;
      return deployment.up(Object.fromEntries(declared), { refresh, showsNext, replacesFirst });
    }
    case "refresh":
      return deployment.refresh();
    case "destroy":
      return deployment.delete(() => true);
    case "import":
      return deployment.import("blocked", String(appListId));
  }
}

/** The operations without a host: nothing is translated. */
function hostOf(provider: ResourceProvider, run: Run): HostProcess {
  return {
    check: async (name, olds, news) => {
      const checked = await provider.check(olds, news, { id: name, name });
      if (checked.outcome === "invalid") throw new Failure(checked.reason);
      return checked.inputs;
    },
    diff: async (id, _, state, inputs) => ((await provider.diff(state, inputs, { id })).changes ? "update" : "none"),
    create: async (id, inputs) => withPartial(() => provider.create(inputs, { id })),
    read: async (_, id, state) => (Object.keys(state).length === 0 ? provider.import(id) : provider.read(state)),
    update: async (id, _, state, inputs) => (await withPartial(() => provider.update(state, inputs, { id }))).state,
    delete: async (id, _, state) => provider.delete(state, { id }),
    cancel: () => run.cancel(),
    stop: () => run.close(),
  };
}

async function withPartial<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof PartialChangeError) throw new Failure(error.message, error, error.resource);
    throw error;
  }
}

function inputsOf(declared: Declared, appListId: number): Properties {
  const { entries, isExclusive = false, claims = false, leftOut, limit = "100%" } = declared;
  const options = { ...(isExclusive && { exclusive: true }), ...(claims && { claimExisting: true }) };
  const given = Object.entries(givenTexts(entries)).filter(([kind]) => kind !== leftOut);
  return { appListId, ...Object.fromEntries(given), ...options, removalLimit: limit };
}

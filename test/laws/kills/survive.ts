import { startSimulator } from "../../../provider/simulator/index";
import type { PulumiHost } from "../../harness/hosts";
import { descendantsOf, endOfProcess, killAtOnce, type RunningProcess } from "../../harness/process-tree";
import { succeeded, type Printed } from "../../harness/project";
import { JudgedStack, type Step } from "../drivers/judged-stack";
import { argumentsOf, endOf, pulumiDriver } from "../drivers/pulumi";
import { newLedger } from "../oracle/ledger";
import type { Declared } from "../oracle/program";

/** What is killed, and how. */
const kills = [
  /** SIGKILL of `pulumi` and of every process that it has started. */
  "everything",
  /** SIGKILL of `pulumi` alone: the processes that it has started continue. */
  "the engine",
  /** SIGKILL of the process in which the provider runs. */
  "the provider",
  /** One Ctrl-C. */
  "Ctrl-C",
  /** A second Ctrl-C as soon as Pulumi has printed its answer to the first. */
  "Ctrl-C twice",
] as const;

/** The requests of each operation, in their order, and the commands of a person after its kill. */
const operations = {
  create: { requests: ["token", "probe", "add"], recoveries: ["up", "up --refresh"] },
  update: { requests: ["token", "probe", "add", "remove"], recoveries: ["up", "up --refresh"] },
  destroy: { requests: ["token", "probe", "remove"], recoveries: ["destroy", "up --refresh"] },
} as const;

/** One kill: of what, when, and the command after it. */
export interface Moment {
  readonly kill: (typeof kills)[number];
  readonly operation: keyof typeof operations;
  /** The request during which it is killed, from 1. */
  readonly nth: number;
  /** Whether it is killed before the effect of the request, or after. */
  readonly effect: "before" | "after";
  /** The command after the kill, and after the `pulumi cancel` that a killed engine needs. */
  readonly recovery: "up" | "up --refresh" | "destroy";
}

/** Every kill at every request of every operation, before and after its effect, with every recovery. */
export const moments: readonly Moment[] = kills.flatMap((kill) =>
  (["create", "update", "destroy"] as const).flatMap((operation) =>
    operations[operation].requests.flatMap((_, index) =>
      (["before", "after"] as const).flatMap((effect) =>
        operations[operation].recoveries.map((recovery) => ({ kill, operation, nth: index + 1, effect, recovery })),
      ),
    ),
  ),
);

/** A moment in words: `everything, after the add of a create took effect, then up`. */
export function describeMoment({ kill, operation, nth, effect, recovery }: Moment): string {
  const request = operations[operation].requests[nth - 1] ?? `request ${nth}`;
  return `${kill}, ${effect} the ${request} of ${operation === "update" ? "an" : "a"} ${operation} took effect, then ${recovery}`;
}

/** The list of the stack, and its entries at first: the program declares the second one, and adopts it. */
const appListId = 4321;
const initial = ["com.existing.x", "com.shared.s"];
const before = declares("com.own.a", "com.own.b", "com.shared.s");
const after = declares("com.own.b", "com.own.c", "com.shared.s");

function declares(...entries: readonly string[]): readonly Declared[] {
  return [{ name: "blocked", appListId, entries, removalLimit: "100%" }];
}

/** The command that is killed, for each operation. */
const steps: Readonly<Record<Moment["operation"], Step>> = {
  create: { command: "up", program: before },
  update: { command: "up", program: after },
  destroy: { command: "destroy", program: before },
};

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A stack that was not deployed yet, its list, and a promise that is fulfilled when a request hangs. */
export async function openScene(host: PulumiHost) {
  const held = Promise.withResolvers<void>();
  const simulator = await startSimulator({
    lists: [{ id: appListId, name: "brand-safety", appBundles: initial }],
    onRequest: ({ fault }) => {
      if (fault?.kind === "hang") held.resolve();
    },
  });
  const driver = await pulumiDriver(simulator, host);
  argumentsOf(driver.project, steps.create);
  return {
    simulator,
    driver,
    isHeld: held.promise,
    close: async () => {
      driver.project.remove();
      await simulator.close();
    },
  };
}

/**
 * Kills an operation at a moment, recovers as a person would, and then destroys the stack.
 *
 * @throws Error if a command breaks a law.
 */
export async function surviveKill(moment: Moment, host: PulumiHost): Promise<void> {
  const { kill, operation, recovery } = moment;
  const scene = await openScene(host);
  const { driver } = scene;
  const stack = new JudgedStack(driver, newLedger(), [String(appListId)]);
  let orphans: readonly RunningProcess[] = [];
  try {
    if (operation !== "create") await stack.run({ command: "up", program: before }, { mustSucceed: true });
    const program = operation === "update" ? after : before;
    const run = async () => {
      const killed = await runAndKill(scene, moment);
      orphans = killed.orphans;
      const ended = endOf(killed.ended);
      if (kill === "Ctrl-C") return { ...ended, printed: undefined };
      if (ended.outcome === "done") throw new Error(`The killed command succeeded: ${killed.ended.text}`);
      return { ...ended, outcome: "killed" as const, errors: [] };
    };
    await stack.run(steps[operation], { run });
    // The stack stays locked.
    const isLocked = kill === "everything" || kill === "the engine";
    if (isLocked) succeeded(await driver.project.pulumi("cancel", "--yes"));
    // The provider of a killed engine may still add entries, which the next command finds in the list.
    const isBlinded = kill === "the engine";
    const up: Step = { command: "up", program, refresh: recovery === "up --refresh" };
    await stack.run(recovery === "destroy" ? steps.destroy : up, { mustSucceed: true, isBlinded });
    await stack.run({ command: "destroy" }, { mustSucceed: true });
  } finally {
    orphans.forEach(({ id }) => killAtOnce(id));
    await scene.close();
  }
}

/**
 * Runs a command, kills it when its nth request hangs, and waits for its end.
 *
 * @param words the command. Default: that of the operation.
 */
export async function runAndKill(
  { driver: { project }, simulator, isHeld }: Scene,
  { kill, operation, nth, effect }: Omit<Moment, "recovery">,
  words?: readonly string[],
): Promise<{ readonly ended: Printed; readonly orphans: readonly RunningProcess[] }> {
  simulator.addFault({ on: { nth }, effect, answer: { kind: "hang" } });
  const interrupted = Promise.withResolvers<void>();
  let engine: number | undefined;
  let printed = "";
  const command = project.watch(words ?? argumentsOf(project, steps[operation]), {
    onStart: (id) => (engine = id),
    onOutput: (text) => {
      printed += text;
      if (printed.includes("^C received")) interrupted.resolve();
    },
  });
  await Promise.race([isHeld, command]);
  simulator.clearFaults();
  if (engine === undefined) throw new Error("The command has no process.");
  const descendants = descendantsOf(engine);
  const providers = descendants.filter(({ command }) =>
    /dynamic-provider|pulumi-resource-pulumi-nodejs|pulumi-resource-app-list/u.test(command),
  );
  if (providers.length === 0) throw new Error(`The command sent no request ${nth}: ${(await command).text}`);
  switch (kill) {
    case "everything":
      [engine, ...descendants.map(({ id }) => id)].forEach(killAtOnce);
      break;
    case "the engine":
      killAtOnce(engine);
      await command;
      // The provider ends by itself, although its request hangs.
      await Promise.all(providers.map(({ id }) => endOfProcess(id)));
      break;
    case "the provider":
      providers.forEach(({ id }) => killAtOnce(id));
      break;
    case "Ctrl-C":
    case "Ctrl-C twice":
      process.kill(engine, "SIGINT");
      await interrupted.promise;
      if (kill === "Ctrl-C") simulator.resetHanging();
      else process.kill(engine, "SIGINT");
      break;
  }
  return { ended: await command, orphans: descendants };
}

import { startSimulator, type Simulator } from "../../../provider/simulator/index";
import { settingsFor } from "../../harness/simulator-settings";
import type { PulumiHost } from "../../harness/hosts";
import { descendantsOf, endOfProcess, killAtOnce, type RunningProcess } from "../../harness/process-tree";
import { succeeded, type Printed } from "../../harness/project";
import { JudgedStack, type Step } from "../drivers/judged-stack";
import { argumentsOf, endOf, pulumiDriver, type PulumiDriver } from "../drivers/pulumi";
import { newLedger } from "../oracle/ledger";
import type { Declared } from "../oracle/program";
import type { KillKind, Moment } from "./moments";

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

/** A stack whose command is killed, and its list. */
export interface Scene {
  readonly simulator: Simulator;
  readonly driver: PulumiDriver;
  /** Fulfilled when a request hangs. */
  readonly isHeld: Promise<void>;
  close(): Promise<void>;
}

/** A stack that was not deployed yet, and its list. */
export async function openScene(host: PulumiHost): Promise<Scene> {
  const held = Promise.withResolvers<void>();
  const simulator = await startSimulator({
    lists: [{ id: appListId, name: "brand-safety", appBundles: initial }],
    onRequest: ({ fault }) => {
      if (fault?.kind === "hang") held.resolve();
    },
  });
  const driver = await pulumiDriver(simulator, settingsFor(simulator), host);
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
    if (needsCancel(kill)) succeeded(await driver.project.pulumi("cancel", "--yes"));
    // The provider of a killed engine may still add entries, which the next command finds in the list.
    const isBlinded = kill === "the engine";
    await stack.run(
      recovery === "destroy"
        ? { command: "destroy" }
        : { command: "up", program, refresh: recovery === "up --refresh" },
      { mustSucceed: true, isBlinded },
    );
    await stack.run({ command: "destroy" }, { mustSucceed: true });
  } finally {
    orphans.forEach(({ id }) => killAtOnce(id));
    await scene.close();
  }
}

/** Whether Pulumi needs `pulumi cancel` after it, because the stack stays locked. */
function needsCancel(kill: KillKind): boolean {
  return kill === "everything" || kill === "the engine";
}

function isPlugin({ command }: RunningProcess): boolean {
  return command.includes("pulumi-resource-app-list");
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
      // The plugin ends with its engine.
      await Promise.all(providers.filter(isPlugin).map(({ id }) => endOfProcess(id)));
      // The process of the provider is still there, and gets a broken connection.
      simulator.resetHanging();
      break;
    case "the provider":
      providers.forEach(({ id }) => killAtOnce(id));
      break;
    case "Ctrl-C":
      process.kill(engine, "SIGINT");
      await interrupted.promise;
      simulator.resetHanging();
      break;
    case "Ctrl-C twice":
      process.kill(engine, "SIGINT");
      await interrupted.promise;
      process.kill(engine, "SIGINT");
      break;
  }
  return { ended: await command, orphans: descendants };
}

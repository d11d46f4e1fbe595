import { startSimulator, type Simulator } from "pulumi-app-list/simulator";
import { descendantsOf, killAtOnce, type RunningProcess } from "../process-tree.ts";
import { createProject, succeeded, type Printed, type Project } from "../project.ts";
import { settingsFor } from "../simulator-settings.ts";
import { appBundlesOf } from "../stack-state.ts";
import type { KillKind, Moment, Operation } from "./moments.ts";

const appListId = 4321;
/** What others have put into the list; the program declares the second of them too, and so adopts it. */
const foreign = "com.foreign.x";
const adopted = "com.shared.s";
const declaredFirst = ["com.own.a", "com.own.b", adopted];
const declaredThen = ["com.own.b", "com.own.c", adopted];

/** A stack and its list, before, during and after the kill. */
export interface Scene {
  readonly project: Project;
  readonly simulator: Simulator;
  /** Fulfilled when a request hangs. */
  readonly isHeld: Promise<void>;
  close(): Promise<void>;
}

/** A stack that was not brought up yet, and a list that holds two entries of others, one of them declared. */
export async function openScene(): Promise<Scene> {
  const held = Promise.withResolvers<void>();
  const simulator = await startSimulator({
    lists: [{ id: appListId, name: "brand-safety", appBundles: [foreign, adopted] }],
    onRequest: ({ fault }) => {
      if (fault?.kind === "hang") held.resolve();
    },
  });
  const project = await createProject({ program: programOf(declaredFirst), settings: settingsFor(simulator) });
  return {
    project,
    simulator,
    isHeld: held.promise,
    close: async () => {
      project.remove();
      await simulator.close();
    },
  };
}

/**
 * Kills an operation at a moment, goes on as a person would, and then destroys the stack.
 *
 * @returns what is not as it must be, in words; nothing where all is well.
 */
export async function surviveKill(moment: Moment): Promise<readonly string[]> {
  const scene = await openScene();
  try {
    return await play(scene, moment);
  } finally {
    await scene.close();
  }
}

async function play(scene: Scene, moment: Moment): Promise<readonly string[]> {
  const { project, simulator } = scene;
  const { operation, recovery, kill } = moment;
  if (operation !== "create") succeeded(await project.up());
  if (operation === "update") project.write("index.js", programOf(declaredThen));
  const declared = operation === "update" ? declaredThen : declaredFirst;
  const before = { listed: listed(simulator), claimed: (await appBundlesOf(project)).held };

  const { ended, orphans } = await runAndKill(scene, moment);
  try {
    const atKill = listed(simulator);
    const afterKill = await appBundlesOf(project);
    const ours = new Set(declared).difference(new Set([adopted]));
    /** What only the killed command knew to be its own: no more than this may count as adopted from now on. */
    const orphaned = orphanedBy(kill, atKill.difference(before.listed), ours);

    if (needsCancel(kill)) succeeded(await project.pulumi("cancel", "--yes"));
    const recovered = await project.pulumi(...commands[recovery]);
    const afterRecovery = { listed: listed(simulator), ...(await appBundlesOf(project)) };
    const newlyAdopted = afterRecovery.adopted.difference(new Set([adopted]));
    const destroyed = await project.destroy();
    const left = listed(simulator);

    const expected = recovery === "destroy" ? new Set<string>() : new Set(declared);
    return [
      ...complaint(kill !== "Ctrl-C" && ended.code === 0, `the killed command ended with 0: ${ended.text}`),
      ...difference("gone with the kill", new Set([foreign, adopted]).difference(atKill), []),
      ...difference("claimed and never seen", afterKill.held.difference(before.claimed.union(atKill)), []),
      ...complaint(recovered.code !== 0, `"${recovery}" failed: ${recovered.text}`),
      ...difference(`in the list after "${recovery}"`, afterRecovery.listed, [foreign, adopted, ...expected]),
      ...difference(`in the state after "${recovery}"`, afterRecovery.held, expected),
      ...difference("ours and adopted without need", newlyAdopted.difference(orphaned), []),
      ...difference("adopted and not said", unnamed(newlyAdopted, recovered, "adopted"), []),
      ...complaint(destroyed.code !== 0, `the destroy at the end failed: ${destroyed.text}`),
      ...difference("in the list at the end", left, [foreign, adopted, ...newlyAdopted]),
      ...difference("left and not said", unnamed(ours.intersection(left), destroyed, "left"), []),
    ];
  } finally {
    orphans.forEach(({ id }) => killAtOnce(id));
  }
}

const withoutQuestions = ["--yes", "--skip-preview"];
const commands: Readonly<Record<Moment["recovery"], readonly string[]>> = {
  up: ["up", ...withoutQuestions],
  "up --refresh": ["up", "--refresh", ...withoutQuestions],
  destroy: ["destroy", ...withoutQuestions],
};

/** The command that is killed. */
const killed: Readonly<Record<Operation, readonly string[]>> = {
  create: commands.up,
  update: commands.up,
  destroy: commands.destroy,
};

/** Whether Pulumi asks for `pulumi cancel` after it: the stack stays locked. */
function needsCancel(kill: KillKind): boolean {
  return kill === "everything" || kill === "the engine";
}

/** The entries that may have come into the list without the state's knowledge. */
function orphanedBy(
  kill: KillKind,
  addedBefore: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): ReadonlySet<string> {
  switch (kill) {
    case "everything":
    case "the provider":
    case "Ctrl-C twice":
      return addedBefore;
    case "the engine":
      // The provider's process goes on, and adds what is left.
      return declared;
    case "Ctrl-C":
      return new Set();
  }
}

/** Runs the command, holds it at its nth request, kills it there and waits for its end. */
export async function runAndKill(
  { project, simulator, isHeld }: Scene,
  { kill, operation, nth, effect }: Omit<Moment, "recovery">,
): Promise<{ readonly ended: Printed; readonly orphans: readonly RunningProcess[] }> {
  simulator.addFault({ on: { nth }, effect, answer: { kind: "hang" } });
  const interrupted = Promise.withResolvers<void>();
  let engine: number | undefined;
  let printed = "";
  const command = project.watch(killed[operation], {
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
    /dynamic-provider|pulumi-resource-pulumi-nodejs/u.test(command),
  );
  if (providers.length === 0) throw new Error(`The command did not come to request ${nth}: ${(await command).text}`);
  switch (kill) {
    case "everything":
      [engine, ...descendants.map(({ id }) => id)].forEach(killAtOnce);
      break;
    case "the engine":
      killAtOnce(engine);
      await command;
      // The provider's process is still there, and takes the connection for broken.
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

function programOf(appBundles: readonly string[]): string {
  return `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: ${appListId}, appBundles: ${JSON.stringify(appBundles)}, removalLimit: "100%" });
`;
}

function listed(simulator: Simulator): ReadonlySet<string> {
  return new Set(simulator.list(appListId)?.appBundles ?? []);
}

/** Those entries that no line with this word names. */
function unnamed(entries: ReadonlySet<string>, { text }: Printed, word: string): ReadonlySet<string> {
  const lines = text.split("\n").filter((line) => line.includes(`: ${word} `));
  return new Set([...entries].filter((entry) => !lines.some((line) => line.includes(JSON.stringify(entry)))));
}

function complaint(isWrong: boolean, text: string): readonly string[] {
  return isWrong ? [text] : [];
}

function difference(what: string, actual: ReadonlySet<string>, expected: Iterable<string>): readonly string[] {
  const should = new Set(expected);
  if (actual.symmetricDifference(should).size === 0) return [];
  return [`${what}: ${[...actual].join(" ") || "nothing"}; that should be: ${[...should].join(" ") || "nothing"}`];
}

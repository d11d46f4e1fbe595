import { expect } from "vitest";
import { leaksIn, secretsOf } from "../../harness/canaries";
import type { PulumiHost } from "../../harness/hosts";
import { descendantsOf, endOfProcess, killAtOnce, type RunningProcess } from "../../harness/process-tree";
import type { JournalEntry } from "../../../provider/simulator/index";
import { createProject, succeeded, type Printed } from "../../harness/project";
import { settingsFor } from "../../harness/simulator-settings";
import { resourcesOf } from "../../harness/stack-state";
import type { Operation, Resource } from "../deployment";
import { bitsOf, byKinds, givenTexts } from "../oracle/bits";
import { brokenBy, goalsMissedBy } from "../oracle/laws";
import { startApi } from "../api";

/** What is killed, and how. */
const kills = [
  /** SIGKILL of `pulumi` and of every process that it has started. */
  "everything",
  /** SIGKILL of `pulumi` alone: the processes that it has started continue. */
  "the engine",
  /** SIGKILL of the process in which the provider runs. */
  "the provider",
  /** SIGTERM to that process, as a runner of pipelines sends it. */
  "the provider, by SIGTERM",
  /** One Ctrl-C. */
  "Ctrl-C",
  /** A second Ctrl-C as soon as Pulumi has printed its answer to the first. */
  "Ctrl-C twice",
] as const;

/** The numbers of the requests of each operation (token, probe, add, remove), and the commands of a person after its kill. */
const operations = {
  create: { requests: [1, 2, 3], recoveries: ["up", "up --refresh"] },
  update: { requests: [1, 2, 3, 4], recoveries: ["up", "up --refresh"] },
  destroy: { requests: [1, 2, 3], recoveries: ["destroy", "up --refresh"] },
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
    operations[operation].requests.flatMap((nth) =>
      (["before", "after"] as const).flatMap((effect) =>
        operations[operation].recoveries.map((recovery) => ({ kill, operation, nth, effect, recovery })),
      ),
    ),
  ),
);

/** The list of the stack, and its entries at first: the program declares the second one, and adopts it. */
const appListId = 4321;
const initial = byKinds(bitsOf(["com.z", "com.d"]));
const before = ["com.a", "com.b", "com.d"];
const after = ["com.b", "com.c", "com.d"];

const confirmed = ["--yes", "--skip-preview"];

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A stack that was not deployed yet, its list, its requests, and a promise that is fulfilled when one hangs. */
async function openScene(host: PulumiHost) {
  const held = Promise.withResolvers<void>();
  // A killed engine leaves its language host and its providers.
  const orphans: RunningProcess[] = [];
  const onRequest = ({ fault }: Pick<JournalEntry, "fault">): void => {
    if (fault?.kind === "hang") held.resolve();
  };
  const lists = [{ id: appListId, name: "brand-safety", ...initial }];
  const { simulator, api, close } = await startApi({ lists, onRequest });
  const project = await createProject({ program: {}, settings: settingsFor(simulator), host });
  const scene = {
    simulator,
    project,
    isHeld: held.promise,
    orphans,
    /** Declares entries. */
    declare: (entries: readonly string[]) =>
      project.declare({ blocked: { properties: { appListId, ...byKinds(bitsOf(entries)), removalLimit: "100%" } } }),
    /** The requests since the last call. */
    takeRequests: api.takeExchanges,
    close: async () => {
      orphans.forEach(({ id }) => killAtOnce(id));
      project.remove();
      await close();
    },
  };
  scene.declare(before);
  return scene;
}

/**
 * Runs a command and judges it, as one operation of the resource.
 *
 * @param entries those that it declares; undefined for a destroy.
 * @throws Error if it breaks a law, or fails although nothing happens to it.
 */
async function judged(
  { project, simulator, takeRequests }: Scene,
  entries: readonly string[] | undefined,
  run: () => Promise<Printed>,
  isKilled = false,
): Promise<void> {
  const resource = async (): Promise<Resource | undefined> => (await resourcesOf(project))[0];
  const earlier = await resource();
  takeRequests();
  const { code, text } = await run();
  const inputs = entries && { appListId, ...givenTexts(bitsOf(entries)), removalLimit: "100%" };
  const operation: Operation = {
    ...(inputs === undefined ? { what: "delete" } : { what: "change", inputs }),
    name: "blocked",
    declared: inputs === undefined ? [] : [{ name: "blocked", properties: inputs }],
    before: earlier,
    after: await resource(),
    outcome: code === 0 ? "done" : isKilled ? "killed" : "failed",
    error: text,
  };
  const requests = takeRequests().map((each) => ({ ...each, operation, declared: operation.declared.length }));
  const resources = earlier === undefined ? [] : [earlier];
  const command = { operations: [operation], requests, resources, said: text };
  const leaks = leaksIn([text, operation.after], secretsOf(simulator)).map(() => "11");
  const goals = isKilled ? [] : goalsMissedBy(command, () => true);
  expect([...brokenBy(command), ...leaks, ...goals]).toEqual([]);
}

/**
 * Kills an operation at a moment, recovers as a person would, and then destroys the stack.
 *
 * @throws Error if a command breaks a law, or if a later one fails.
 */
export async function surviveKill(moment: Moment, host: PulumiHost): Promise<void> {
  const { kill, operation, recovery } = moment;
  const scene = await openScene(host);
  const { project } = scene;
  const destroy = () => judged(scene, undefined, () => project.pulumi("destroy", ...confirmed));
  try {
    if (operation !== "create") await judged(scene, before, () => project.pulumi("up", ...confirmed));
    const declared = operation === "update" ? after : before;
    scene.declare(declared);
    const runKilled = async (): Promise<Printed> => {
      const ended = await runAndKill(scene, moment);
      if (kill !== "Ctrl-C" && ended.code === 0) throw new Error(`The killed command succeeded: ${ended.text}`);
      return ended;
    };
    await judged(scene, operation === "destroy" ? undefined : declared, runKilled, true);
    // The stack stays locked.
    const isLocked = kill === "everything" || kill === "the engine";
    if (isLocked) succeeded(await project.pulumi("cancel", "--yes"));
    const refresh = recovery === "up --refresh" ? ["--refresh"] : [];
    if (recovery === "destroy") await destroy();
    else await judged(scene, declared, () => project.pulumi("up", ...confirmed, ...refresh));
    await destroy();
  } finally {
    await scene.close();
  }
}

/** Runs the operation of a moment, kills it when its nth request hangs, and waits for its end. */
async function runAndKill(
  { project, simulator, isHeld, orphans }: Scene,
  { kill, operation, nth, effect }: Moment,
): Promise<Printed> {
  simulator.addFault({ on: { nth }, effect, answer: { kind: "hang" } });
  const interrupted = Promise.withResolvers<void>();
  let engine: number | undefined;
  let printed = "";
  const command = project.watch([operation === "destroy" ? "destroy" : "up", ...confirmed], {
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
  orphans.push(...descendants);
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
    case "the provider, by SIGTERM":
      providers.forEach(({ id }) => process.kill(id, "SIGTERM"));
      simulator.resetHanging();
      break;
    case "Ctrl-C":
    case "Ctrl-C twice":
      process.kill(engine, "SIGINT");
      await interrupted.promise;
      if (kill === "Ctrl-C") simulator.resetHanging();
      else process.kill(engine, "SIGINT");
      break;
  }
  return await command;
}

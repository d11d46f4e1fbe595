import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { describeMoment, moments, openScene, runAndKill, surviveKill, type Moment } from "../laws/kills/survive";
import { dynamicHost, oneOrAllHosts, pluginHost } from "../harness/hosts";
import { resourcesOf } from "../harness/stack-state";
import { blocked } from "./testbed";
import { succeeded } from "../harness/project";

const { type } = pluginHost;

/** Of all moments, those that differ most: each way to kill, but Ctrl-C once (failures.test.ts), operation and recovery. `npm run lab -- kills` tries all. */
const sample: readonly Moment[] = [
  { kill: "everything", operation: "update", nth: 4, effect: "before", recovery: "up" },
  { kill: "the engine", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "the engine", operation: "destroy", nth: 3, effect: "before", recovery: "destroy" },
  { kill: "the provider", operation: "update", nth: 3, effect: "after", recovery: "up --refresh" },
  { kill: "Ctrl-C twice", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "Ctrl-C twice", operation: "destroy", nth: 3, effect: "after", recovery: "up --refresh" },
];

/** Of the dynamic provider: its process survives the engine, and must not remove what the next command declares. */
const sampleOfDynamic: readonly Moment[] = [
  { kill: "the engine", operation: "destroy", nth: 1, effect: "after", recovery: "up --refresh" },
  { kill: "everything", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "the engine", operation: "update", nth: 4, effect: "after", recovery: "up" },
];

/** Set by `npm run lab -- kills`. */
const isAll = process.env["KILLS"] === "all";

describe.each(oneOrAllHosts(pluginHost))("after a kill, the commands follow the laws, with $name:", (host) => {
  const some = host === dynamicHost ? sampleOfDynamic : sample;
  const counts = { tried: 0, survived: 0 };
  afterAll(() => {
    process.stdout.write(`${host.name}: ${counts.survived} kills survived of ${counts.tried} tried\n`);
  });
  const each = isAll ? it.concurrent : it;
  each.each((isAll ? moments : some).map((moment) => [describeMoment(moment), moment] as const))(
    "%s",
    async (_, moment) => {
      counts.tried += 1;
      await surviveKill(moment, host);
      counts.survived += 1;
    },
  );
});

describe("after a kill of an import, an up converges and removes nothing that the program does not declare", () => {
  const declared = ["com.a", "com.d"];
  const program = blocked(declared, {}, { import: "4321" });
  const up = ["up", "--yes", "--skip-preview"];
  const importing = ["import", type, "blocked", "4321", "--yes", "--skip-preview", "--generate-code=false"];
  const cells = [
    ["the addition after the option import", up, { kill: "everything", nth: 3, effect: "after" }],
    ["the probe of pulumi import", importing, { kill: "the engine", nth: 2, effect: "before" }],
  ] as const;

  it.each(cells.map((cell) => [cell[0], cell[2].kill, cell] as const))(
    "at %s, of %s",
    async (_, __, [, words, moment]) => {
      const scene = await openScene(pluginHost);
      onTestFinished(() => scene.close());
      const { simulator, project } = scene;
      project.declare(program);
      await runAndKill(scene, { operation: "create", ...moment }, words);
      succeeded(await project.pulumi("cancel", "--yes"));
      succeeded(await project.up());
      expect(simulator.list(4321)?.appBundles.toSorted()).toEqual(["com.a", "com.d", "com.z"]);
      const [resource] = await resourcesOf(project);
      expect(resource?.outputs).toMatchObject({ appBundles: "com.a\ncom.d\n" });
      simulator.clearJournal();
      expect(succeeded(await project.up()).text).toContain("2 unchanged");
      expect(simulator.journal).toEqual([]);
      succeeded(await project.destroy());
      expect(simulator.list(4321)?.appBundles).toEqual(expect.arrayContaining(["com.z", "com.d"]));
    },
  );
});

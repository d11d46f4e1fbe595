import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import type { Simulator, SimulatorOptions } from "../../provider/simulator/index";
import { pluginHost } from "../harness/hosts";
import { type Program } from "../harness/program";
import { blocked, emptyLists, inList, testbed } from "./testbed";

/** A command, the situation, the requests that it sends, and what it needs before it runs. */
type Step = readonly [
  command: string,
  situation: string,
  sends: string,
  /** Default: that of the step before. */
  program?: Program,
  more?: {
    /** A change of the lists that this program does not make. */
    readonly meanwhile?: (simulator: Simulator) => void;
    readonly fails?: true;
    /** A part of the command's output. */
    readonly prints?: string;
  },
];

/** Commands of one stack, one after the other. */
interface History extends SimulatorOptions {
  readonly name: string;
  readonly holds?: readonly string[];
  readonly steps: readonly Step[];
  /** The app bundles in the lists at the end. */
  readonly leaves: Readonly<Record<number, readonly string[]>>;
}

const [first, second] = [4321, 4322];
const changed = "one entry is added to the program and one removed";
const tooMuch = "the change removes more than `removalLimit`: it fails";
const drifted = "an entry was removed in the dashboard";
const toAdd = "token, probe, add";
/** The program of the step before. */
const same = undefined;
const remove = (entry: string) => (simulator: Simulator) => simulator.edit(first, { remove: { appBundles: [entry] } });
const many = ["com.own.b", ...Array.from({ length: 11 }, (_, index) => `com.own.x${index}`)];
const noted = [{ entry: "com.own.b", note: "gambling" }, "com.own.c"];

const changes: History = {
  name: "creates and updates",
  holds: ["com.existing.x", "com.existing.y"],
  steps: [
    ["up", "the resource is new", toAdd, blocked(["com.own.a", "com.own.b"])],
    ["up", "nothing has changed", "nothing"],
    ["preview", changed, "nothing", blocked(["com.own.b", "com.own.c"])],
    ["up", changed, "token, probe, add, remove"],
    [
      "up",
      "only a note, `claimExisting`, `purpose` or `removalLimit` has changed",
      "nothing",
      blocked(noted, { claimExisting: true, purpose: "allow", removalLimit: "20%" }),
    ],
    ["up", "the program declares eleven other entries", "token, probe, add, remove", blocked(many)],
    ["preview", tooMuch, "nothing", blocked([]), { fails: true }],
    ["preview --refresh", drifted, "token, probe", blocked(many), { meanwhile: remove("com.own.x0") }],
    ["refresh", drifted, "token, probe"],
    ["up --refresh", drifted, "token, probe, probe, add", same, { meanwhile: remove("com.own.x1") }],
    ["up", `${drifted}, and nothing else has changed`, "nothing", same, { meanwhile: remove("com.own.x2") }],
    [
      "up",
      "the resource becomes `exclusive`: it removes unmanaged entries, and adds missing ones",
      "token, probe, add, remove",
      blocked(many, { exclusive: true, removalLimit: 5 }),
    ],
  ],
  leaves: { [first]: many.toSorted() },
};

const renamed = (name: string, more = {}, options = {}, id = first): Program => ({
  [name]: inList(id, ["com.own.a"], more, options),
});
const claiming = { claimExisting: true };

const renames: History = {
  name: "renames and replacements",
  lists: emptyLists(first, second),
  steps: [
    ["up", "a resource is new", toAdd, blocked(["com.own.a"])],
    [
      "up",
      "a resource is renamed, with `aliases`",
      "nothing",
      renamed("banned", {}, { aliases: [{ name: "blocked" }] }),
    ],
    ["up", "it is renamed without `aliases`: its entries stay", "token, probe, probe", renamed("unwanted", claiming)],
    [
      "up",
      "it gets another `appListId`: the new list is filled, then the old one is emptied",
      "token, probe, add, probe, remove",
      renamed("unwanted", claiming, {}, second),
    ],
  ],
  leaves: { [first]: [], [second]: ["com.own.a"] },
};

const deletable = (options = {}): Program => blocked(["com.own.a", "com.shared.b"], {}, options);

const deletions: History = {
  name: "deletions",
  holds: ["com.shared.b"],
  steps: [
    ["up", "a resource is new", toAdd, deletable()],
    ["up", "the program no longer declares the resource", "token, probe, remove", {}],
    ["up", "the program declares it again", toAdd, deletable({ retainOnDelete: true })],
    ["destroy", "with the option `retainOnDelete: true`: the list is not changed", "nothing"],
  ],
  leaves: { [first]: ["com.own.a", "com.shared.b"] },
};

const imports: History = {
  name: "imports",
  holds: ["com.a", "com.b", "com.c", "com.d"],
  steps: [
    [
      "up",
      "a new resource with the option `import`: the other two entries are not managed",
      "token, probe",
      blocked(["com.a", "com.b"], {}, { import: `${first}` }),
      { prints: "imported 4 app bundles" },
    ],
    ["destroy", "its entries are adopted", "token, probe"],
    ["import --generate-code=false", "the list is imported on the command line", "token, probe", {}],
  ],
  leaves: { [first]: ["com.a", "com.b", "com.c", "com.d"] },
};

const refusals: History = {
  name: "an API that refuses the probe",
  holds: ["com.shared.b"],
  behavior: { removeAbsent: "error" },
  steps: [
    [
      "up",
      "the API refuses the probe: the resource is new",
      "token, probe, sentinel, remove sentinel, add",
      blocked(["com.own.a", "com.shared.b"]),
    ],
  ],
  leaves: { [first]: ["com.own.a", "com.shared.b"] },
};

const isGone = "If app list 4321 no longer exists";

const absences: History = {
  name: "a list that does not exist",
  lists: [],
  steps: [
    [
      "up",
      "the list does not exist: it fails",
      "token, probe, probe, sentinel",
      blocked(["com.own.a"]),
      { fails: true },
    ],
    [
      "up",
      "the list exists now",
      toAdd,
      same,
      { meanwhile: ({ addList }) => addList({ id: first, name: "brand-safety" }) },
    ],
    [
      "refresh",
      "the list was deleted: it is not verified",
      "token, probe, probe",
      same,
      { meanwhile: ({ deleteList }) => deleteList(first), prints: isGone },
    ],
    [
      "destroy",
      "the list was deleted: it fails",
      "token, probe, probe, remove, sentinel",
      same,
      { fails: true, prints: isGone },
    ],
  ],
  leaves: { [first]: [] },
};

const histories = [changes, renames, deletions, imports, refusals, absences];

/** The requests that the simulator received: a login is "token". */
function requestsOf(simulator: Simulator): string {
  const sentinels = new Set<string>();
  const words = simulator.journal.map(({ action, entries }) => {
    const [reserved] = entries?.appBundles?.filter((entry) => entry.startsWith(reservedAppBundlePrefix)) ?? [];
    if (reserved === undefined) return action;
    if (action === "remove") return sentinels.has(reserved) ? "remove sentinel" : "probe";
    sentinels.add(reserved);
    return "sentinel";
  });
  simulator.clearJournal();
  return words.length === 0 ? "nothing" : words.join(", ");
}

/** A command as a test runs it, with the options that it adds. */
function argumentsOf(command: string): readonly string[] {
  const words = command.split(" ");
  if (words[0] === "import") words.push(pluginHost.type, "blocked", String(first));
  return [...words, ...(words[0] === "preview" ? [] : ["--yes", "--skip-preview"])];
}

describe("the requests of Pulumi's commands", { timeout: 600_000 }, () => {
  it.each(histories)("of $name", async ({ name: _, steps, leaves, ...options }) => {
    const { project, simulator, appBundles } = await testbed({ program: {}, ...options });
    for (const [command, situation, sends, program, more = {}] of steps) {
      const { meanwhile, fails, prints = "" } = more;
      if (program !== undefined) project.declare(program);
      meanwhile?.(simulator);
      const { code, text } = await project.pulumi(...argumentsOf(command));
      expect(code === 0, `${command}, ${situation}:\n${text}`).toBe(fails !== true);
      expect(text).toContain(prints);
      expect([command, situation, requestsOf(simulator)]).toEqual([command, situation, sends]);
    }
    for (const [id, entries] of Object.entries(leaves)) expect(appBundles(Number(id))).toEqual(entries);
  });
});

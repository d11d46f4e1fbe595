import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { line } from "./over-limit";
import { blocked, inList, listsOf, testbed } from "./testbed";

const [list, other] = [4321, 6002];
const twenty = numbered(20);
const [first, eight] = [twenty.slice(0, 12), twenty.slice(12)];
const effects = ["before", "after"] as const;
type Effect = (typeof effects)[number];
const unavailable = { kind: "status", status: 502 } as const;

/** A stack whose API has an outage on demand. */
async function open(options: Parameters<typeof testbed>[0] & SimulatorOptions = { program: {} }) {
  let isDown = false;
  const bed = await testbed({
    lists: listsOf({ [list]: options.holds ?? [], [other]: [] }),
    ...options,
    // Whatever follows the addition fails at once, so that no command waits for it.
    onRequest: ({ action }) => {
      if (!isDown || action !== "add") return;
      bed.simulator.addFault({ on: {}, effect: "before", answer: { kind: "status", status: 403 } });
    },
  });
  const { project, simulator } = bed;
  return {
    ...bed,
    /** Runs an up in which the first addition is answered 502, before its effect or after it, and all else fails. */
    upInOutage: async (effect: Effect): Promise<string> => {
      isDown = true;
      simulator.addFault({ on: { action: "add" }, effect, answer: unavailable });
      const { text } = failed(await project.up());
      isDown = false;
      simulator.clearFaults();
      return text;
    },
  };
}

const mistakes = [
  { mistake: "another appListId", after: inList(other, twenty), declared: 0, inOther: twenty },
  { mistake: "an empty list of entries", after: inList(list, []), declared: 0, inOther: [] },
  { mistake: "a truncated file", after: inList(list, twenty.slice(0, 3)), declared: 3, inOther: [] },
].flatMap((row) => effects.map((effect) => ({ ...row, effect })));

describe.each(oneOrAllHosts(pluginHost))("after a first up that ended in an outage, with $name", (host) => {
  it.each(mistakes)("$mistake removes nothing, if the additions failed $effect their effect", async (row) => {
    const { after, declared, inOther, effect } = row;
    const { project, upInOutage, appBundles } = await open({ program: blocked(twenty), host });
    await upInOutage(effect);
    const left = effect === "after" ? twenty : [];
    expect(appBundles()).toEqual(left);
    project.declare({ blocked: after });
    succeeded(await project.up());
    expect([appBundles(), appBundles(other)]).toEqual([effect === "after" ? left : twenty.slice(0, declared), inOther]);
    succeeded(await project.destroy());
    expect([appBundles(), appBundles(other)]).toEqual([left, []]);
  });

  it("the limit judges what was confirmed, and nothing else is removed", async () => {
    const { project, upInOutage, appBundles } = await open({ program: blocked(first), host });
    succeeded(await project.up());
    project.declare(blocked(twenty));
    await upInOutage("after");
    project.declare(blocked(first.slice(3)));
    expect(line(succeeded(await project.up()))).toContain("removes 3 of 12");
    expect(appBundles()).toEqual([...first.slice(3), ...eight]);
  });
});

describe("entries that somebody adds by hand after an outage", () => {
  it.each(["revert", "destroy"])("stay after a %s", async (next) => {
    const { project, simulator, upInOutage, appBundles } = await open({ program: blocked(first) });
    succeeded(await project.up());
    project.declare(blocked(twenty));
    await upInOutage("before");
    simulator.edit(list, { add: { appBundles: eight } });
    project.declare(blocked(first));
    if (next === "revert") succeeded(await project.up());
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(eight);
  });
});

it("An entry that the API stores in lower case belongs to whoever added it, where the probe is refused", async () => {
  const behavior = { removeAbsent: "error", letterCase: "lower" } as const;
  const { project, appBundles } = await open({ program: blocked(["com.Theirs"]), holds: ["com.theirs"], behavior });
  failed(await project.up());
  succeeded(await project.destroy());
  expect(appBundles()).toEqual(["com.theirs"]);
});

describe.each(oneOrAllHosts(pluginHost))("after an outage, the same program, with $name", (host) => {
  it.each(effects)(
    "converges, and destroy keeps what the failed up named, if it failed %s its effect",
    async (effect) => {
      const hundred = numbered(100);
      const { project, upInOutage, appBundles } = await open({ program: blocked(hundred), host });
      const text = await upInOutage(effect);
      expect(text).toContain("100 app bundles");
      for (const entry of hundred.slice(0, 5)) expect(text).toContain(`"${entry}"`);
      succeeded(await project.up());
      expect(appBundles()).toEqual(hundred);
      expect(succeeded(await project.up("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");
      succeeded(await project.destroy());
      expect(appBundles()).toEqual(effect === "after" ? hundred : []);
    },
  );
});

describe("an API that shows what it accepted two reads later", () => {
  it.each([1, 2])("does not keep what addition %d put in the list from being the resource's own", async (nth) => {
    const own = numbered(2);
    const shown = { id: list, app_bundles: own.slice(0, nth - 1).join(","), placement_ids: "", websites: "" };
    const answer = { kind: "status", status: 200, body: JSON.stringify(shown) } as const;
    // The first removal is the probe before the change.
    const faults = [{ action: "add", nth } as const, { action: "remove", nth: 2 } as const].map((on) => {
      return { on, effect: "after", answer } as const;
    });
    const behavior = { maxEntriesPerRequest: 1 };
    const { project, appBundles } = await testbed({ program: blocked(own), behavior, faults });
    succeeded(await project.up());
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });
});

describe("claimExisting in a change that fails", () => {
  const theirs = numbered(5);

  it.each(["reverted", "repeated"])("is settled only if it is %s with success", async (next) => {
    const { project, simulator, appBundles } = await open({ program: blocked(theirs), holds: theirs });
    succeeded(await project.up());
    simulator.setBehavior({ refused: new Set(["com.refused"]) });
    const claiming = blocked([...theirs, "com.refused"], { claimExisting: true });
    project.declare(claiming);
    failed(await project.up());
    simulator.setBehavior({ refused: new Set() });
    if (next === "reverted") project.declare(blocked(theirs));
    succeeded(await project.up());
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(next === "reverted" ? theirs : []);
  });
});

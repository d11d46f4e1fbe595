import { describe, expect, it, onTestFinished } from "vitest";
import type { Fault, FaultAnswer } from "../../provider/simulator/index";
import { startChild } from "../harness/child";
import { virtualClock } from "../harness/virtual-clock";
import { hosts } from "../laws/hosts";
import { Failure, type Host, type HostProcess, type Properties } from "../laws/hosts/host";
import { login } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";

interface Resource {
  readonly id: string;
  readonly state: Properties;
}

/** A list with one entry of others, and processes that send one entry per request. */
async function start(host: Host, faults: readonly Fault[] = []) {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked", appBundles: ["com.others"] }] });
  const config = { baseUrl: simulator.url, ...login, maxEntriesPerRequest: "1" };
  const startProcess = async () => {
    const process = await host.start({ config, time: virtualClock(), print: () => undefined });
    onTestFinished(() => process.stop());
    return process;
  };
  const first = await startProcess();
  const declare = async (process: HostProcess, ...apps: readonly string[]) =>
    process.check("blocked", {}, { appListId: 1, appBundles: apps.map((app) => `${app}\n`).join("") });
  /** What the resource manages before the faults begin. */
  const own: Resource = await first.create("blocked", await declare(first, "com.own.z"));
  for (const fault of faults) simulator.addFault(fault);
  const appBundles = () => simulator.list(1)?.appBundles.toSorted();
  return { simulator, startProcess, first, declare, own, appBundles };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Creates or updates, as the engine does in one attempt. The outcome is what it then has of the resource. */
async function attempt(process: HostProcess, before: Resource | undefined, inputs: Properties) {
  try {
    if (before === undefined) return { isDone: true, resource: await process.create("blocked", inputs) };
    const state = await process.update("blocked", before.id, before.state, inputs);
    return { isDone: true, resource: { id: before.id, state } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { isDone: false, resource: error.partial ?? before };
  }
}

const status = (code: number): FaultAnswer => ({ kind: "status", status: code });
const fault = (
  action: "add" | "remove" | "token",
  nth: number,
  answer: FaultAnswer,
  effect: Fault["effect"] = "before",
) => ({ on: { action, nth }, effect, answer }) satisfies Fault;

const unreadable = Array.from({ length: 12 }, (_, index) => fault("remove", index + 2, status(503)));

/** Faults in the order of the requests that get them. A removal reads the list first. */
const troubles: Readonly<Record<string, readonly Fault[]>> = {
  "the second addition is forbidden": [fault("add", 2, status(403))],
  "two additions are forbidden": [fault("add", 2, status(403)), fault("add", 3, status(403))],
  "the reads after a failure fail": [fault("add", 2, status(403)), ...unreadable],
  "all additions are answered 502 for a while": [2, 3, 4, 5, 6, 7, 8].map((nth) => fault("add", nth, status(502))),
  "an addition takes effect and is answered 502, and the reads fail": [
    fault("add", 3, status(502), "after"),
    ...unreadable,
  ],
  "a removal is forbidden": [fault("remove", 2, status(403)), fault("remove", 3, status(403))],
};

describe.each(hosts)(
  "a create or an update that $name repeats with the old state, as an onError hook asks for",
  (host) => {
    const apps = ["com.own.a", "com.own.b", "com.own.c", "com.others"];

    /** Fails as often as the faults say. `isRetried`: whether the engine repeats the call, or another `up` follows. */
    async function run(started: Started, operation: "create" | "update", isRetried: boolean) {
      const { first, startProcess, declare, own, appBundles } = started;
      const old = operation === "create" ? undefined : own;
      let process = isRetried ? first : await startProcess();
      const inputs = await declare(process, ...apps);
      const outcomes = [await attempt(process, old, inputs)];
      while (outcomes.at(-1)?.isDone !== true && outcomes.length < 6) {
        if (!isRetried) process = await startProcess();
        if (!isRetried) await declare(process, ...apps);
        outcomes.push(await attempt(process, isRetried ? old : outcomes.at(-1)?.resource, inputs));
      }
      return { outcomes, appBundles: appBundles() };
    }

    const changes = ["create", "update"] as const;
    const all = Object.keys(troubles).flatMap((trouble) => changes.map((each) => [trouble, each] as const));
    // A create removes nothing.
    it.each(all.filter(([trouble, each]) => each === "update" || !trouble.startsWith("a removal")))(
      "ends as failed commands in turn would if %s in the %s",
      async (trouble, operation) => {
        const faults = troubles[trouble];
        const [retried, commands] = [await start(host, faults), await start(host, faults)];
        const [one, other] = [await run(retried, operation, true), await run(commands, operation, false)];
        const withoutUrl = (text: string) => text.replaceAll(retried.simulator.url, commands.simulator.url);
        expect(JSON.parse(withoutUrl(JSON.stringify(one)))).toEqual(JSON.parse(JSON.stringify(other)));
        expect(one.outcomes.length).toBeGreaterThan(1);
        expect(one.outcomes.at(-1)?.isDone).toBe(true);
      },
    );

    const forbidden = [fault("add", 2, status(403))];

    it("starts a create anew after an update that failed", async () => {
      const { first, declare, own } = await start(host, forbidden);
      const inputs = await declare(first, "com.own.a", "com.own.b");
      expect(await attempt(first, own, inputs)).toMatchObject({ isDone: false });
      const { state } = await first.create("blocked", inputs);
      expect(state).toMatchObject({ adopted: { appBundles: "com.own.a\n" } });
    });

    it.each<[string, (started: Started, failed: Resource) => Promise<HostProcess | void>]>([
      [
        "a read",
        async ({ first, declare }, { id, state }) =>
          void (await first.read("blocked", id, state, await declare(first))),
      ],
      [
        "a success",
        async ({ first, declare }) =>
          void (await first.create("blocked", await declare(first, "com.own.a", "com.own.b"))),
      ],
      ["a delete", async ({ first }, { id, state }) => first.delete("blocked", id, state, {})],
      ["another process", async ({ startProcess }) => startProcess()],
      [
        "a create with other inputs",
        async ({ first, declare }) => void (await first.create("blocked", await declare(first, "com.own.a"))),
      ],
      [
        "an update of another state",
        async ({ first, declare }, { id, state }) =>
          void (await first.update("blocked", id, state, await declare(first, "com.own.a", "com.own.b"))),
      ],
    ])("starts anew after %s", async (_, act) => {
      const started = await start(host, forbidden);
      const { simulator, first, declare } = started;
      const inputs = await declare(first, "com.own.a", "com.own.b");
      const { resource } = await attempt(first, undefined, inputs);
      if (resource === undefined) throw new Error("The attempt has no state.");
      const process = (await act(started, resource)) ?? first;
      // Somebody repairs the list by hand.
      simulator.edit(1, { add: { appBundles: ["com.own.a", "com.own.b"] } });
      const { state } = await process.create("blocked", inputs);
      expect(state).toMatchObject({ adopted: { appBundles: "com.own.a\ncom.own.b\n" } });
    });
  },
);

it("a process of the dynamic provider forgets the attempts when it is configured again, as by pulumi watch", async () => {
  const faults = [fault("add", 2, status(403))];
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }], faults });
  const text = `
    const { appListEntries } = await load("hosts/dynamic/handler");
    const inputs = { appListId: 1, appBundles: "com.own.a\\ncom.own.b\\n", __resource: "AppListEntries::blocked" };
    const adopted = [];
    for (const isConfigured of [true, true, false]) {
      if (isConfigured) await appListEntries.configure({ config: { get: (key) => args[key] } });
      const { outs = { adopted: "failed" } } = await appListEntries.create(inputs).catch(() => ({}));
      adopted.push(outs.adopted);
    }
    console.log(JSON.stringify(adopted));
    process.exit();`;
  const settings = Object.entries({ baseUrl: simulator.url, ...login, maxEntriesPerRequest: "1" });
  const child = startChild(text, Object.fromEntries(settings.map(([key, value]) => [`app-list:${key}`, value])));
  let line = "";
  while (!line.startsWith("[")) line = await child.line();
  const entries = { appBundles: "com.own.a\n" };
  expect(JSON.parse(line)).toEqual(["failed", entries, { appBundles: "com.own.a\ncom.own.b\n" }]);
});

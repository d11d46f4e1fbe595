import { expect, it, onTestFinished } from "vitest";
import { standInDriver } from "./drivers/stand-in";
import type { Driver, Step } from "./drivers/judged-stack";
import { startEngine } from "./engine";
import { hosts } from "./hosts/index";
import { claimsIn, entryOf, listed, type EntrySet } from "./oracle/entries";
import { judgeClaims, judgeDrift, judgeListed } from "./oracle/oracle";
import { requireNone } from "./oracle/violations";

const appListId = 4321;
const rounds = 6;

/** The letters of two stacks, with the names of their API: one process changes a list of one name once at a time. */
const stacks = { a: "127.0.0.1", b: "localhost" };

function numbered(name: string, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.${name}.x${first + index}`);
}

function entries(names: Iterable<string>): EntrySet {
  return new Set(Array.from(names, (name) => entryOf(appListId, name)));
}

/** From one round to the next, each stack declares some other entries of its own, and both some other shared ones. */
function declaredIn(round: number, letter: string): readonly string[] {
  return [...numbered("shared", 3 * round, 50), ...numbered(letter, 5 * round, 150)];
}

/** @returns false if it failed because someone else was changing the list. */
async function isDone(driver: Driver, step: Step): Promise<boolean> {
  const { outcome, errors } = await driver.run(step);
  expect(errors.filter((message) => !message.includes("someone else is changing the list"))).toEqual([]);
  return outcome === "done";
}

it.each(hosts)(
  "two stacks and a script that change one list at the same time lose nothing that anybody declares, with $name",
  async (host) => {
    const unmanaged = numbered("existing", 0, 100);
    /** What the script declares, and the entries of the stacks that it removed in this round. */
    const script = { isActive: false, edits: 0, declared: new Set<string>(), taken: new Set<string>() };
    const senders: string[] = [];
    const engine = await startEngine(host, {
      lists: [{ id: appListId, name: "brand-safety", appBundles: unmanaged }],
      onRequest: ({ entries: sent }) => {
        senders.push(...(/^com\.([ab])\./mu.exec(sent?.appBundles?.join("\n") ?? "")?.slice(1) ?? []));
        if (script.isActive) edit();
      },
    });
    onTestFinished(() => engine.close());
    const { simulator } = engine;
    const edit = (): void => {
      script.edits += 1;
      const [added, dropped] = [`com.script.x${script.edits}`, `com.script.x${script.edits - 20}`];
      script.declared.add(added).delete(dropped);
      const all = simulator.list(appListId)?.appBundles ?? [];
      // A prime, so that it is another part of the list each time.
      const victim = all[(script.edits * 7919) % all.length] ?? "";
      const taken = script.edits % 5 === 0 && /^com\.(?:a|b|shared)\./u.test(victim) ? [victim] : [];
      taken.forEach((name) => script.taken.add(name));
      simulator.edit(appListId, { add: { appBundles: [added] }, remove: { appBundles: [dropped, ...taken] } });
    };
    // Small requests, so that those of two stacks alternate.
    const drivers = Object.entries(stacks).map(([letter, name]) => {
      const baseUrl = simulator.url.replace("127.0.0.1", name);
      return { letter, driver: standInDriver(engine, engine.stack({ baseUrl, maxEntriesPerRequest: "20" })) };
    });
    const upOf = (round: number, letter: string): Step => ({
      command: "up",
      program: [{ name: "blocked", appListId, entries: declaredIn(round, letter) }],
    });
    const now = (): EntrySet => listed(simulator, [String(appListId)]);
    const allIn = (round: number): EntrySet => {
      const ofStacks = Object.keys(stacks).flatMap((letter) => declaredIn(round, letter));
      return entries([...unmanaged, ...script.declared, ...ofStacks]);
    };

    let removed = 0;
    for (let round = 0; round < rounds; round += 1) {
      script.isActive = true;
      script.taken.clear();
      await Promise.all(drivers.map(({ letter, driver }) => isDone(driver, upOf(round, letter))));
      script.isActive = false;
      const taken = entries(script.taken);
      removed += taken.size;
      requireNone(judgeListed(allIn(round), now(), taken));
      for (const { driver } of drivers) {
        const { managed } = claimsIn(await driver.resources());
        requireNone(judgeClaims(managed, now(), taken));
        expect(await isDone(driver, { command: "refresh" })).toBe(true);
        requireNone(judgeDrift(managed, now(), claimsIn(await driver.resources()).missing));
      }
    }
    for (const { letter, driver } of drivers) expect(await isDone(driver, upOf(rounds - 1, letter))).toBe(true);
    requireNone(judgeListed(allIn(rounds - 1), now()));
    expect(removed).toBeGreaterThan(0);
    // Their requests did alternate.
    const turns = senders.filter((letter, index) => index > 0 && letter !== senders[index - 1]);
    expect(turns.length).toBeGreaterThan(2 * rounds);
  },
);

import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Program } from "./deployment";
import { startEngine, type Ended, type Stack } from "./engine";
import { hosts } from "./hosts/index";

const appListId = 4321;
const rounds = 6;

/** The letters of two stacks, with the names of their API: one process changes a list of one name once at a time. */
const stacks = { a: "127.0.0.1", b: "localhost" };

function numbered(name: string, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `com.${name}.x${first + index}`);
}

/** From one round to the next, each stack declares some other entries of its own, and both some other shared ones. */
function declaredIn(round: number, letter: string): readonly string[] {
  return [...numbered("shared", 3 * round, 50), ...numbered(letter, 5 * round, 150)];
}

function programIn(round: number, letter: string): Program {
  const appBundles = `${declaredIn(round, letter).toSorted().join("\n")}\n`;
  return { blocked: { appListId, appBundles } };
}

/** @returns false if it failed because someone else was changing the list. */
function isDone(ended: Ended): boolean {
  const errors = ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [];
  expect(errors.filter((message) => !message.includes("someone else is changing the list"))).toEqual([]);
  return ended.outcome === "done";
}

/** The entries in a text of a state. */
function entriesIn(text: unknown): ReadonlySet<string> {
  return new Set(typeof text === "string" ? text.trimEnd().split("\n") : []);
}

/** What a state says of its app bundles: those that it manages, and those that are missing. */
function heldBy(stack: Stack) {
  const { appBundles, missing } = z
    .looseObject({ appBundles: z.string(), missing: z.looseObject({ appBundles: z.string().optional() }).optional() })
    .parse(stack.state("blocked"));
  return { managed: entriesIn(appBundles), missing: entriesIn(missing?.appBundles) };
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
    const all = Object.entries(stacks).map(([letter, name]) => {
      const baseUrl = simulator.url.replace("127.0.0.1", name);
      return { letter, stack: engine.stack({ baseUrl, maxEntriesPerRequest: "20" }) };
    });
    const lacking = (expected: ReadonlySet<string>): readonly string[] => [
      ...expected.difference(new Set(simulator.list(appListId)?.appBundles)),
    ];
    const allIn = (round: number): ReadonlySet<string> =>
      new Set([...unmanaged, ...script.declared, ...all.flatMap(({ letter }) => declaredIn(round, letter))]);

    let removed = 0;
    for (let round = 0; round < rounds; round += 1) {
      script.isActive = true;
      script.taken.clear();
      await Promise.all(all.map(async ({ letter, stack }) => isDone(await stack.up(programIn(round, letter)))));
      script.isActive = false;
      removed += script.taken.size;
      expect(lacking(allIn(round).difference(script.taken))).toEqual([]);
      for (const { stack } of all) {
        const { managed } = heldBy(stack);
        const gone = lacking(managed);
        expect(new Set(gone).difference(script.taken)).toEqual(new Set());
        expect(isDone(await stack.refresh())).toBe(true);
        expect(new Set(gone).difference(heldBy(stack).missing)).toEqual(new Set());
      }
    }
    for (const { letter, stack } of all) expect(isDone(await stack.up(programIn(rounds - 1, letter)))).toBe(true);
    expect(lacking(allIn(rounds - 1))).toEqual([]);
    expect(removed).toBeGreaterThan(0);
    // Their requests did alternate.
    const turns = senders.filter((letter, index) => index > 0 && letter !== senders[index - 1]);
    expect(turns.length).toBeGreaterThan(2 * rounds);
  },
);

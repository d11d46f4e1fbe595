import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { JudgedStack } from "../drivers/judged-stack";
import { standInDriver } from "../drivers/stand-in";
import { startEngine } from "../engine";
import { hosts } from "../hosts/index";
import { inTwoProcesses, movingHost } from "../hosts/several-processes";
import { anyCommand, perform, noCounts, type Model } from "./commands";
import { accounts } from "../accounts";
import { labMinutes, printTried, seed } from "../sample";
import { lists } from "./program";
import { anyApi, canRecover, excuseOf, ledgerOf, listsOf, settingsOf, type Observe } from "./api";

/** The fewest histories with each host. In two processes they are fewer: how these share a run is all that differs. */
const runs = [
  ...hosts.map((host) => ({ host, least: 300, isOneProcess: true })),
  ...[...hosts.map(inTwoProcesses), movingHost()].map((host) => ({ host, least: 60, isOneProcess: false })),
].map((run, index) => ({ ...run, name: run.host.name, ownSeed: seed + index }));

/** Far above their duration, so that a busy machine fails no test; in milliseconds. */
const timeout = 30 * 60_000 + labMinutes * 60_000;

it.each(runs)(
  "follows the laws in any history, with $name",
  { timeout },
  async ({ host, least, ownSeed, isOneProcess }) => {
    const counts = { ...noCounts };
    const engine = await startEngine(host, { accounts });
    onTestFinished(() => engine.close());
    printTried(() => JSON.stringify(counts));
    const anyHistory = fc.asyncProperty(
      anyApi,
      fc.array(anyCommand, { maxLength: 16, size: "max" }),
      async (api, commands) => {
        counts.histories += 1;
        const { behavior, observe } = api;
        engine.reset(listsOf(api), behavior);
        const stackOf = (how: Observe) => {
          const stack = engine.stack(settingsOf(how));
          return {
            stack,
            judged: new JudgedStack(standInDriver(engine, stack), { ...ledgerOf(behavior, how), isOneProcess }, lists),
            program: [],
            formerProgram: [],
            canRecover: canRecover(api, how),
            excuse: excuseOf(behavior, how),
          };
        };
        const [first, second] = observe;
        const model: Model = { engine, counts, stacks: [stackOf(first), stackOf(second)] };
        for (const command of commands) await perform(model, command);
      },
    );
    const isLab = labMinutes > 0;
    // The set-ups share the time.
    const plugins = isLab ? [fc.interruptAfterTimeLimit((labMinutes * 60_000) / runs.length)] : [];
    await fc.assert(anyHistory, { seed: ownSeed, numRuns: isLab ? Number.MAX_SAFE_INTEGER : least, plugins });
    expect(counts.histories).toBeGreaterThanOrEqual(isLab ? 1 : least);
  },
);

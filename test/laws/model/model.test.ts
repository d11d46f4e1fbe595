import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { JudgedStack } from "../drivers/judged-stack";
import { standInDriver } from "../drivers/stand-in";
import { startEngine } from "../engine";
import { hosts } from "../hosts/index";
import { inTwoProcesses, movingHost } from "../hosts/several-processes";
import { anyCommand, type Counts, type Model } from "./commands";
import { accounts } from "../accounts";
import { lists } from "./program";
import { anyApi, canRecover, excuseOf, ledgerOf, listsOf, settingsOf, type Observe } from "./api";

/** How many histories are tried with each host in a run of all tests, and the most commands of one. */
const histories = 500;
/** Fewer in two processes: how these share a run is all that differs. */
const historiesInTwoProcesses = 100;
const maxCommands = 16;

/** Set by `npm run lab -- torture`: as many histories as there is time for. */
const tortureMinutes = Number(process.env["TORTURE_MINUTES"] ?? 0);
/**
 * The same histories in every run of all tests, so that no run depends on chance; torture tries others. Each host has
 * histories of its own.
 */
const firstSeed = Number(process.env["TORTURE_SEED"] ?? 2_132_712_820);

/** Far above their duration, so that a busy machine fails no test; in milliseconds. */
const timeout = 30 * 60_000 + 2 * tortureMinutes * 60_000;

const runs = [
  ...hosts.map((host) => ({ host, least: histories, isOneProcess: true })),
  ...[...hosts.map(inTwoProcesses), movingHost()].map((host) => ({
    host,
    least: historiesInTwoProcesses,
    isOneProcess: false,
  })),
].map((run, index) => ({ ...run, name: run.host.name, seed: firstSeed + index }));

it.each(runs)(
  "follows the laws in any history, with $name",
  { timeout },
  async ({ host, least, seed, isOneProcess }) => {
    const counts: Counts = { histories: 0, done: 0, failed: 0, killed: 0, requests: 0, mostRequests: 0 };
    const engine = await startEngine(host, { accounts });
    onTestFinished(async () => {
      await engine.close();
      process.stdout.write(`\n${describeCounts(counts)}; seed ${seed}\n`);
    });
    const anyHistory = fc.asyncProperty(
      anyApi,
      fc.commands(anyCommand(), { maxCommands, size: "max" }),
      async (api, commands) => {
        counts.histories += 1;
        const { behaviour, observe } = api;
        engine.reset(listsOf(api), behaviour);
        const stackOf = (how: Observe) => {
          const stack = engine.stack(settingsOf(how));
          return {
            stack,
            judged: new JudgedStack(standInDriver(engine, stack), { ...ledgerOf(behaviour, how), isOneProcess }, lists),
            program: [],
            formerProgram: [],
            canRecover: canRecover(api, how),
            excuse: excuseOf(behaviour, how),
          };
        };
        const [first, second] = observe;
        const setup = (): { model: Model; real: Model } => {
          const model: Model = { engine, counts, stacks: [stackOf(first), stackOf(second)] };
          return { model, real: model };
        };
        await fc.asyncModelRun(setup, commands);
      },
    );
    const isTorture = tortureMinutes > 0;
    const plugins = isTorture ? [fc.interruptAfterTimeLimit(tortureMinutes * 60_000)] : [];
    await fc.assert(anyHistory, { seed, numRuns: isTorture ? Number.MAX_SAFE_INTEGER : least, plugins });
    expect(counts.histories).toBeGreaterThanOrEqual(isTorture ? 1 : least);
  },
);

function describeCounts({ histories, done, failed, killed, requests, mostRequests }: Counts): string {
  return (
    `${histories} histories: ${done} commands done, ${failed} failed, ${killed} killed; ` +
    `${requests} requests, ${mostRequests} at most in one command`
  );
}

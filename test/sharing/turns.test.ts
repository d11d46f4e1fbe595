import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Run } from "../../provider/resource/run";
import { takeTurn, type Numbered, type TurnBoard } from "../../provider/sharing/turns";
import { virtualClock, type VirtualClock } from "../harness/virtual-clock";
import { startChild } from "./child";
import { temporaryFolder } from "./temporary-folder";

const address = "127.0.0.1:40000";

/** A process of the run that can take turns, as it is in the user's installation. */
const start = `
  const { Run } = require(args.run);
  const run = new Run({ config: () => undefined, environment: {} }, console.log, { engineAddress: args.address, temporaryFolder: args.temporary });
  const waiting = { longest: 100000, timeout: () => new Error("timeout") };
`;

function startRunning(temporary: string, script: string) {
  const run = join(import.meta.dirname, "../../provider/dist/resource/run.js");
  return startChild(start + script, { address, temporary, run, counter: join(temporary, "counter") });
}

/** A board on which other processes show numbers. */
function boardWith(...states: readonly (readonly Numbered[])[]): TurnBoard & { readonly shown: readonly number[] } {
  const shown: number[] = [];
  const left = [...states];
  return {
    author: "m",
    shown,
    show: (_, number) => void shown.push(number),
    others: () => (left.length > 1 ? left.shift() : left[0]) ?? [],
  };
}

function optionsWith(clock: VirtualClock, longest: number, canceled = new AbortController().signal) {
  return { clock, longest, canceled, timeout: () => new Error("timeout") };
}

/** Waits in turn, and counts the waits. */
async function waitsWith(board: TurnBoard): Promise<number> {
  const clock = virtualClock();
  await takeTurn(board, "list", optionsWith(clock, 60_000), () => Promise.resolve());
  return clock.delays.length;
}

describe("a process that waits for its turn", () => {
  const other = (number: number, author = "z"): Numbered => ({ author, number });

  it("goes at once if no other process waits, and withdraws its number afterwards", async () => {
    const board = boardWith([]);
    expect(await waitsWith(board)).toBe(0);
    expect(board.shown).toEqual([-1, 1, 0]);
  });

  it("takes the next number, and waits for the lower ones", async () => {
    const board = boardWith([other(4)], [other(4)], [other(4)], [other(0)]);
    expect(await waitsWith(board)).toBe(2);
    expect(board.shown).toEqual([-1, 5, 0]);
  });

  it("does not wait for a higher number, nor for an equal one of a later name", async () => {
    expect(await waitsWith(boardWith([], [other(2), other(1, "z")]))).toBe(0);
  });

  it("waits for an equal number of an earlier name, and for a process that chooses", async () => {
    expect(await waitsWith(boardWith([], [other(1, "a")], [other(-1)], []))).toBe(2);
  });

  it("has patience for each process that is before it, and not for one forever", async () => {
    const clock = virtualClock();
    const options = optionsWith(clock, 60);
    const two = boardWith(
      [other(1, "a"), other(2, "b")],
      [other(1, "a"), other(2, "b")],
      [other(1, "a"), other(2, "b")],
      [other(2, "b")],
      [other(2, "b")],
      [],
    );
    expect(await takeTurn(two, "list", options, () => Promise.resolve("done"))).toBe("done");
    const hung = boardWith([other(1, "a")]);
    await expect(takeTurn(hung, "list", options, () => Promise.resolve("done"))).rejects.toThrow("timeout");
    expect(hung.shown).toEqual([-1, 2, 0]);
  });

  it("begins its task if it is canceled, because that sends nothing then", async () => {
    const canceling = new AbortController();
    const board = boardWith([other(1, "a")]);
    const clock = virtualClock();
    const sleep = async (...args: Parameters<VirtualClock["sleep"]>) => {
      canceling.abort();
      await clock.sleep(...args);
    };
    const options = { ...optionsWith(clock, 60, canceling.signal), clock: { ...clock, sleep } };
    expect(await takeTurn(board, "list", options, () => Promise.resolve("done"))).toBe("done");
    expect(board.shown).toEqual([-1, 2, 0]);
  });

  it("withdraws its number if its task fails", async () => {
    const board = boardWith([]);
    const clock = virtualClock();
    const options = optionsWith(clock, 60);
    await expect(takeTurn(board, "list", options, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(board.shown.at(-1)).toBe(0);
  });
});

describe("real processes of one run", () => {
  it("never change the same list at the same time", async () => {
    const temporary = temporaryFolder();
    const counter = join(temporary, "counter");
    writeFileSync(counter, "0");
    const children = Array.from({ length: 4 }, () =>
      startRunning(
        temporary,
        `const fs = require("node:fs");
         const { setImmediate: turn } = require("node:timers/promises");
         for (let index = 0; index < 10; index += 1) {
           await run.oneAtATime("list", waiting, async () => {
             const before = Number(fs.readFileSync(args.counter, "utf8"));
             await turn();
             fs.writeFileSync(args.counter, String(before + 1));
           });
         }
         run.end();
         console.log("done");`,
      ),
    );
    expect(await Promise.all(children.map((child) => child.line()))).toEqual(["done", "done", "done", "done"]);
    expect(readFileSync(counter, "utf8")).toBe("40");
  });

  it("do not wait for one that was killed during its change, and change other lists meanwhile", async () => {
    const temporary = temporaryFolder();
    const holder = startRunning(
      temporary,
      `await run.oneAtATime("list", waiting, () => new Promise(() => { console.log("holds"); setInterval(() => {}, 1000); }));`,
    );
    expect(await holder.line()).toBe("holds");
    const source = { config: () => undefined, environment: {} };
    const run = new Run(source, () => {}, { engineAddress: address, temporaryFolder: temporary });
    onTestFinished(() => run.end());
    const waiting = { longest: 100_000, timeout: () => new Error("timeout") };
    expect(await run.oneAtATime("other list", waiting, () => Promise.resolve("changed"))).toBe("changed");
    const changed = run.oneAtATime("list", waiting, () => Promise.resolve("changed"));
    const impatient = { longest: 0, timeout: () => new Error("timeout") };
    await holder.end("SIGKILL");
    expect(await changed).toBe("changed");
    expect(await run.oneAtATime("list", impatient, () => Promise.resolve("changed"))).toBe("changed");
  });

  it("stop waiting for one that does not end", async () => {
    const temporary = temporaryFolder();
    const holder = startRunning(
      temporary,
      `await run.oneAtATime("list", waiting, () => new Promise(() => { console.log("holds"); setInterval(() => {}, 1000); }));`,
    );
    await holder.line();
    const source = { config: () => undefined, environment: {} };
    const run = new Run(source, () => {}, { engineAddress: address, temporaryFolder: temporary });
    onTestFinished(() => run.end());
    const impatient = { longest: 0, timeout: () => new Error("timeout") };
    await expect(run.oneAtATime("list", impatient, () => Promise.resolve())).rejects.toThrow("timeout");
  });
});

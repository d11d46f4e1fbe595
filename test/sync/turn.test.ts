import { describe, expect, it } from "vitest";
import { inTurn } from "../../provider/sync/turn";

/** Tasks of one list, each of which ends when the test ends it. */
function listOfTasks() {
  const cancel = new AbortController();
  const started: number[] = [];
  const list = {};
  return {
    cancel: () => cancel.abort(),
    started,
    start: (task: number) => {
      const end = Promise.withResolvers<number>();
      const result = inTurn(list, cancel.signal, () => {
        started.push(task);
        return end.promise;
      });
      return { end, result };
    },
  };
}

describe("tasks that change one list", () => {
  it("run one after the other", async () => {
    const { start, started } = listOfTasks();
    const [first, second] = [start(1), start(2)];
    first.end.resolve(10);
    second.end.resolve(20);
    expect(await Promise.all([first.result, second.result])).toEqual([10, 20]);
    expect(started).toEqual([1, 2]);
  });

  it("do not wait for their turn after a cancellation, and each runs once", async () => {
    const { start, started, cancel } = listOfTasks();
    const tasks = Array.from({ length: 30 }, (_, index) => start(index));
    await Promise.resolve();
    cancel();
    tasks.slice(1).forEach(({ end }) => end.reject(new Error("canceled")));
    const others = await Promise.allSettled(tasks.slice(1).map(({ result }) => result));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    const late = start(30);
    late.end.resolve(0);
    expect(await late.result).toBe(0);
    tasks[0]?.end.resolve(1);
    expect(await tasks[0]?.result).toBe(1);
    expect(started).toEqual(Array.from({ length: 31 }, (_, index) => index));
  });
});

const lists = new Map<string, object>();

/** Runs a task after those of the list with the same name; nothing is canceled. */
function oneAtATime<Result>(list: string, task: () => Promise<Result>): Promise<Result> {
  const key = lists.get(list) ?? {};
  lists.set(list, key);
  return inTurn(key, AbortSignal.any([]), task);
}

/** A task that notes its start and then waits for its result. */
function controlledTask(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const task = async (): Promise<string> => {
    log.push(`${name} starts`);
    started.resolve();
    try {
      return await promise;
    } finally {
      log.push(`${name} ends`);
    }
  };
  return { task, started: started.promise, succeed: () => resolve(name), fail: () => reject(new Error(name)) };
}

describe("tasks of the same list", () => {
  it("run one after the other, in the order of the calls", async () => {
    const log: string[] = [];
    const [first, second, third] = ["first", "second", "third"].map((name) => controlledTask(log, name));
    if (first === undefined || second === undefined || third === undefined) throw new Error("There are three tasks.");
    const results = Promise.all([first, second, third].map(({ task }) => oneAtATime("one list", task)));
    // All later tasks may end at once: they still have to wait for the first one.
    third.succeed();
    second.succeed();
    await first.started;
    expect(log).toEqual(["first starts"]);
    first.succeed();
    expect(await results).toEqual(["first", "second", "third"]);
    expect(log).toEqual(["first starts", "first ends", "second starts", "second ends", "third starts", "third ends"]);
  });

  it("run although the one before failed, and only the caller of that one learns of it", async () => {
    const log: string[] = [];
    const failing = controlledTask(log, "failing");
    const failed = oneAtATime("failing list", failing.task);
    const next = oneAtATime("failing list", async () => "done");
    failing.fail();
    await expect(failed).rejects.toThrow("failing");
    expect(await next).toBe("done");
  });

  it("run also after a task that throws before it waits for anything", async () => {
    const thrown = oneAtATime("throwing list", () => {
      throw new Error("at once");
    });
    await expect(thrown).rejects.toThrow("at once");
    expect(await oneAtATime("throwing list", async () => "done")).toBe("done");
  });

  it("run when they are asked for while the last one is ending", async () => {
    const order: number[] = [];
    const runNext = async (left: number): Promise<void> => {
      await oneAtATime("chained list", async () => {
        order.push(left);
      });
      if (left > 0) await runNext(left - 1);
    };
    await Promise.all([runNext(3), runNext(3)]);
    expect(order).toHaveLength(8);
  });

  it("wait for the one that runs, also when the one before it has ended meanwhile", async () => {
    const log: string[] = [];
    const first = controlledTask(log, "first");
    const second = controlledTask(log, "second");
    const third = controlledTask(log, "third");
    const ended = oneAtATime("late list", first.task);
    const later = [oneAtATime("late list", second.task)];
    first.succeed();
    await ended;
    await second.started;
    later.push(oneAtATime("late list", third.task));
    third.succeed();
    second.succeed();
    expect(await Promise.all(later)).toEqual(["second", "third"]);
    expect(log.slice(2)).toEqual(["second starts", "second ends", "third starts", "third ends"]);
  });

  it("never overlap, however many there are", async () => {
    let running = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => oneAtATime("busy list", task)));
    expect(most).toBe(1);
  });
});

describe("tasks of different lists", () => {
  it("run beside each other", async () => {
    const log: string[] = [];
    const first = controlledTask(log, "first");
    const second = controlledTask(log, "second");
    const results = Promise.all([oneAtATime("key 1", first.task), oneAtATime("key 2", second.task)]);
    await Promise.all([first.started, second.started]);
    expect(log).toEqual(["first starts", "second starts"]);
    second.succeed();
    first.succeed();
    expect(await results).toEqual(["first", "second"]);
  });
});

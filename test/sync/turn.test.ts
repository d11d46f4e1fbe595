import { describe, expect, it } from "vitest";
import { inTurn } from "../../provider/sync/turn";

/** Tasks of one list, each of which ends when the test ends it. */
function listOfTasks() {
  const cancel = new AbortController();
  const started: number[] = [];
  const key = crypto.randomUUID();
  return {
    cancel: () => cancel.abort(),
    started,
    start: (task: number) => {
      const end = Promise.withResolvers<number>();
      const result = inTurn(key, cancel.signal, () => {
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

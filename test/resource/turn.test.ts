import { describe, expect, it } from "vitest";
import { inTurn } from "../../provider/resource/turn";

/** A list whose tasks note their start and their end. Each of them ends when the test ends it. */
function listOfTasks(log: string[] = []) {
  const [list, cancel] = [{}, new AbortController()];
  const runInTurn = <Result>(task: () => Promise<Result>): Promise<Result> => inTurn(list, cancel.signal, task);
  const start = (name: string) => {
    const end = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const result = runInTurn(async () => {
      log.push(`${name} starts`);
      started.resolve();
      try {
        return await end.promise;
      } finally {
        log.push(`${name} ends`);
      }
    });
    const fail = (): void => end.reject(new Error(name));
    return { result, started: started.promise, succeed: () => end.resolve(name), fail };
  };
  return { log, cancel: () => cancel.abort(), runInTurn, start };
}

describe("tasks that change one list", () => {
  it("do not wait for their turn after a cancellation, and each runs once", async () => {
    const { start, log, cancel } = listOfTasks();
    const first = start("0");
    const others = Array.from({ length: 29 }, (_, index) => start(String(index + 1)));
    await Promise.resolve();
    cancel();
    others.forEach(({ fail }) => fail());
    const settled = await Promise.allSettled(others.map(({ result }) => result));
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    const late = start("30");
    late.succeed();
    expect(await late.result).toBe("30");
    first.succeed();
    expect(await first.result).toBe("0");
    const started = log.filter((line) => line.endsWith("starts"));
    expect(started).toEqual(Array.from({ length: 31 }, (_, index) => `${index} starts`));
  });
});

describe("tasks of the same list", () => {
  it("run one after the other, in the order of the calls", async () => {
    const { start, log } = listOfTasks();
    const [first, second, third] = [start("first"), start("second"), start("third")];
    const results = Promise.all([first, second, third].map(({ result }) => result));
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
    const { start, runInTurn } = listOfTasks();
    const failing = start("failing");
    const next = runInTurn(async () => "done");
    failing.fail();
    await expect(failing.result).rejects.toThrow("failing");
    expect(await next).toBe("done");
  });

  it("wait for the one that runs, also when the one before it has ended meanwhile", async () => {
    const { start, log } = listOfTasks();
    const [first, second] = [start("first"), start("second")];
    first.succeed();
    await first.result;
    await second.started;
    const third = start("third");
    third.succeed();
    second.succeed();
    expect(await Promise.all([second.result, third.result])).toEqual(["second", "third"]);
    expect(log.slice(2)).toEqual(["second starts", "second ends", "third starts", "third ends"]);
  });
});

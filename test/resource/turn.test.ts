import { describe, expect, it } from "vitest";
import { RunList } from "../../provider/resource/run-list";
import { SharedDeclarations } from "../../provider/resource/shared-declarations";
import { knownList } from "./known-list";

/** A list whose tasks note their start and their end. Each of them ends when the test ends it. */
function listOfTasks(log: string[] = []) {
  const list = new RunList(knownList(), new SharedDeclarations(undefined, {}, () => {}));
  const start = (name: string) => {
    const end = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const result = list.inTurn(async () => {
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
  return { log, list, start };
}

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
    const { start, list } = listOfTasks();
    const failing = start("failing");
    const next = list.inTurn(async () => "done");
    failing.fail();
    await expect(failing.result).rejects.toThrow("failing");
    expect(await next).toBe("done");
  });

  it("wait for the one that runs, even when the one before it has ended meanwhile", async () => {
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

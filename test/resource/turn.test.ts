import { expect, it } from "vitest";
import { nothingPermitted } from "../../provider/list/permit";
import { login, startRun } from "./started";

it("operations on the same list run one after the other, although one failed or another one has just ended", async () => {
  const list = startRun({ ...login, baseUrl: "http://127.0.0.1:1" }).run.list({ appListId: 1 });
  const log: string[] = [];
  const start = (name: string) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const operate = async () => {
      log.push(`${name} starts`);
      begun.resolve();
      await end.promise.finally(() => log.push(`${name} ends`));
      return name;
    };
    return { result: list.operate(nothingPermitted, {}, operate), begun: begun.promise, ...end };
  };
  const [first, second, third] = [start("first"), start("second"), start("third")];
  // All later ones may end at once: they still have to wait for the first one.
  third.resolve();
  await first.begun;
  first.reject(new Error("no first"));
  // Only its caller learns of the failure.
  await expect(first.result).rejects.toThrow("no first");
  await second.begun;
  const fourth = start("fourth");
  fourth.resolve();
  second.resolve();
  expect(await Promise.all([second.result, third.result, fourth.result])).toEqual(["second", "third", "fourth"]);
  const order = ["first", "second", "third", "fourth"];
  expect(log).toEqual(order.flatMap((name) => [`${name} starts`, `${name} ends`]));
});

import { expect, it } from "vitest";
import { systemClock } from "../../provider/common/clock";

it.each([-1, 0.5])("the clock takes %d ms as a timeout, as the rest of an operation's time can be", async (rest) => {
  const signal = systemClock.timeout(rest);
  await systemClock.sleep(60_000, signal);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

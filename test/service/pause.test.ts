import { describe, expect, it } from "vitest";
import { Pauses } from "../../provider/service/pause";
import { virtualTime } from "./virtual-time";

const never = new AbortController().signal;

describe("a pause between requests", () => {
  it("is waited for by whoever comes until it is over, and by nobody after that", async () => {
    const time = virtualTime();
    const pauses = new Pauses(time);
    await pauses.over(never);
    pauses.ask(300, "the service failed (500)");
    await pauses.over(never);
    expect(time.pauses).toEqual([300]);
    await pauses.over(never);
    expect(time.pauses).toHaveLength(1);
  });

  it("is not shortened by a shorter one", () => {
    const pauses = new Pauses(virtualTime());
    pauses.ask(300, "first");
    pauses.ask(200, "second");
    expect(pauses.left()).toBe(300);
  });

  it("is made longer by one that is asked for while it lasts", async () => {
    const time = virtualTime();
    const pauses: Pauses = new Pauses({
      now: time.now,
      sleep: async (milliseconds) => {
        if (time.pauses.length === 0) pauses.ask(1000, "longer");
        await time.sleep(milliseconds);
      },
    });
    pauses.ask(300, "short");
    await pauses.over(never);
    expect(time.pauses).toEqual([300, 700]);
  });

  it("ends when the time for the operation runs out", async () => {
    const pauses = new Pauses();
    pauses.ask(3_600_000, "the service asks for it");
    await expect(pauses.over(AbortSignal.timeout(1))).resolves.toBeUndefined();
    await expect(pauses.over(AbortSignal.abort())).resolves.toBeUndefined();
  });

  it("is told of where it is longer than two seconds, once in five seconds at the most", async () => {
    const said: string[] = [];
    const time = virtualTime();
    const pauses = new Pauses({ ...time, onPause: (seconds, reason) => said.push(`${seconds} s: ${reason}`) });
    pauses.ask(2000, "short");
    await pauses.over(never);
    expect(said).toEqual([]);
    for (const pause of [2001, 2500, 2600, 9000]) {
      pauses.ask(pause, "the service asks for it");
      await pauses.over(never);
    }
    expect(said).toEqual(["3 s: the service asks for it", "9 s: the service asks for it"]);
  });
});

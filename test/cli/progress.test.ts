import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { progressLine, withProgress } from "../../provider/cli/progress";
import { testTerminal } from "./terminal";

describe("a line of progress", () => {
  it("counts where the total is not known", () => {
    expect(progressLine({ doing: "Reading campaigns", done: 1200 }, 80)).toBe("Reading campaigns: 1,200");
  });

  it("has a bar where the total is known", () => {
    const line = progressLine({ doing: "Sending", done: 40, total: 120 }, 80);
    expect(line).toBe("Sending: ███████░░░░░░░░░░░░░ 40 of 120");
  });

  it("is never as wide as the terminal", () => {
    const count = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(
        fc.string(),
        count,
        fc.option(count, { nil: undefined }),
        fc.integer({ min: 1, max: 200 }),
        (...all) => {
          const [doing, done, total, columns] = all;
          const line = progressLine({ doing, done, ...(total !== undefined && { total }) }, columns);
          expect(line.length).toBeLessThan(columns);
        },
      ),
    );
  });
});

describe("progress while work is done", () => {
  it("is not shown where messages do not go to a terminal", async () => {
    const terminal = testTerminal();
    expect(
      await withProgress(
        terminal,
        () => ({ doing: "Working", done: 1 }),
        async () => "result",
      ),
    ).toBe("result");
    expect(terminal.messages()).toBe("");
  });

  it("is not shown for work that ends at once", async () => {
    const terminal = testTerminal({ areMessagesInteractive: true });
    await withProgress(
      terminal,
      () => ({ doing: "Working", done: 1 }),
      async () => undefined,
    );
    expect(terminal.messages()).toBe("");
  });

  it("takes its line away when the work ends, also with an error", async () => {
    let drawn = (): void => undefined;
    const isDrawn = new Promise<void>((resolve) => {
      drawn = resolve;
    });
    const terminal = testTerminal({ areMessagesInteractive: true, onMessage: () => drawn() });
    const work = withProgress(
      terminal,
      () => ({ doing: "Working", done: 1 }),
      async () => {
        await isDrawn;
        throw new Error("It broke.");
      },
    );
    await expect(work).rejects.toThrow("It broke.");
    expect(terminal.messages()).toBe("\r\u001b[2KWorking: 1\r\u001b[2K");
  });
});

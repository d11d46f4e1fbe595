import { describe, expect, it } from "vitest";
import { withProgress } from "../../provider/cli/progress";
import { testTerminal } from "./terminal";

describe("progress", () => {
  it("is not shown if messages do not go to a terminal", async () => {
    const terminal = testTerminal();
    expect(
      await withProgress(
        terminal,
        () => "Working: 1",
        async () => "result",
      ),
    ).toBe("result");
    expect(terminal.messages()).toBe("");
  });

  it("is not shown for work that ends at once", async () => {
    const terminal = testTerminal({ areMessagesInteractive: true });
    await withProgress(
      terminal,
      () => "Working: 1",
      async () => undefined,
    );
    expect(terminal.messages()).toBe("");
  });

  it.each([
    [80, "Working: 1"],
    [8, "Working"],
  ])("fits a terminal of %i columns, and is cleared when the work ends, also with an error", async (columns, line) => {
    let drawn = (): void => undefined;
    const isDrawn = new Promise<void>((resolve) => {
      drawn = resolve;
    });
    const terminal = testTerminal({ areMessagesInteractive: true, columns, onMessage: () => drawn() });
    const work = withProgress(
      terminal,
      () => "Working: 1",
      async () => {
        await isDrawn;
        throw new Error("It broke.");
      },
    );
    await expect(work).rejects.toThrow("It broke.");
    expect(terminal.messages()).toBe(`\r\u001b[2K${line}\r\u001b[2K`);
  });
});

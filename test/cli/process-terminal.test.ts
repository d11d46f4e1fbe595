import { PassThrough, Writable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { processTerminal, type TerminalProcess } from "../../provider/cli/terminal";

/** A stream on which every write fails, as on a closed pipe or a full disk. */
function failingStream(code: string) {
  return new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
}

function makeProcess(streams: Partial<Pick<TerminalProcess, "stdout" | "stderr">> = {}) {
  const messages = new PassThrough();
  const usual = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: messages, env: {} };
  return { ...usual, exit: vi.fn<(code: number) => void>(), messages, ...streams };
}

/** Writes twice to a stream that fails. */
async function writeTo(name: "stdout" | "stderr", code: string) {
  const stream = failingStream(code);
  const process = makeProcess({ [name]: stream });
  const terminal = processTerminal(process);
  for (const text of ["first", "second"]) {
    if (name === "stdout") terminal.write(text);
    else terminal.writeMessage(text);
    // Streams report the results of writes later.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process;
}

describe("the terminal of a process", () => {
  it("keeps the exit code of the command when the reader of its results closes the pipe", async () => {
    const { exit, messages } = await writeTo("stdout", "EPIPE");
    expect(exit).not.toHaveBeenCalled();
    expect(messages.read()).toBeNull();
  });

  it("ends the process with an error if results cannot be written, and prints the reason", async () => {
    const { exit, messages } = await writeTo("stdout", "ENOSPC");
    expect(exit).toHaveBeenCalledWith(1);
    expect(String(messages.read())).toContain("cannot be written to the standard output: write ENOSPC");
  });

  it("goes on if messages cannot be written", async () => {
    expect((await writeTo("stderr", "EPIPE")).exit).not.toHaveBeenCalled();
  });

  it.each([
    ["no terminal", {}, { hasColors: false, columns: undefined }],
    ["a terminal", { columns: 120, hasColors: (): boolean => true }, { hasColors: true, columns: 120 }],
    ["a terminal with NO_COLOR", { columns: 80, hasColors: (): boolean => false }, { hasColors: false, columns: 80 }],
  ])("has the colors and the width that Node reports: %s", (_, output, expected) => {
    const stdout = Object.assign(new PassThrough(), output);
    expect(processTerminal(makeProcess({ stdout }))).toMatchObject(expected);
  });
});

import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
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
  const usual = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: messages, env: {}, exitCode: 0 };
  return Object.assign(new EventEmitter(), { ...usual, messages, ...streams });
}

/** Writes twice to a stream that fails, and ends the process. */
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
  process.emit("exit");
  return { process, terminal };
}

describe("the terminal of a process", () => {
  it("stops the command when the reader of its results closes the pipe, and keeps its exit code", async () => {
    const { process, terminal } = await writeTo("stdout", "EPIPE");
    expect(terminal.stop.aborted).toBe(true);
    expect([process.exitCode, process.messages.read()]).toEqual([0, null]);
  });

  it("ends the process with an error if results cannot be written, and prints the reason", async () => {
    const { process } = await writeTo("stdout", "ENOSPC");
    expect(process.exitCode).toBe(1);
    expect(String(process.messages.read()).match(/ENOSPC/gu)).toHaveLength(1);
  });

  it("goes on if messages cannot be written", async () => {
    const { process, terminal } = await writeTo("stderr", "EPIPE");
    expect([process.exitCode, terminal.stop.aborted]).toEqual([0, false]);
  });

  it.each([
    ["no terminal", {}, { hasColors: false, columns: undefined }],
    ["a terminal", { isTTY: true, columns: 120, hasColors: (): boolean => true }, { hasColors: true, columns: 120 }],
    ["a terminal with NO_COLOR", { isTTY: true, hasColors: (): boolean => false }, { hasColors: false, columns: 80 }],
  ])("has the colors and the width that Node reports: %s", (_, output, expected) => {
    const stdout = Object.assign(new PassThrough(), output);
    expect(processTerminal(makeProcess({ stdout }))).toMatchObject(expected);
  });

  it.each([
    ["SIGINT", 0],
    ["SIGTERM", 0],
    ["SIGQUIT", 0],
    // A terminal that is closed can send it twice.
    ["SIGHUP", 1],
  ])("stops the command on %s, and then has %i listeners for another one", (signal, listeners) => {
    const process = makeProcess();
    const terminal = processTerminal(process);
    process.emit(signal);
    expect([terminal.stop.aborted, process.listenerCount(signal)]).toEqual([true, listeners]);
  });
});

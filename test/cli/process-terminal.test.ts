import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { OutputError, processTerminal, type TerminalProcess } from "../../provider/cli/terminal";

/** A stream on which every write fails, as on a closed pipe or a full disk. */
function failingStream(code: string) {
  const tried: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      tried.push(chunk);
      done(Object.assign(new Error(`write ${code}`), { code }));
    },
  });
  return Object.assign(stream, { isTTY: false, columns: 80, tried });
}

function makeProcess({ stdout, stderr }: Partial<Pick<TerminalProcess, "stdout" | "stderr">> = {}) {
  const events = new EventEmitter();
  const results = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const messages = Object.assign(new PassThrough(), { isTTY: false });
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  return Object.assign(events, {
    stdin,
    stdout: stdout ?? results,
    stderr: stderr ?? messages,
    env: {},
    exitCode: 0,
    messages,
  });
}

/** Writes twice to a stream that fails, of which only the first write is tried, and ends the process. */
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
  expect(stream.tried).toEqual(["first"]);
  return { process, terminal };
}

describe("the terminal of a process", () => {
  it("stops the command when the reader of its results closes the pipe, and keeps its exit code", async () => {
    const { process, terminal } = await writeTo("stdout", "EPIPE");
    expect(terminal.stop.aborted).toBe(true);
    expect(terminal.stop.reason).toBeInstanceOf(OutputError);
    expect([process.exitCode, process.messages.read()]).toEqual([0, null]);
  });

  it("ends the process with an error if results cannot be written, and prints the reason", async () => {
    const { process } = await writeTo("stdout", "ENOSPC");
    expect(process.exitCode).toBe(1);
    expect(String(process.messages.read())).toContain("ENOSPC");
  });

  it("goes on if messages cannot be written", async () => {
    const { process, terminal } = await writeTo("stderr", "EPIPE");
    expect([process.exitCode, terminal.stop.aborted]).toEqual([0, false]);
  });

  it.each([
    ["no terminal", undefined, false],
    ["a terminal that has some", () => true, true],
    ["a terminal without them, or with NO_COLOR", () => false, false],
  ])("has colours as Node's hasColors decides: %s", (_, hasColors, expected) => {
    const stdout = Object.assign(new PassThrough(), {
      isTTY: hasColors !== undefined,
      ...(hasColors && { hasColors }),
    });
    expect(processTerminal(makeProcess({ stdout })).hasColors).toBe(expected);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])("stops the command on %s", (signal) => {
    const process = makeProcess();
    const terminal = processTerminal(process);
    process.emit(signal);
    expect(terminal.stop.aborted).toBe(true);
  });

  it("leaves a second Ctrl-C to the system, but not a second SIGHUP, which a closed terminal can send", () => {
    const process = makeProcess();
    processTerminal(process);
    process.emit("SIGINT");
    process.emit("SIGHUP");
    expect(process.listenerCount("SIGINT")).toBe(0);
    expect(process.listenerCount("SIGHUP")).toBe(1);
  });
});

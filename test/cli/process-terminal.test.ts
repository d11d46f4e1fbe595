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

/** Waits until streams have reported the results of writes. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("the terminal of a process", () => {
  it("stops the command when the reader of its results closes the pipe, and writes no more", async () => {
    const stdout = failingStream("EPIPE");
    const terminal = processTerminal(makeProcess({ stdout }));
    terminal.write("first");
    await settle();
    terminal.write("second");
    await settle();
    expect(stdout.tried).toEqual(["first"]);
    expect(terminal.stop.aborted).toBe(true);
    expect(terminal.stop.reason).toBeInstanceOf(OutputError);
  });

  it("ends the process with an error if results cannot be written, and prints the reason", async () => {
    const process = makeProcess({ stdout: failingStream("ENOSPC") });
    const terminal = processTerminal(process);
    terminal.write("first");
    await settle();
    process.emit("exit");
    expect(process.exitCode).toBe(1);
    expect(String(process.messages.read())).toContain("ENOSPC");
  });

  it("keeps the exit code of the command if the reader closes the pipe", async () => {
    const process = makeProcess({ stdout: failingStream("EPIPE") });
    const terminal = processTerminal(process);
    terminal.write("first");
    await settle();
    process.emit("exit");
    expect(process.exitCode).toBe(0);
    expect(process.messages.read()).toBeNull();
  });

  it("goes on if messages cannot be written", async () => {
    const stderr = failingStream("EPIPE");
    const terminal = processTerminal(makeProcess({ stderr }));
    terminal.writeMessage("first");
    await settle();
    terminal.writeMessage("second");
    await settle();
    expect(stderr.tried).toEqual(["first"]);
    expect(terminal.stop.aborted).toBe(false);
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

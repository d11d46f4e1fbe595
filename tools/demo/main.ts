// `npm run demo`, after the set-up: real `pulumi` commands manage an app list on a simulator of the API. The demo checks
// each result and deletes everything that it creates. With `--yaml`, it uses a YAML program.
import { parseArgs } from "node:util";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { DemoError } from "./stage.ts";
import { createTerminal, sinkOf } from "./terminal.ts";
import { playDemo } from "./demo.ts";
import { typeScript, yaml } from "./edition.ts";

/** The demo was stopped by a signal. */
class Stopped extends Error {
  /** 128 plus the number of the signal, as in shells. */
  readonly exitStatus: number;

  constructor(exitStatus: number) {
    super("The demo was stopped.");
    this.exitStatus = exitStatus;
  }
}

const stop = new AbortController();
for (const [signal, exitStatus] of [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) process.stderr.write("\nStopping after the running pulumi command. Please wait.\n");
    stop.abort(new Stopped(exitStatus));
  });
}
// The reader has closed the pipe, as in `npm run demo | head`: 128 plus the number of SIGPIPE.
process.stdout.on("error", () => stop.abort(new Stopped(141)));
process.stderr.on("error", () => stop.abort(new Stopped(141)));

try {
  const { values } = parseArgs({ options: { yaml: { type: "boolean", default: false } } });
  const edition = values.yaml ? yaml : typeScript;
  await playDemo(edition, await engineFolder(edition.languages), createTerminal(sinkOf(process.stdout)), stop.signal);
} catch (thrown) {
  // A stopped command may have failed with an error of its own.
  const error: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
  process.exitCode = error instanceof Stopped ? error.exitStatus : 1;
  process.stderr.write(`\n${explain(error)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof Stopped) return "The demo was stopped, and its files were deleted.";
  if (error instanceof DemoError) {
    return `${error.message} The files of the demo were deleted. To find the cause, run: npm test`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

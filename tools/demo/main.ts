// `npm run demo`, after the set-up: shows with real `pulumi` commands, against a simulator of the service, how an app
// list is managed. It leaves nothing behind and checks what it shows. With `--yaml`, it does so without a program.
import { parseArgs } from "node:util";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { DemoError } from "./stage.ts";
import { createTerminal } from "./terminal.ts";
import { playDemo } from "./demo.ts";
import { typeScript, yaml } from "./edition.ts";

/** Why the demo ends early. */
class Stopped extends Error {
  /** 128 and the signal's number, as shells have it. */
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
    if (!stop.signal.aborted) process.stderr.write("\nStopping: please wait, Pulumi ends what it has begun.\n");
    stop.abort(new Stopped(exitStatus));
  });
}
// Nobody reads any more, as in `npm run demo | head`: 128 and the number of SIGPIPE.
process.stdout.on("error", () => stop.abort(new Stopped(141)));
process.stderr.on("error", () => stop.abort(new Stopped(141)));

try {
  const { values } = parseArgs({ options: { yaml: { type: "boolean", default: false } } });
  const edition = values.yaml ? yaml : typeScript;
  await playDemo(edition, await engineFolder(edition.languages), createTerminal(process.stdout), stop.signal);
} catch (thrown) {
  // What was stopped may have failed in its own way.
  const error: unknown = stop.signal.aborted ? stop.signal.reason : thrown;
  process.exitCode = error instanceof Stopped ? error.exitStatus : 1;
  process.stderr.write(`\n${explain(error)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof Stopped) return "The demo was stopped. Nothing is left of it.";
  if (error instanceof DemoError) {
    return `${error.message} Nothing is left of it. This is a fault of pulumi-app-list or of its set-up: \`npm test\` says more.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

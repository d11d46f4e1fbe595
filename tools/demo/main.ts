// `npm run demo`, after the set-up: real `pulumi` commands manage an app list on a simulator of the API. The demo checks
// each result and deletes everything that it creates. With `--yaml`, it uses a YAML program.
import { parseArgs } from "node:util";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { DemoError } from "./stage.ts";
import { playDemo } from "./demo.ts";
import { typeScript, yaml } from "./edition.ts";

/** Aborted with the exit status: 128 plus the number of the signal, as in shells. */
const stop = new AbortController();
for (const [signal, exitStatus] of [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) process.stderr.write("\nStopping after the running pulumi command. Please wait.\n");
    stop.abort(exitStatus);
  });
}
// The reader has closed the pipe, as in `npm run demo | head`: 128 plus the number of SIGPIPE.
process.stdout.on("error", () => stop.abort(141));
process.stderr.on("error", () => stop.abort(141));

try {
  const { values } = parseArgs({ options: { yaml: { type: "boolean", default: false } } });
  const edition = values.yaml ? yaml : typeScript;
  await playDemo(edition, await engineFolder(edition.languages), stop.signal);
} catch (error) {
  process.exitCode = stop.signal.aborted ? Number(stop.signal.reason) : 1;
  // A stopped command may have failed with an error of its own.
  const text = stop.signal.aborted ? "The demo was stopped, and its files were deleted." : explain(error);
  process.stderr.write(`\n${text}\n`);
}

function explain(error: unknown): string {
  if (error instanceof DemoError) {
    return `${error.message} The files of the demo were deleted. To find the cause, run: npm test`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { promisify } from "node:util";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { version } from "../../common/version";
import { endSignals, findEngineAddress, waits, whenEngineEnds } from "../engine";
import { Plugin } from "./plugin";
import { createService } from "./service";

/** gRPC's default limit is 4 MB. Lists of 100,000 entries are longer. */
const unlimited = -1;

const aboutPlugin =
  `This is version ${version} of the plugin that Pulumi starts for app lists, with its port. It waits for Pulumi until ` +
  "Ctrl-C. To work with lists at a terminal, run: npx --no-install app-list --help";

/**
 * The program of pulumi-resource-app-list. The engine passes its address as an argument, and reads the port from the
 * first line.
 */
async function main(): Promise<void> {
  const engineAddress = findEngineAddress(process.argv);
  const plugin = new Plugin({ engineAddress, environment: process.env, executable: process.argv[1] });
  const server = new Server({
    "grpc.max_receive_message_length": unlimited,
    "grpc.max_send_message_length": unlimited,
  });
  server.addService(ResourceProviderService, createService(plugin));
  process.once("exit", () => plugin.end());
  // Before the engine can use the port. A runner of pipelines may send a signal to all processes, even during a change.
  for (const signal of endSignals) process.on(signal, () => void endAfterCalls(plugin));
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind("127.0.0.1:0", ServerCredentials.createInsecure());
  process.stdout.write(`${port}\n`);
  if (engineAddress === undefined && process.stdout.isTTY) process.stderr.write(`${aboutPlugin}\n`);
  endWithParent();
}

/** Cancels all calls, and ends the process after them. */
async function endAfterCalls(plugin: Plugin): Promise<void> {
  plugin.cancel();
  await plugin.callsEnded();
  // The last response is written in this turn of the event loop.
  setImmediate(() => process.exit(0));
}

function endWithParent(): void {
  whenEngineEnds(() => process.exit(0));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, waits.parent);
}

void main();

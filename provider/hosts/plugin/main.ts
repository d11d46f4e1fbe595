import { promisify } from "node:util";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { findEngineAddress, waits, whenEngineEnds } from "../engine";
import { Plugin } from "./plugin";
import { createService } from "./service";

/** gRPC's default limit is 4 MB. Lists of 100,000 entries are longer. */
const unlimited = -1;

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
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind("127.0.0.1:0", ServerCredentials.createInsecure());
  process.once("exit", () => plugin.end());
  process.stdout.write(`${port}\n`);
  // The engine ends the plugin with a signal. A runner of pipelines may send the signal to all processes, even during a
  // change.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void endAfterCalls(plugin));
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

import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Plugin, type PluginOptions } from "./plugin";
import { createService } from "./service";

/** A running plugin. */
export interface RunningPlugin {
  /** The port on 127.0.0.1 at which the engine calls the plugin. */
  readonly port: number;
  stop(): void;
  /** Cancels all calls, and resolves when the last one has ended. */
  cancel(): Promise<void>;
}

/** Lists of 100,000 entries are longer than the 4 MB that gRPC allows by default. */
const unlimited = -1;

/** Starts to serve the engine at a free port. */
export async function startPlugin(options: PluginOptions): Promise<RunningPlugin> {
  const plugin = new Plugin(options);
  const server = new Server({
    "grpc.max_receive_message_length": unlimited,
    "grpc.max_send_message_length": unlimited,
  });
  server.addService(ResourceProviderService, createService(plugin));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    stop: () => {
      server.forceShutdown();
      plugin.end();
    },
    cancel: () => {
      plugin.cancel();
      return plugin.callsEnded();
    },
  };
}

import {
  credentials,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { EngineClient, EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** What one process serves at a connection. */
export interface Served {
  readonly service: UntypedServiceImplementation;
  /** Receives the lines of the process. */
  readonly print: (line: string) => void;
}

/**
 * The sockets between the engine and one process of the plugin at a time. A process in a test is an object, and takes the
 * sockets of one that has ended: opening others would take longer than most commands.
 */
export interface Connection {
  readonly client: ResourceProviderClient;
  /** The address of the engine, to which the process sends its lines. */
  readonly engineAddress: string;
  /** Serves a process from now on, or none. */
  serve(served: Served | undefined): void;
}

const idle: Connection[] = [];

/** Takes a connection that no process uses. */
export async function takeConnection(): Promise<Connection> {
  return idle.pop() ?? openConnection();
}

/** Returns a connection when its process has ended. */
export function returnConnection(connection: Connection): void {
  connection.serve(undefined);
  idle.push(connection);
}

/** The engine sets no limits, and neither does the plugin. */
const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

async function openConnection(): Promise<Connection> {
  let served: Served | undefined;
  const provider = await listen(
    ResourceProviderService,
    forward(() => served?.service),
  );
  const engine = await listen(EngineService, {
    log: ({ request }: ServerUnaryCall<LogRequest, Empty>, callback: sendUnaryData<Empty>) => {
      served?.print(shownLine(request));
      callback(null, new Empty());
    },
  });
  // gRPC shares connections to one address, and closes one that no client uses: this client keeps that of the processes.
  new EngineClient(engine, credentials.createInsecure()).waitForReady(Infinity, () => {});
  const client = new ResourceProviderClient(provider, credentials.createInsecure(), unlimited);
  return {
    client,
    engineAddress: engine,
    serve: (next) => {
      served = next;
    },
  };
}

/** A line with its mark as a warning in the same place as in other hosts. The engine puts it at the start. */
function shownLine(request: LogRequest): string {
  const message = request.getMessage();
  if (request.getSeverity() !== LogSeverity.WARNING) return message;
  return message.replace(/^(?:app list \d+(?: "(?:[^"\\]|\\.)*")?: )?/u, "$&warning: ");
}

/** Passes the calls of a service on to the process that is served now. */
function forward(current: () => UntypedServiceImplementation | undefined): UntypedServiceImplementation {
  const methods = Object.keys(ResourceProviderService).map((name) => {
    const handle = (call: unknown, callback: sendUnaryData<never>): void => {
      const method = current()?.[name];
      if (method === undefined) callback({ code: status.UNIMPLEMENTED, details: `The plugin has no ${name}.` });
      else Reflect.apply(method, undefined, [call, callback]);
    };
    return [name, handle] as const;
  });
  return Object.fromEntries(methods);
}

/** Serves at a free port. @returns the address. */
async function listen(definition: ServiceDefinition, service: UntypedServiceImplementation): Promise<string> {
  const server = new Server(unlimited);
  server.addService(definition, service);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return `127.0.0.1:${port}`;
}

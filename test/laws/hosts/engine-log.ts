import { promisify } from "node:util";
import { credentials, Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineClient, EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** The log of an engine, to which the process of a plugin sends its lines. */
export interface EngineLog {
  readonly address: string;
  /** Receives the lines. */
  print: (line: string) => void;
}

const idle: EngineLog[] = [];

/** Takes a log that no process uses, because opening a socket takes longer than most commands. */
export async function takeLog(print: EngineLog["print"]): Promise<EngineLog> {
  const log = idle.pop() ?? (await openLog());
  log.print = print;
  return log;
}

/** Returns a log when its process has ended. */
export function returnLog(log: EngineLog): void {
  idle.push(log);
}

async function openLog(): Promise<EngineLog> {
  const server = new Server();
  server.addService(EngineService, {
    log: ({ request }: ServerUnaryCall<LogRequest, Empty>, callback: sendUnaryData<Empty>) => {
      log.print(shownLine(request));
      callback(null, new Empty());
    },
  });
  const port = await promisify(server.bindAsync.bind(server))("127.0.0.1:0", ServerCredentials.createInsecure());
  const log: EngineLog = { address: `127.0.0.1:${port}`, print: () => {} };
  // gRPC shares connections to one address, and closes one that no client uses: this client keeps that of the processes.
  new EngineClient(log.address, credentials.createInsecure()).waitForReady(Infinity, () => {});
  return log;
}

/** A line with its mark as a warning in the same place as in other hosts. The engine puts it at the start. */
function shownLine(request: LogRequest): string {
  const message = request.getMessage();
  if (request.getSeverity() !== LogSeverity.WARNING) return message;
  return message.replace(/^(?:app list \d+(?: "(?:[^"\\]|\\.)*")?: )?/u, "$&warning: ");
}

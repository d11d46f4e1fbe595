import { promisify } from "node:util";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, it, onTestFinished } from "vitest";
import { connectEngineLog } from "../../provider/hosts/plugin/engine-log";
import type { Notice } from "../../provider/resource/notices";

/** The request that the engine receives for a notice. */
async function logged(notice: Notice): Promise<{ readonly severity: LogSeverity; readonly message: string }> {
  const requests: LogRequest[] = [];
  const server = new Server();
  server.addService(EngineService, {
    log: ({ request }: ServerUnaryCall<LogRequest, Empty>, callback: sendUnaryData<Empty>) => {
      requests.push(request);
      callback(null, new Empty());
    },
  });
  const port = await promisify(server.bindAsync.bind(server))("127.0.0.1:0", ServerCredentials.createInsecure());
  const log = connectEngineLog(`127.0.0.1:${port}`);
  onTestFinished(() => {
    log.close();
    server.forceShutdown();
  });
  log.print(notice);
  await log.flush();
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error(`The engine received ${requests.length} requests.`);
  return { severity: request.getSeverity(), message: request.getMessage() };
}

it.each([
  [undefined, "the list is short"],
  ['app list 4321 "a: warning: \\" b"', "it no longer exists"],
  ["app-list", "nothing is shared"],
  ["app list 4321", "two\nlines"],
])("a warning of the engine, which marks it itself: %j", async (subject, message) => {
  const notice: Notice = { severity: "warning", message, ...(subject && { subject }) };
  const shown = subject === undefined ? message : `${subject}: ${message}`;
  expect(await logged(notice)).toEqual({ severity: LogSeverity.WARNING, message: shown });
});

it.each([
  ['app list 4321 "Blocked"', 'adopted 1 app bundle ("x: warning: y") already in the list.'],
  ['app list 4321 "Blocked: warning: all"', 'removed 1 app bundle ("com.a").'],
  ["app-list", "the next request waits 5 s"],
])("a line of the engine as it is: %j", async (subject, message) => {
  const log = await logged({ severity: "info", subject, message });
  expect(log).toEqual({ severity: LogSeverity.INFO, message: `${subject}: ${message}` });
  expect(await logged({ severity: "error", subject, message })).toEqual({ ...log, severity: LogSeverity.ERROR });
});

import { promisify } from "node:util";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, it, onTestFinished } from "vitest";
import { connectEngineLog } from "../../provider/hosts/plugin/engine-log";
import type { Notice } from "../../provider/resource/notice";

const { DEBUG, INFO, WARNING, ERROR } = LogSeverity;

/** The request that the engine receives for a notice, or for a line of the debug log. */
async function logged(notice: Notice | string): Promise<{ readonly severity: LogSeverity; readonly message: string }> {
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
  if (typeof notice === "string") log.debug(notice);
  else log.print(notice);
  await log.flush();
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error(`The engine received ${requests.length} requests.`);
  return { severity: request.getSeverity(), message: request.getMessage() };
}

it("gives the engine the severity of a notice, which it marks itself, and the subject before the message", async () => {
  const [subject, message] = ['app list 4321 "a: warning: \\" b"', "two\nlines"];
  for (const [severity, shown] of [
    ["info", INFO],
    ["warning", WARNING],
    ["error", ERROR],
  ] as const) {
    const log = { severity: shown, message: `${subject}: ${message}` };
    expect(await logged({ severity, subject, message })).toEqual(log);
    expect(await logged({ severity, message })).toEqual({ ...log, message });
  }
  expect(await logged("GET /v1: 200")).toEqual({ severity: DEBUG, message: "app-list: GET /v1: 200" });
});

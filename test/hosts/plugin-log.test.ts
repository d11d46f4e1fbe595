import { createServer } from "node:net";
import { promisify } from "node:util";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { connectEngineLog } from "../../provider/hosts/plugin/engine-log";
import { Plugin } from "../../provider/hosts/plugin/plugin";
import type { Notice } from "../../provider/resource/notice";
import { listen } from "../api/server";

const { DEBUG, INFO, WARNING, ERROR } = LogSeverity;

/** A log of an engine, and the requests that the engine has received. @param answer calls its argument to answer. */
async function logWithEngine(answer = (end: () => void): void => end()) {
  const requests: LogRequest[] = [];
  const server = new Server();
  server.addService(EngineService, {
    log: ({ request }: ServerUnaryCall<LogRequest, Empty>, callback: sendUnaryData<Empty>) => {
      requests.push(request);
      answer(() => callback(null, new Empty()));
    },
  });
  const port = await promisify(server.bindAsync.bind(server))("127.0.0.1:0", ServerCredentials.createInsecure());
  const log = connectEngineLog(`127.0.0.1:${port}`);
  onTestFinished(() => {
    log.close();
    server.forceShutdown();
  });
  return { log, requests };
}

/** The request that the engine receives for a notice, or for a line of the debug log. */
async function logged(notice: Notice | string): Promise<{ readonly severity: LogSeverity; readonly message: string }> {
  const { log, requests } = await logWithEngine();
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

it("gives the engine one notice after the other, because it shows them in any order if it has several", async () => {
  const answers: (() => void)[] = [];
  const { log, requests } = await logWithEngine((end) => void answers.push(end));
  const messages = ["one", "two", "three"];
  for (const message of messages) log.print({ severity: "info", message });
  log.debug("four");
  for (let received = 1; received <= 4; received += 1) {
    await vi.waitUntil(() => answers.length > 0);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(requests).toHaveLength(received);
    answers.pop()?.();
  }
  await log.flush();
  expect(requests.map((request) => request.getMessage())).toEqual([...messages, "app-list: four"]);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each(["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "grpc_proxy", "no_grpc_proxy"])(
  "reaches the engine without the proxy of %s",
  async (name) => {
    vi.stubEnv(name, "http://127.0.0.1:9");
    const notice = { severity: "info", message: "added" } as const;
    expect(await logged(notice)).toEqual({ severity: INFO, message: "added" });
  },
);

it.each([
  ["that is gone", () => Promise.resolve("127.0.0.1:9"), undefined],
  ["that accepts connections and never answers", async () => `127.0.0.1:${await listen(createServer())}`, 1],
])(
  "prints what an engine %s does not take to the standard error, and then no longer asks it",
  async (_, start, wait) => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const log = connectEngineLog(await start(), wait);
    onTestFinished(() => log.close());
    const notices = ["one", "two", "three"].map((message) => ({ severity: "warning", message }) as const);
    const lines = notices.map(({ message }) => [`warning: ${message}`]);
    notices.slice(0, 2).forEach((notice) => log.print(notice));
    log.debug("GET /v1: 200");
    expect(printed.mock.calls).toEqual([]);
    await log.flush();
    expect(printed.mock.calls).toEqual(lines.slice(0, 2));
    // Nothing waits for it.
    notices.slice(2).forEach((notice) => log.print(notice));
    expect(printed.mock.calls).toEqual(lines);
    await log.flush();
    expect(printed.mock.calls).toEqual(lines);
  },
);

it("prints to the standard error what follows its end", () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const log = connectEngineLog("127.0.0.1:9");
  log.close();
  log.print({ severity: "info", message: "one" });
  expect(printed.mock.calls).toEqual([["one"]]);
});

it("prints a notice once at each resource, and each time without one", () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const plugin = new Plugin({ environment: {} });
  for (const message of ["one", "two"])
    for (const urn of ["urn:a", "urn:b", "urn:a", undefined, undefined])
      plugin.print({ severity: "info", message }, urn);
  expect(printed.mock.calls.flat()).toEqual([...Array<string>(4).fill("one"), ...Array<string>(4).fill("two")]);
});

it("prints to the standard error if no engine has named itself", async () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const plugin = new Plugin({ environment: {} });
  plugin.print({ severity: "warning", subject: "app-list", message: "unknown" });
  expect(printed.mock.calls).toEqual([["app-list: warning: unknown"]]);
});

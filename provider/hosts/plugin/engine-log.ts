import { credentials, Metadata } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { printNotice, type Notice } from "../../resource/notice";
import { waits } from "../engine";

const severities = { info: LogSeverity.INFO, warning: LogSeverity.WARNING, error: LogSeverity.ERROR };

/**
 * The log of the engine at an address. The engine shows a notice at the resource with the URN, or without one at the
 * stack. The connection is made for the first notice, because most commands print none.
 *
 * @param address the engine's address, such as `127.0.0.1:40123`.
 */
export function connectEngineLog(address: string) {
  let engine: EngineClient | undefined;
  const pending = new Set<Promise<void>>();
  let isClosed = false;
  const send = (severity: LogSeverity, message: string, urn: string): void => {
    if (isClosed) return;
    const request = new LogRequest().setSeverity(severity).setMessage(message).setUrn(urn);
    const sent = new Promise<void>((resolve) => {
      engine ??= new EngineClient(address, credentials.createInsecure());
      // Failures are ignored: an engine that has ended shows nothing.
      engine.log(request, new Metadata(), { deadline: Date.now() + waits.notice }, () => resolve());
    }).finally(() => pending.delete(sent));
    pending.add(sent);
  };
  return {
    print: (notice: Notice, urn = "") => send(severities[notice.severity], printNotice(notice), urn),
    /** Prints a line that the engine shows only with --debug. */
    debug: (line: string) => send(LogSeverity.DEBUG, `app-list: ${line}`, ""),
    /** Resolves when the engine has received all notices. */
    flush: async () => {
      await Promise.all(pending);
    },
    close: () => {
      isClosed = true;
      engine?.close();
    },
  };
}

export type EngineLog = ReturnType<typeof connectEngineLog>;

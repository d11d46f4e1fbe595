import { credentials, Metadata } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { printNotice, type Notice } from "../../resource/notice";
import { waits } from "../engine";

const severities = { info: LogSeverity.INFO, warning: LogSeverity.WARNING, error: LogSeverity.ERROR };

/**
 * The log of the engine at an address. It shows a notice at the resource with the URN, or at the stack if there is none. It
 * connects at the first notice: most commands print none.
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
      // An engine that has ended no longer shows anything.
      engine.log(request, new Metadata(), { deadline: Date.now() + waits.notice }, () => resolve());
    }).finally(() => pending.delete(sent));
    pending.add(sent);
  };
  return {
    print: (notice: Notice, urn = "") => send(severities[notice.severity], printNotice(notice), urn),
    /** Prints a line that the engine shows with --debug only. */
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

import { credentials, Metadata } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { printNotice, type Notice } from "../../resource/notice";
import { waits } from "../engine";

const severities = { info: LogSeverity.INFO, warning: LogSeverity.WARNING, error: LogSeverity.ERROR };

/**
 * The log of the engine at an address. The engine shows a notice at the resource with the URN, or without one at the
 * stack. The connection is made for the first notice, because most commands print none. If the engine does not take a
 * notice, that one and all later ones are printed to the standard error, so that no call waits for a second one. Pulumi
 * shows it, too.
 *
 * @param address the engine's address, such as `127.0.0.1:40123`. Default: no engine takes notices.
 * @param wait how long the engine may take for a notice, in milliseconds.
 */
export function connectEngineLog(address = "", wait: number = waits.notice) {
  let engine: EngineClient | undefined;
  let isLost = address === "";
  let last = Promise.resolve();
  const ask = async (request: LogRequest, onFailure: () => void) =>
    new Promise<void>((resolve) => {
      // The engine is on this machine. gRPC would use the proxy of the environment even for that.
      engine ??= new EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
      engine.log(request, new Metadata(), { deadline: Date.now() + wait }, (error) => {
        isLost ||= error !== null;
        if (error !== null) onFailure();
        resolve();
      });
    });
  const send = (severity: LogSeverity, message: string, urn: string, onFailure: () => void): void => {
    if (isLost) return onFailure();
    const request = new LogRequest().setSeverity(severity).setMessage(message).setUrn(urn);
    // The engine shows calls that run at the same time in any order.
    last = last.then(() => (isLost ? onFailure() : ask(request, onFailure)));
  };
  return {
    print: (notice: Notice, urn = "") =>
      send(severities[notice.severity], printNotice(notice), urn, () => console.error(printNotice(notice, true))),
    /** Prints a line that the engine shows only with --debug. */
    debug: (line: string) => send(LogSeverity.DEBUG, `app-list: ${line}`, "", () => {}),
    /** Resolves when the engine has received all notices, or does not take them. */
    flush: async () => last,
    close: () => {
      isLost = true;
      engine?.close();
    },
  };
}

export type EngineLog = ReturnType<typeof connectEngineLog>;

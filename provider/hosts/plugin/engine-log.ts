import { credentials, Metadata } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** The log of the Pulumi engine. It shows a line at the resource with the URN, or at the stack if there is none. */
export interface EngineLog {
  print(line: string, urn?: string): void;
  /** Resolves when the engine has received all lines. */
  flush(): Promise<void>;
  close(): void;
}

/** The longest time that the engine has for a line, in milliseconds. */
const longestCall = 5000;

/**
 * The log of the engine at an address. It connects at the first line: most commands print none.
 *
 * @param address the engine's address, such as `127.0.0.1:40123`.
 */
export function connectEngineLog(address: string): EngineLog {
  let engine: EngineClient | undefined;
  const pending = new Set<Promise<void>>();
  let isClosed = false;
  return {
    print: (line, urn = "") => {
      if (isClosed) return;
      const request = new LogRequest();
      const { isWarning, message } = readLine(line);
      request.setSeverity(isWarning ? LogSeverity.WARNING : LogSeverity.INFO);
      request.setMessage(message);
      request.setUrn(urn);
      const sent = new Promise<void>((resolve) => {
        engine ??= new EngineClient(address, credentials.createInsecure());
        // An engine that has ended no longer shows anything.
        engine.log(request, new Metadata(), { deadline: Date.now() + longestCall }, () => resolve());
      }).finally(() => pending.delete(sent));
      pending.add(sent);
    },
    flush: async () => {
      await Promise.all(pending);
    },
    close: () => {
      isClosed = true;
      engine?.close();
    },
  };
}

/**
 * Reads a line as a message and its severity. Lines mark a warning at the start, or after the name of a list; the engine
 * marks it itself.
 */
export function readLine(line: string): { readonly isWarning: boolean; readonly message: string } {
  const [, list = "", warning] =
    /^(app list \d+(?: "(?:[^"\\]|\\.)*")?: |app-list: )?warning: (.*)$/su.exec(line) ?? [];
  return warning === undefined ? { isWarning: false, message: line } : { isWarning: true, message: list + warning };
}

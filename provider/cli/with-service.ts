import type { ApiClient } from "../api/client";
import type { Deadline } from "../api/deadline";
import type { Settings } from "../api/settings";
import type { Terminal } from "./terminal";

/** Runs an operation with a client of the API, until its deadline or Ctrl-C, and closes the client. */
export async function withService<Result>(
  settings: Settings,
  terminal: Terminal,
  operation: (api: ApiClient, deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const [{ ApiClient }, { Cancellation }] = await Promise.all([
    import("../api/client.js"),
    import("../api/deadline.js"),
  ]);
  const cancellation = new Cancellation();
  if (terminal.stop.aborted) cancellation.cancel();
  terminal.stop.addEventListener("abort", () => cancellation.cancel(), { once: true });
  const writeLine = (line: string): void => terminal.writeMessage(`${line}\n`);
  const onDelay = (seconds: number, reason: string): void => writeLine(`Waiting ${seconds} seconds: ${reason}.`);
  const onRequest = terminal.logsRequests === true ? writeLine : undefined;
  onRequest?.(`Requests to ${new URL(settings.baseUrl).origin}:`);
  const api = new ApiClient(settings, { cancellation, onDelay, onRequest });
  try {
    return await operation(api, api.deadline(terminal.stop));
  } finally {
    await api.close();
  }
}

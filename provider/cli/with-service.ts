import type { ServiceClient } from "../service/client";
import type { Deadline } from "../service/deadline";
import type { Settings } from "../settings/settings";
import { writeMessageLine } from "./progress";
import type { Terminal } from "./terminal";

/** The terminals on which a command has named the origin of its requests. A command can use several clients. */
const announced = new WeakSet<Terminal>();

/** Runs an operation with a client of the API, until its deadline or Ctrl-C, and closes the client. */
export async function withService<Result>(
  settings: Settings,
  terminal: Terminal,
  operation: (service: ServiceClient, deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const [{ ServiceClient }, { Cancellation }] = await Promise.all([
    import("../service/client.js"),
    import("../service/cancellation.js"),
  ]);
  const cancellation = new Cancellation();
  if (terminal.stop.aborted) cancellation.cancel();
  terminal.stop.addEventListener("abort", () => cancellation.cancel(), { once: true });
  const onDelay = (seconds: number, reason: string): void =>
    writeMessageLine(terminal, `Waiting ${seconds} seconds: ${reason}.`);
  const isLogged = terminal.logsRequests === true;
  const onRequest = isLogged ? (line: string) => writeMessageLine(terminal, line) : undefined;
  if (isLogged && !announced.has(terminal)) {
    announced.add(terminal);
    writeMessageLine(terminal, `Requests to ${new URL(settings.baseUrl).origin}:`);
  }
  const service = new ServiceClient(settings, { cancellation, onDelay, onRequest });
  try {
    return await operation(service, service.deadline(terminal.stop));
  } finally {
    await service.close();
  }
}

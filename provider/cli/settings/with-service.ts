import type { ServiceClient } from "../../service/client";
import type { Settings } from "../../settings/settings";
import { writeAside } from "../progress";
import type { Terminal } from "../terminal";

/** What a command does with the service, and the signal that ends its waits: Ctrl-C, or the time for it ran out. */
type Use<Result> = (service: ServiceClient, signal: AbortSignal) => Promise<Result>;

/** Talks to the service as one account for the time of one operation. */
export async function withService<Result>(settings: Settings, terminal: Terminal, use: Use<Result>): Promise<Result> {
  const { ServiceClient } = await import("../../service/client.js");
  const onPause = (seconds: number, reason: string): void =>
    writeAside(terminal, `Waiting ${seconds} seconds: ${reason}.`);
  const service = new ServiceClient(settings, { onPause });
  try {
    const timeout = AbortSignal.timeout(settings.timeoutSeconds * 1000);
    return await use(service, AbortSignal.any([terminal.stop, timeout]));
  } finally {
    await service.close();
  }
}

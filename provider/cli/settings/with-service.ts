import type { ServiceClient } from "../../service/client";
import type { Deadline } from "../../service/deadline";
import type { Settings } from "../../settings/settings";
import { writeAside } from "../progress";
import type { Terminal } from "../terminal";

/** What a command does with the API until its deadline, or until Ctrl-C. */
type Use<Result> = (service: ServiceClient, deadline: Deadline) => Promise<Result>;

/** Talks to the service as one account for the time of one operation. */
export async function withService<Result>(settings: Settings, terminal: Terminal, use: Use<Result>): Promise<Result> {
  const { ServiceClient } = await import("../../service/client.js");
  const onDelay = (seconds: number, reason: string): void =>
    writeAside(terminal, `Waiting ${seconds} seconds: ${reason}.`);
  const service = new ServiceClient(settings, { onDelay });
  try {
    return await use(service, service.deadline(terminal.stop));
  } finally {
    await service.close();
  }
}

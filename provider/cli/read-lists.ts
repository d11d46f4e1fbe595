import { AppListError } from "../common/error";
import type { AppList } from "../service/schemas";
import type { Settings } from "../settings/settings";
import { withProgress } from "./progress";
import type { Terminal } from "./terminal";
import { withService } from "./with-service";

/** The API does not show the list, or it must not be read. */
class ListNotShownError extends AppListError {
  readonly code = "LIST_NOT_SHOWN";
  readonly appListId: number;

  constructor(appListId: number, reason: string, remedy: string) {
    super(`App list ${appListId} cannot be read: ${reason}. Nothing was changed. ${remedy}`);
    this.appListId = appListId;
  }
}

/**
 * Reads a list in the way of `app-list:observe`.
 *
 * @throws {ListNotShownError} if `app-list:observe` is off or the API refuses the probe.
 */
export async function readList(settings: Settings, appListId: number, terminal: Terminal): Promise<AppList> {
  return withReader(settings, terminal, (read) => read(appListId));
}

/** Reads lists as {@link readList} does, one after the other, with one access token. */
export async function readLists(
  settings: Settings,
  appListIds: readonly number[],
  terminal: Terminal,
): Promise<readonly AppList[]> {
  return withReader(settings, terminal, (read) => Array.fromAsync(appListIds, read));
}

async function withReader<Result>(
  settings: Settings,
  terminal: Terminal,
  operation: (read: (appListId: number) => Promise<AppList>) => Promise<Result>,
): Promise<Result> {
  const { observe } = await import("../sync/observe.js");
  let reading = "";
  const work = withService(settings, terminal, (service) =>
    operation(async (appListId) => {
      reading = `Reading app list ${appListId}`;
      const deadline = service.deadline(terminal.stop);
      const access = { service, appListId, owner: settings, observe: settings.observe, deadline };
      const observation = await observe(access);
      if (observation.outcome === "seen") return observation.appList;
      throw new ListNotShownError(appListId, observation.reason, remedyFor(settings, appListId));
    }),
  );
  return withProgress(
    terminal,
    () => reading,
    () => work,
  );
}

function remedyFor({ observe }: Settings, appListId: number): string {
  return observe === "off"
    ? "Set app-list:observe to probe, or to read with app-list:readPath."
    : `To check how the list can be read: \`app-list doctor --list ${appListId}\`.`;
}

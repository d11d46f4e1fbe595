import { AppListError } from "../common/error";
import type { ApiClient } from "../api/client";
import type { AppList } from "../api/schemas";
import type { Settings } from "../api/settings";
import { defaultSyncPolicy } from "../sync/access";
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
  return withService(settings, terminal, (api) => read(api, settings, appListId, terminal));
}

/** Reads lists as {@link readList} does, one after the other, with one access token. */
export async function readLists(
  settings: Settings,
  appListIds: readonly number[],
  terminal: Terminal,
): Promise<readonly AppList[]> {
  return withService(settings, terminal, (api) =>
    Array.fromAsync(appListIds, (appListId) => read(api, settings, appListId, terminal)),
  );
}

async function read(api: ApiClient, settings: Settings, appListId: number, terminal: Terminal): Promise<AppList> {
  const { observe } = await import("../sync/observe.js");
  const deadline = api.deadline(terminal.stop);
  const access = { api, appListId, owner: settings, observe: settings.observe, policy: defaultSyncPolicy, deadline };
  const observation = await observe(access);
  if (observation.outcome === "seen") return observation.appList;
  const remedy =
    settings.observe === "off"
      ? "Set app-list:observe to probe, or to read with app-list:readPath."
      : `To check how the list can be read: \`app-list doctor --list ${appListId}\`.`;
  throw new ListNotShownError(appListId, observation.reason, remedy);
}

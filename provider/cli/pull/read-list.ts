import { AppListError } from "../../common/error";
import type { AppList } from "../../service/schemas";
import type { Settings } from "../../settings/settings";
import { withProgress } from "../progress";
import type { Terminal } from "../terminal";
import { withService } from "../with-service";

/** The API does not show the list, or it must not be read. */
class ListNotShownError extends AppListError {
  readonly code = "LIST_NOT_SHOWN";
  readonly appListId: number;

  constructor(appListId: number, reason: string, remedy: string) {
    super(`App list ${appListId} cannot be pulled: ${reason}. No file was written. ${remedy}`);
    this.appListId = appListId;
  }
}

/**
 * Reads a list, in the way of `app-list:observe`.
 *
 * @throws {ListNotShownError} if `app-list:observe` is off or the API refuses the probe.
 */
export async function readList(settings: Settings, appListId: number, terminal: Terminal): Promise<AppList> {
  const { observe } = await import("../../sync/observe.js");
  const observation = await withProgress(
    terminal,
    () => `Reading app list ${appListId}`,
    () =>
      withService(settings, terminal, (service, deadline) =>
        observe({ service, appListId, owner: settings, observe: settings.observe, deadline }),
      ),
  );
  if (observation.outcome === "seen") return observation.appList;
  const remedy =
    settings.observe === "off"
      ? "Set app-list:observe to probe, or to read with app-list:readPath."
      : `To check how the list can be read: \`app-list doctor --list ${appListId}\`.`;
  throw new ListNotShownError(appListId, observation.reason, remedy);
}

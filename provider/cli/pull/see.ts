import { AppListError } from "../../common/error";
import type { AppList } from "../../service/schemas";
import type { Settings } from "../../settings/settings";
import { withProgress } from "../progress";
import { withService } from "../settings/with-service";
import type { Terminal } from "../terminal";

/** A list cannot be seen, so that there is nothing to write. */
class ListNotShownError extends AppListError {
  readonly code = "LIST_NOT_SHOWN";
  readonly appListId: number;

  constructor(appListId: number, reason: string, remedy: string) {
    super(`App list ${appListId} cannot be pulled: ${reason}. Nothing was changed, and no file was written. ${remedy}`);
    this.appListId = appListId;
  }
}

/**
 * Looks at a list, in the way that `app-list:observe` says.
 *
 * @throws {ListNotShownError} where it is not to be looked at, or the service refuses that.
 */
export async function see(settings: Settings, appListId: number, terminal: Terminal): Promise<AppList> {
  const { observe } = await import("../../sync/observe.js");
  const looking = () => ({ doing: `Looking at app list ${appListId}`, done: 0, total: 1 });
  const observation = await withProgress(terminal, looking, () =>
    withService(settings, terminal, (service, deadline) =>
      observe({ service, appListId, observe: settings.observe, deadline }),
    ),
  );
  if (observation.outcome === "seen") return observation.appList;
  const remedy =
    settings.observe === "off"
      ? "Set app-list:observe to probe, or to read with app-list:readPath."
      : `Check with \`app-list doctor --list ${appListId}\` how the list can be read.`;
  throw new ListNotShownError(appListId, observation.reason, remedy);
}

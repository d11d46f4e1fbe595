import { AppListError } from "../common/error";
import { shownUrl } from "./move";

/** A resource cannot be removed where it never put anything. */
export class ServiceMovedError extends AppListError {
  readonly code = "SERVICE_MOVED";

  constructor(list: string, before: string | undefined, now: string) {
    super(
      `${list}: this resource added its entries at ${shownUrl(before)}, and app-list:baseUrl is ${shownUrl(now)} ` +
        "now. Nothing was removed. Set app-list:baseUrl back to remove them. If it is the service that has moved, run " +
        "pulumi up first: it looks at the list in its new place.",
    );
  }
}

import { AppListError } from "../common/error";
import { shownUrl } from "./move";

export class StateUnreadableError extends AppListError {
  readonly code = "STATE_UNREADABLE";

  constructor(problem: string) {
    super(
      `The state of this resource cannot be read: ${problem}. This operation changed nothing. The state was written by another version ` +
        "of pulumi-app-list, or edited by hand: install the version that wrote it, or restore the stack's last state.",
    );
  }
}

/** The arguments of a resource or a data function are not valid. Those of a resource are checked before: this is a safeguard. */
export class ArgumentsInvalidError extends AppListError {
  readonly code = "ARGUMENTS_INVALID";

  constructor(problems: readonly string[]) {
    super(`The arguments are not valid: ${problems.join("; ")}. No request was sent.`);
  }
}

export class ImportFailedError extends AppListError {
  readonly code = "IMPORT_FAILED";

  constructor(problem: string) {
    super(`${problem} Nothing was imported, and nothing was changed.`);
  }
}

/** A resource cannot be deleted at another base URL than that at which it added its entries. */
export class ServiceMovedError extends AppListError {
  readonly code = "SERVICE_MOVED";

  constructor(list: string, before: string | undefined, now: string, key: string) {
    super(
      `${list}: this resource added its entries at ${shownUrl(before)}, but ${key} is ${shownUrl(now)} now. ` +
        `This operation removed nothing. To remove the entries, set ${key} back. If the API has moved, run pulumi up ` +
        "first: it reads the list at the new URL.",
    );
  }
}

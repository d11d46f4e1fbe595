import { AppListError } from "../common/error";
import { ApiError, type ErrorTexts } from "../api/errors";
import { SettingsError } from "../api/settings";
import { ChangeError } from "../sync/errors";
import { shownUrl } from "./identity";

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

export class PreviewOnlyError extends AppListError {
  readonly code = "PREVIEW_ONLY";

  constructor() {
    super(
      "APP_LIST_OVER_LIMIT=report is for previews: with it, no list is changed.\nNothing was changed.\n" +
        "To change lists, run the command without it: env -u APP_LIST_OVER_LIMIT pulumi up",
    );
  }
}

export class ImportFailedError extends AppListError {
  readonly code = "IMPORT_FAILED";

  constructor(problem: string) {
    super(`${problem} Nothing was imported, and nothing was changed.`);
  }
}

/** A resource cannot be deleted at another base URL than that at which it added its entries. */
export class BaseUrlChangedError extends AppListError {
  readonly code = "BASE_URL_CHANGED";

  constructor(list: string, before: string | undefined, now: string, key: string) {
    super(
      `${list}: this resource added its entries at ${shownUrl(before)}, but ${key} is ${shownUrl(now)} now. ` +
        `This operation removed nothing. To remove the entries, set ${key} back. If the API has moved, run pulumi up ` +
        "first: it reads the list at the new URL.",
    );
  }
}

/** The configuration with which Pulumi runs a read or a delete does not work. */
class OldConfigurationError extends AppListError {
  readonly code: string;

  constructor(cause: AppListError, command: string | undefined) {
    const { problem, advice = [] }: ErrorTexts = cause instanceof ApiError ? cause.texts : { problem: cause.message };
    const lines = [
      "Pulumi uses the configuration of the last pulumi up here; to use the current one:",
      ...(command === undefined ? [] : [`  ${command} --run-program`, "Or, with the resource in the program:"]),
      "  pulumi up",
    ];
    super([problem, ...lines, ...advice].join("\n"), { cause });
    this.code = cause.code;
  }
}

/**
 * Runs a read, an import or a delete. Pulumi runs them with the configuration of the last update, unless it runs the program:
 * after a rotation or another change, the error names the commands that use the new configuration.
 *
 * @param command a command that does the same with `--run-program`; undefined if none does.
 */
export async function withOldConfiguration<Result>(
  command: string | undefined,
  operate: () => Promise<Result>,
): Promise<Result> {
  return operate().catch((error: unknown) => {
    throw isAboutConfiguration(error) ? new OldConfigurationError(error, command) : error;
  });
}

/** Whether settings cannot be used, or the token call was refused or redirected, which is the only POST. */
function isAboutConfiguration(error: unknown): error is AppListError {
  if (error instanceof ChangeError) return isAboutConfiguration(error.cause);
  if (error instanceof SettingsError) return true;
  if (!(error instanceof ApiError) || error.method !== "POST") return false;
  return error.code === "AUTHENTICATION_FAILED" || error.code === "REQUEST_REFUSED";
}

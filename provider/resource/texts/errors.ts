import { AppListError } from "../../common/error";
import { ApiError } from "../../api/errors";
import { SettingsError } from "../../api/settings";
import { shownUrl } from "../identity";

export class StateUnreadableError extends AppListError {
  readonly code = "STATE_UNREADABLE";

  constructor(problem: string) {
    super(
      `The state of this resource cannot be read: ${problem}. This operation changed nothing. The state was written by another version ` +
        "of pulumi-app-list, or edited by hand: install the version that wrote it, or restore the stack's last state.",
    );
  }
}

/**
 * The arguments of a data function or a resource are not valid. For a resource, this is a safeguard after the check.
 */
export class ArgumentsInvalidError extends AppListError {
  readonly code = "ARGUMENTS_INVALID";

  constructor(problems: readonly string[]) {
    super(`The arguments are not valid: ${problems.join("; ")}. No request was sent, and nothing was changed.`);
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

/** A resource can only be deleted at the base URL at which it added its entries. */
export class BaseUrlChangedError extends AppListError {
  readonly code = "BASE_URL_CHANGED";

  constructor(list: string, before: string | undefined, now: string, key: string) {
    super(
      `${list}: this resource added its entries at ${shownUrl(before)}, but ${key} is ${shownUrl(now)} now. ` +
        `This operation removed nothing. To remove the entries, set ${key} back. If the API has moved, first run ` +
        "pulumi up with the resource and this appListId: it reads the list at the new URL.",
    );
  }
}

/**
 * A read or a delete failed because of the configuration. Pulumi runs both with the configuration of the last `pulumi
 * up`.
 */
class OldConfigurationError extends AppListError {
  readonly code: string;

  constructor(cause: AppListError, command: string | undefined) {
    const [problem, ...advice] = cause instanceof ApiError ? cause.message.split("\n") : [cause.message];
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
 * Runs a read, an import or a delete. Unless Pulumi runs the program, it uses the configuration of the last update. If
 * that configuration fails, the error names the commands that use the current one.
 *
 * @param command the command to repeat with `--run-program`; undefined if there is none.
 */
export async function withOldConfiguration<Result>(
  { runsProgram }: { readonly runsProgram: boolean },
  command: string | undefined,
  operate: () => Promise<Result>,
): Promise<Result> {
  return operate().catch((error: unknown) => {
    throw isAboutConfiguration(error) && !runsProgram ? new OldConfigurationError(error, command) : error;
  });
}

/** Whether the settings are invalid, or the API refused or redirected the token call. It is the only POST. */
function isAboutConfiguration(error: unknown): error is AppListError {
  if (error instanceof SettingsError) return true;
  if (!(error instanceof ApiError)) return error instanceof AppListError && isAboutConfiguration(error.cause);
  return error.method === "POST" && (error.code === "AUTHENTICATION_FAILED" || error.code === "REQUEST_REFUSED");
}

import { AppListError } from "../common/error";
import { ApiError } from "../api/errors";
import { SettingsError } from "../api/settings";
import { ChangeInterruptedError } from "../sync/errors";

/** The configuration with which Pulumi runs a read or a delete does not work. */
class OldConfigurationError extends AppListError {
  readonly code: string;

  constructor(cause: AppListError) {
    const { code, message } = cause;
    const separator = message.includes("\n") ? "\n" : " ";
    super(
      `${message.replace(/(?<![.!?])$/u, ".")}${separator}Pulumi uses the configuration of the last pulumi up here. If it has ` +
        "changed since, run pulumi up without --refresh, and with the resource in the program. Or add --run-program to " +
        "the command: pulumi refresh, pulumi destroy, pulumi preview --refresh and pulumi up --refresh accept it.",
      { cause },
    );
    this.code = code;
  }
}

/**
 * Runs a read or a delete. Pulumi runs both with the configuration of the last update, unless it runs the program: after
 * a rotation or another change, the error names the commands that use the new configuration.
 */
export async function withOldConfiguration<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    throw isAboutConfiguration(error) ? new OldConfigurationError(error) : error;
  }
}

/** Whether settings cannot be used, or the token call was refused, which is the only POST. */
function isAboutConfiguration(error: unknown): error is AppListError {
  if (error instanceof ChangeInterruptedError) return isAboutConfiguration(error.cause);
  if (error instanceof SettingsError) return true;
  return error instanceof ApiError && error.code === "AUTHENTICATION_FAILED" && error.method === "POST";
}

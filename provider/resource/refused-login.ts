import { AppListError } from "../common/error";
import { ServiceError } from "../service/errors";
import { ChangeInterruptedError } from "../sync/errors";

/** The API refuses the credentials that Pulumi has passed to a read or a delete. */
class LoginRefusedError extends AppListError {
  readonly code = "AUTHENTICATION_FAILED";

  constructor(refusal: Error) {
    super(
      `${refusal.message.replace(/(?<![.!?])$/u, ".")} If the credentials were changed after the last pulumi up: Pulumi uses the old ones from the ` +
        "state here. Run pulumi up without --refresh, and with the resource in the program. Or add --run-program to " +
        "the command: pulumi refresh, pulumi destroy, pulumi preview --refresh and pulumi up --refresh accept it.",
      { cause: refusal },
    );
  }
}

/**
 * Runs a read or a delete. Pulumi runs both with the configuration of the last update, unless it runs the program: after
 * a rotation, the error names the commands that use the new credentials.
 */
export async function explainRefusedLogin<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    throw isLoginRefused(error) ? new LoginRefusedError(error) : error;
  }
}

/** Whether the token call was refused, which is the only POST, and not a request about a list. */
function isLoginRefused(error: unknown): error is Error {
  if (error instanceof ChangeInterruptedError) return isLoginRefused(error.cause);
  return error instanceof ServiceError && error.code === "AUTHENTICATION_FAILED" && error.method === "POST";
}

import { ServiceError } from "../service/errors";
import { ChangeInterruptedError } from "../sync/errors";
import { observe } from "../sync/observe";
import type { EnvironmentLogin } from "./connections";
import { withList } from "./lifecycle";
import { listLabel } from "./list-notices";
import { isEvidentlySame } from "./move";
import { printNotice } from "./notices";
import type { OperationRun, Run } from "./run";
import type { State } from "./state";

/** An operation that Pulumi runs with the configuration of the last update. */
type Operation = "read" | "delete";

/**
 * Runs a read or a delete. After a rotation, the credentials of its configuration are the old ones: if the token call
 * refuses them, this one operation is retried with those of the environment, and that is printed. The account of other
 * operations stays the configured one.
 *
 * @param operate uses the given run, and nothing else of the run, to reach the list.
 */
export async function withCredentialFallback<Result>(
  run: Run,
  state: State,
  operation: Operation,
  operate: (run: OperationRun) => Promise<Result>,
  print: (line: string) => void,
): Promise<Result> {
  try {
    return await operate(run);
  } catch (error) {
    if (!isLoginRefused(error)) throw error;
    const { account } = state.given;
    const login = run.connections.environmentLogin(account);
    if (login.outcome === "unavailable") throw explained(error, `${login.reason} ${setNewOnes(account)}`);
    return await operateWith(login, error);
  }

  async function operateWith(
    { variables, provider, isOtherUser, connection }: EnvironmentLogin & { readonly outcome: "available" },
    refusal: Error,
  ): Promise<Result> {
    const environmentRun = run.withConnection(connection);
    const names = variables.join(", ");
    try {
      if (isOtherUser && !(await isSameList(environmentRun, state))) {
        throw explained(
          refusal,
          `The credentials of the environment (${names}) are those of another user. ${notTheSame}`,
        );
      }
      print(printNotice({ kind: "credentialFallback", list: listLabel(state), operation, provider, variables }));
      return await operate(environmentRun);
    } catch (error) {
      if (!isLoginRefused(error)) throw error;
      throw explained(
        refusal,
        `The credentials of the environment (${names}) were refused as well: set the new ones there.`,
      );
    }
  }
}

const notTheSame =
  "They show no list with this ID, its name and all entries that this resource added, so they may belong to another " +
  "account. Nothing was changed with them.";

function setNewOnes(account: string | undefined): string {
  return account === undefined
    ? "Set the new ones in the environment: APP_LIST_USERNAME, APP_LIST_PASSWORD, APP_LIST_API_KEY and " +
        "APP_LIST_API_SECRET (or APP_LIST_BASIC_CREDENTIAL)."
    : "Set the accounts with the new ones in the environment variable APP_LIST_ACCOUNTS.";
}

/** Whether the token call was refused, which is the only POST, and not a request about a list. */
function isLoginRefused(error: unknown): error is Error {
  if (error instanceof ChangeInterruptedError) return isLoginRefused(error.cause);
  return error instanceof ServiceError && error.code === "AUTHENTICATION_FAILED" && error.method === "POST";
}

/** Whether another user has the list of the state. */
async function isSameList(run: OperationRun, state: State): Promise<boolean> {
  const { account, appListId } = state.given;
  try {
    const observation = await withList(run, account, appListId, observe);
    return observation.outcome === "seen" && isEvidentlySame(state, observation.appList);
  } catch (error) {
    if (error instanceof ServiceError && isAccessDenied(error)) return false;
    throw error;
  }
}

function isAccessDenied(error: ServiceError): boolean {
  return error.code === "NOT_FOUND" || (error.code === "AUTHENTICATION_FAILED" && !isLoginRefused(error));
}

function explained(refusal: Error, tried: string): Error {
  return new Error(
    `${refusal.message.replace(/(?<![.!?])$/u, ".")} If the credentials were rotated after the last pulumi up: Pulumi uses the old ones from the state ` +
      `here. ${tried} Or run pulumi up first, without --refresh and with the resource in the program. The commands ` +
      "refresh and destroy also accept --run-program.",
    { cause: refusal },
  );
}

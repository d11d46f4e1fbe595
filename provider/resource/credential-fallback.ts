import { ServiceError } from "../service/errors";
import type { Connections } from "./connections";

/**
 * Runs a read or a delete. Pulumi runs these with the configuration of the last update, so after a rotation its
 * credentials are the old ones: when they are refused, the operation is retried with those of the environment.
 *
 * @param account the account of the resource.
 */
export async function withCredentialFallback<Result>(
  connections: Connections,
  account: string | undefined,
  operate: () => Promise<Result>,
): Promise<Result> {
  const usedEnvironment = connections.usesEnvironment(account);
  try {
    return await operate();
  } catch (error) {
    if (!isAuthenticationFailure(error)) throw error;
    if (usedEnvironment) throw explained(error, environmentRefused);
    if (!connections.useEnvironment(account))
      throw explained(error, account === undefined ? setVariables : setAccounts);
  }
  try {
    return await operate();
  } catch (error) {
    throw isAuthenticationFailure(error) ? explained(error, environmentRefused) : error;
  }
}

const setVariables =
  "Set the new ones in the environment: APP_LIST_USERNAME, APP_LIST_PASSWORD, APP_LIST_API_KEY and APP_LIST_API_SECRET " +
  "(or APP_LIST_BASIC_CREDENTIAL).";
const setAccounts = "Set the accounts with the new ones in the environment variable APP_LIST_ACCOUNTS.";
const environmentRefused = "The credentials of the environment were refused as well: set the new ones there.";

function isAuthenticationFailure(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === "AUTHENTICATION_FAILED";
}

function explained(error: ServiceError, remedy: string): Error {
  return new Error(
    `${error.message} If the credentials were rotated after the last pulumi up: Pulumi uses the old ones from the state ` +
      `here. ${remedy} Or run pulumi up first, without --refresh and with the resource in the program. The commands ` +
      "refresh and destroy also accept --run-program.",
    { cause: error },
  );
}

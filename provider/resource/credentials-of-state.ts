import { ServiceError } from "../service/errors";
import type { Connections } from "./connections";

/**
 * Runs an operation for which Pulumi may hand over the configuration of the last update, as it does for what it reads
 * or deletes without running the program: where its credentials are refused, those of the environment take their place.
 *
 * @param account the account of the resource.
 */
export async function withCredentialsOfState<Result>(
  connections: Connections,
  account: string | undefined,
  operate: () => Promise<Result>,
): Promise<Result> {
  const didUseEnvironment = connections.usesEnvironment(account);
  try {
    return await operate();
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "AUTHENTICATION_FAILED")) throw error;
    if (didUseEnvironment) throw explained(error, environmentRefused);
    if (!connections.useEnvironment(account))
      throw explained(error, account === undefined ? setVariables : setAccounts);
  }
  try {
    return await operate();
  } catch (error) {
    throw error instanceof ServiceError && error.code === "AUTHENTICATION_FAILED"
      ? explained(error, environmentRefused)
      : error;
  }
}

const setVariables =
  "Set the new ones in the environment: APP_LIST_USERNAME, APP_LIST_PASSWORD, APP_LIST_API_KEY and APP_LIST_API_SECRET " +
  "(or APP_LIST_BASIC_CREDENTIAL), those that were changed.";
const setAccounts = "Set the accounts with the new ones in the environment variable APP_LIST_ACCOUNTS.";
const environmentRefused = "Those of the environment were tried as well, and refused, too: set the new ones there.";

function explained(error: ServiceError, remedy: string): Error {
  return new Error(
    `${error.message} If the credentials were changed since the last up: these are the old ones, which Pulumi keeps in ` +
      `the state. ${remedy} Or run pulumi up first, without --refresh and with the resource in the program; refresh and ` +
      "destroy also take --run-program.",
    { cause: error },
  );
}

import { AppListError } from "../common/error";
import { SettingsError, tryReadSettings, UnknownAccountError, type SettingsSource } from "../settings/settings";
import { listLabel } from "./list-notices";
import { printNotice } from "./notices";
import type { State } from "./state";

/** The account of a resource was renamed in the settings, or removed from them. */
export class AccountMissingError extends AppListError {
  readonly code = "ACCOUNT_MISSING";

  constructor(state: State, error: UnknownAccountError) {
    super(printMissingAccount(state, error, true));
  }
}

export function printMissingAccount(
  state: State,
  { account, accounts, setting }: UnknownAccountError,
  hasFailed: boolean,
): string {
  return printNotice({ kind: "accountMissing", list: listLabel(state), account, accounts, setting, hasFailed });
}

/** If the settings no longer contain the account, the error names the way out. */
export async function withAccount<Result>(state: State, operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    const isOfState = error instanceof UnknownAccountError && error.account === state.given.account;
    throw isOfState ? new AccountMissingError(state, error) : error;
  }
}

/**
 * The error that an operation of an account will fail with because there is no such account. A preview may run without
 * the settings of any account: then it is not known.
 */
export function findUnknownAccount(
  settings: SettingsSource,
  account: string | undefined,
): UnknownAccountError | undefined {
  const error = tryReadSettings(settings, account);
  if (!(error instanceof UnknownAccountError)) return undefined;
  const isWithoutSettings = error.accounts.length === 0 && tryReadSettings(settings) instanceof SettingsError;
  return isWithoutSettings ? undefined : error;
}

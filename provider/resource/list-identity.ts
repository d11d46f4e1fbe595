/** A list, and the settings that lead to it. */
export interface ListIdentity {
  /** Undefined if it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly appListId: number;
}

/** Identifies a list among the lists of all accounts: at one base URL, two accounts have the same lists. */
export function listKey({ baseUrl, account, appListId }: ListIdentity): string {
  return `${baseUrl ?? account ?? ""} ${appListId}`;
}

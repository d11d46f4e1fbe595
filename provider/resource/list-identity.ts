/** Which list it is. The login is not part of it: another user name, key or password is a rotation. */
export interface ListIdentity {
  /** Undefined if it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly appListId: number;
}

export function listKey({ baseUrl, account, appListId }: ListIdentity): string {
  return JSON.stringify([baseUrl ?? null, account ?? null, appListId]);
}

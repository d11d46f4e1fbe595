import { systemClock, type Clock } from "../common/clock";
import { ApiError } from "./errors";
import type { IssuedToken } from "./token-call";

/** How long a token is used, in seconds: its lifetime without a margin of 20%, at most 300 s, for the time of a request. */
export function usableSeconds(lifetimeSeconds: number): number {
  return lifetimeSeconds - Math.min(300, lifetimeSeconds * 0.2);
}

/** Compared by identity: an API may issue the same text twice. */
export interface AccessToken {
  readonly value: string;
}

/** How long a token is not renewed because of a 401 after a renewal did not help, in milliseconds. */
const renewalPause = 60_000;

/**
 * Keeps one valid access token. At most one token call is in flight, however many requests need it. Refused credentials
 * are not tried again, since many failed logins can lock an account.
 */
export class TokenSource {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #clock: Pick<Clock, "now">;
  #current: { readonly token: AccessToken; readonly issuedAt: number; readonly renewAt: number } | undefined;
  #pending: Promise<AccessToken> | undefined;
  #refusal: ApiError | undefined;
  #isRenewalFutile = false;

  /**
   * @param issue - Makes the token call.
   * @param clock - Default: the clock of this machine.
   */
  constructor(issue: () => Promise<IssuedToken>, clock: Pick<Clock, "now"> = systemClock) {
    this.#issue = issue;
    this.#clock = clock;
  }

  /** A token that can be used now. Rejects as the token call does; the next call retries it, unless it was refused. */
  async get(): Promise<AccessToken> {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#current !== undefined && this.#clock.now() < this.#current.renewAt) return this.#current.token;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /**
   * Drops a token that the API did not accept. Has no effect on a newer one.
   *
   * @returns false if it is kept, since another one would hardly be accepted.
   */
  invalidate(token: AccessToken): boolean {
    const current = this.#current;
    if (current?.token !== token) return true;
    if (this.#isRenewalFutile && this.#clock.now() < current.issuedAt + renewalPause) return false;
    this.#current = undefined;
    return true;
  }

  /** Notes whether the API accepted a token that was renewed because of a 401. */
  noteRenewal(isAccepted: boolean): void {
    this.#isRenewalFutile = !isAccepted;
  }

  async #renew(): Promise<AccessToken> {
    const issuedAt = this.#clock.now();
    try {
      const { value, lifetimeSeconds } = await this.#issue();
      const token = { value };
      this.#current = { token, issuedAt, renewAt: issuedAt + usableSeconds(lifetimeSeconds) * 1000 };
      return token;
    } catch (error) {
      if (error instanceof ApiError && error.code === "AUTHENTICATION_FAILED") this.#refusal = error;
      throw error;
    }
  }
}

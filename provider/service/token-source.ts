import { systemClock, type Clock } from "./clock";
import type { IssuedToken } from "./token-call";

/** How long a token is used, in seconds: its lifetime without a margin of 20%, at most 300 s, for the time of a request. */
export function usableSeconds(lifetimeSeconds: number): number {
  return lifetimeSeconds - Math.min(300, lifetimeSeconds * 0.2);
}

/** An access token in use. Compared by identity: an API may issue the same text twice. */
export interface AccessToken {
  readonly value: string;
}

/** Keeps one valid access token. At most one token call is in flight, however many requests need it. */
export class TokenSource {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #clock: Pick<Clock, "now">;
  #current: { readonly token: AccessToken; readonly renewAt: number } | undefined;
  #pending: Promise<AccessToken> | undefined;

  /**
   * @param issue - Makes the token call.
   * @param clock - Default: the clock of this machine.
   */
  constructor(issue: () => Promise<IssuedToken>, clock: Pick<Clock, "now"> = systemClock) {
    this.#issue = issue;
    this.#clock = clock;
  }

  /** A token that can be used now. Rejects as the token call does; the next call retries it. */
  async get(): Promise<AccessToken> {
    if (this.#current !== undefined && this.#clock.now() < this.#current.renewAt) return this.#current.token;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Drops a token that the API did not accept. Has no effect on a newer one. */
  invalidate(token: AccessToken): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #renew(): Promise<AccessToken> {
    const sentAt = this.#clock.now();
    const { value, lifetimeSeconds } = await this.#issue();
    const token = { value };
    this.#current = { token, renewAt: sentAt + usableSeconds(lifetimeSeconds) * 1000 };
    return token;
  }
}

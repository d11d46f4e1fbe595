import { failureOf, unreadable, type Call } from "./failure";
import type { Exchange, HttpRequest } from "./http";
import { parseJson, tokenSchema } from "./schemas";
import type { Settings } from "../settings/settings";

/** An access token that has been issued. */
export interface IssuedToken {
  readonly value: string;
  /** From the moment of the request on, in seconds. */
  readonly lifeSeconds: number;
}

/** The token call: OAuth 2.0's password grant, with the application's credentials in the Authorization header. */
export function tokenRequest(settings: Pick<Settings, "basicCredential" | "username" | "password">): HttpRequest {
  return {
    method: "POST",
    path: "/v1/authentication/token",
    headers: {
      accept: "application/json",
      authorization: `Basic ${settings.basicCredential}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      grant_type: "password",
      username: settings.username,
      password: settings.password,
    }).toString(),
  };
}

/**
 * Reads the answer to the token call.
 *
 * @throws {ServiceError} where no token was issued. An answer of success is never quoted in it: it may carry a token
 * in a place where nobody looks for one.
 */
export function processTokenResponse(call: Call, exchange: Exchange, secrets: Iterable<string>): IssuedToken {
  if (exchange.outcome !== "answered" || exchange.status < 200 || exchange.status > 299) {
    throw failureOf(call, exchange, secrets);
  }
  const parsed = parseJson(exchange.body, tokenSchema);
  if (parsed.outcome === "unreadable") throw unreadable(call, exchange.status, parsed.reason);
  return { value: parsed.value.access_token, lifeSeconds: parsed.value.expires_in };
}

/**
 * How long a token is used, in seconds: its life but for a margin of 20% and at most 300 s, so that it does not expire
 * under way.
 */
export function usableSeconds(lifeSeconds: number): number {
  return lifeSeconds - Math.min(300, lifeSeconds * 0.2);
}

/** An access token in use. Compared by identity: a service may issue the same text twice. */
export interface AccessToken {
  readonly value: string;
}

/** Keeps one valid access token. However many ask at the same time, one token call is under way at most. */
export class TokenSource {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #now: () => number;
  #current: { readonly token: AccessToken; readonly renewAt: number } | undefined;
  #pending: Promise<AccessToken> | undefined;

  /**
   * @param issue - Makes the token call.
   * @param now - A monotonic clock, in milliseconds: a wall clock that is set would make tokens live too long.
   */
  constructor(issue: () => Promise<IssuedToken>, now: () => number = () => performance.now()) {
    this.#issue = issue;
    this.#now = now;
  }

  /** A token that can be used now. Rejects as the token call does; the next call tries anew. */
  async get(): Promise<AccessToken> {
    if (this.#current !== undefined && this.#now() < this.#current.renewAt) return this.#current.token;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Says that the service did not accept a token. Of no effect where another one is in use already. */
  invalidate(token: AccessToken): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #renew(): Promise<AccessToken> {
    const sentAt = this.#now();
    const { value, lifeSeconds } = await this.#issue();
    const token = { value };
    this.#current = { token, renewAt: sentAt + usableSeconds(lifeSeconds) * 1000 };
    return token;
  }
}

import * as z from "zod";
import type { Clock } from "../common/clock";
import { bounds } from "./bounds";
import { buildCall, type Call, type CallSettings } from "./call";
import { ApiError } from "./errors";
import type { HttpExchange } from "./http";
import { formOf, numeric, readResponse, type Forms } from "./response";
import type { Settings } from "./settings";

/** Compared by identity, because an API may issue the same text twice. Its lifetime begins with the request. */
export type AccessToken = ReturnType<typeof processToken>;

/** The token call: OAuth 2.0's password grant, with the credentials of the application in the Authorization header. */
export function tokenCall(settings: CallSettings & Pick<Settings, "basicCredential" | "username" | "password">): Call {
  const { basicCredential, username, password } = settings;
  const headers = { authorization: `Basic ${basicCredential}`, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ grant_type: "password", username, password }).toString();
  const what = { purpose: "token", activity: "the provider was logging in" } as const;
  return buildCall(settings, what, { method: "POST", path: "/v1/authentication/token", headers, body });
}

/** The token in the response to the token call. It is redacted from then on. */
export function processToken(call: Call, exchange: HttpExchange) {
  const issued = readResponse(call, exchange, tokenSchema);
  call.redactor.add(issued.access_token);
  const seconds = lifetime.safeParse(issued.expires_in).data;
  const forms: Forms = { expires_in: `${formOf(issued.expires_in)}, ${seconds ?? `used as ${bounds.tokenSeconds}`}` };
  return { value: issued.access_token, lifetimeSeconds: seconds ?? bounds.tokenSeconds, forms };
}

/**
 * `expires_in` is documented as a decimal string of seconds. A number is accepted, too. If it is missing, unreadable or
 * below one second, the documented lifetime is assumed. If the token expires earlier, a request gets 401 and the token
 * is renewed.
 */
const lifetime = numeric(/^[0-9]+(\.[0-9]+)?$/).pipe(z.number().min(1));

const tokenSchema = z.object({
  // Only the characters that a header allows. Otherwise, the next request would fail with an unclear error.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.unknown().optional(),
});

const refusals: ReadonlySet<string> = new Set(["login", "proxyLogin", "wrongPath"]);

/**
 * Keeps one valid access token. At most one token call is in flight. A refused login is not repeated, because many
 * failed logins can lock an account.
 */
export class TokenSource {
  readonly #issue: () => Promise<AccessToken>;
  readonly #clock: Pick<Clock, "now">;
  #token: Promise<AccessToken> | undefined;
  #renewAt = Number.POSITIVE_INFINITY;
  /** The token, once it was issued. */
  #issued: AccessToken | undefined;

  /** @param issue - Makes the token call. */
  constructor(issue: () => Promise<AccessToken>, clock: Pick<Clock, "now">) {
    this.#issue = issue;
    this.#clock = clock;
  }

  /**
   * Returns a valid token. Rejects if the token call fails. The next call then repeats it, unless the login was
   * refused.
   */
  async get(): Promise<AccessToken> {
    if (this.#clock.now() >= this.#renewAt) this.#token = undefined;
    this.#token ??= this.#renew();
    return this.#token;
  }

  /** Drops a token that the API did not accept, unless it was replaced already. */
  invalidate(token: AccessToken): void {
    if (this.#issued === token) this.#token = undefined;
  }

  async #renew(): Promise<AccessToken> {
    const issuedAt = this.#clock.now();
    this.#renewAt = Number.POSITIVE_INFINITY;
    this.#issued = undefined;
    try {
      const token = await this.#issue();
      this.#renewAt = issuedAt + token.lifetimeSeconds * (1 - bounds.tokenMargin) * 1000;
      this.#issued = token;
      return token;
    } catch (error) {
      // The same credentials are refused again, and the path is missing again.
      if (!(error instanceof ApiError && refusals.has(error.meaning))) this.#token = undefined;
      throw error;
    }
  }
}

import { AppListError } from "../common/error";

/** What went wrong, for a program that decides what to do about it. */
export type ServiceErrorKind =
  "authentication" | "notFound" | "refused" | "rateLimited" | "unavailable" | "unreadable" | "unknownOutcome";

/**
 * Whether the failed request can have changed the list: "none", as it was not sent or cannot have an effect; "denied"
 * where the service answered that it did not carry it out, which is its word and nothing that was seen; or "possible".
 */
export type Effect = "none" | "denied" | "possible";

/** What is known about a request that failed. */
export interface ServiceErrorFacts {
  readonly effect: Effect;
  /** The HTTP method: "PATCH". */
  readonly method: string;
  /** The path with which it was sent, without scheme and host. */
  readonly path: string;
  /** The HTTP status; undefined where no answer came. */
  readonly status?: number;
  /** What the service said: redacted, control characters escaped, shortened to about 300 characters. */
  readonly said?: string;
  /** The pause for which the service asks, in seconds; undefined where it does not ask. */
  readonly retryAfterSeconds?: number;
}

/** A request to the service failed. Neither the message nor a property carries a secret. */
export abstract class ServiceError extends AppListError implements ServiceErrorFacts {
  abstract readonly kind: ServiceErrorKind;
  readonly effect: Effect;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly said?: string;
  readonly retryAfterSeconds?: number;

  // There is no `cause`: undici's errors can carry what the service sent, which can carry a secret.
  constructor(message: string, facts: ServiceErrorFacts) {
    super(message);
    this.effect = facts.effect;
    this.method = facts.method;
    this.path = facts.path;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.said !== undefined) this.said = facts.said;
    if (facts.retryAfterSeconds !== undefined) this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The login or the access token was not accepted, or the account may not do this. */
export class AuthenticationError extends ServiceError {
  readonly code = "AUTHENTICATION_FAILED";
  readonly kind = "authentication";
}

/** The service has nothing under this path (404). Never thrown for the token call, so that it is about the list. */
export class NotFoundError extends ServiceError {
  readonly code = "NOT_FOUND";
  readonly kind = "notFound";
}

/** The service understood the request and did not carry it out, or redirected it. */
export class RefusedError extends ServiceError {
  readonly code = "REQUEST_REFUSED";
  readonly kind = "refused";
}

/** The service asks for fewer requests (429). */
export class RateLimitedError extends ServiceError {
  readonly code = "RATE_LIMITED";
  readonly kind = "rateLimited";
}

/** The service could not be reached, or failed itself. With effect "possible" the list must be looked at. */
export class UnavailableError extends ServiceError {
  readonly code = "SERVICE_UNAVAILABLE";
  readonly kind = "unavailable";
}

/** An answer of success that cannot be read. For a change, the list must be looked at. */
export class UnreadableError extends ServiceError {
  readonly code = "RESPONSE_UNREADABLE";
  readonly kind = "unreadable";
}

/** A change was sent and no answer came. The list must be looked at. */
export class UnknownOutcomeError extends ServiceError {
  readonly code = "OUTCOME_UNKNOWN";
  readonly kind = "unknownOutcome";
}

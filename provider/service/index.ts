/** The HTTP API of the service: settings, access token, requests, answers and errors. Knows nothing of Pulumi. */
export { CampaignListingIncompleteError, type Campaign } from "./campaigns";
export { ServiceClient, type CampaignOptions, type RequestOptions, type ServiceClientOptions } from "./client";
export {
  AuthenticationError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  ServiceError,
  UnavailableError,
  UnknownOutcomeError,
  UnreadableError,
  type Effect,
  type ServiceErrorKind,
} from "./errors";
export { redact } from "./redaction";
export type { AppList } from "./schemas";
export { readBaseUrl, readSettings, SettingsError, type Observe, type Settings, type SettingsSource } from "./settings";
export { join, members, split } from "./wire";
export { settingsWithSecrets } from "./setting-keys";

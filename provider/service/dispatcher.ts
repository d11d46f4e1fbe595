import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici";
import { isLoopback } from "../settings/base-url";
import { SettingsError } from "../settings/settings";

/** What bounds the answers of the service. */
export interface Limits {
  /** The largest body of an answer, in bytes. */
  readonly maxResponseBytes: number;
  /** The most that the pages of one listing may have in all, in characters: whoever lists campaigns keeps them. */
  readonly maxListingCharacters: number;
}

/**
 * 64 MiB: about two million app bundles, far more than any list that a person keeps, and little enough to hold in
 * memory a few times over; and as many characters in all pages of a listing.
 */
export const defaultLimits: Limits = {
  maxResponseBytes: 64 * 1024 * 1024,
  maxListingCharacters: 64 * 1024 * 1024,
};

/**
 * Makes what sends the requests to a service: connections are kept and used again, redirects are not followed, and the
 * proxies of the environment (HTTPS_PROXY, NO_PROXY) are used, except to reach this machine itself.
 */
export function makeDispatcher(baseUrl: string, limits: Limits): Dispatcher {
  const options = {
    // In milliseconds. How long an operation takes in all is bounded by the signal of its requests.
    connectTimeout: 10_000,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    maxResponseSize: limits.maxResponseBytes,
    // One connection carries one request at a time, so that what breaks it concerns that request only.
    allowH2: false,
  };
  if (isLoopback(new URL(baseUrl))) return new Agent(options);
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // The error that is caught carries the address of the proxy, which can contain a password.
    throw new SettingsError([
      "The proxy that the environment names cannot be used. Set HTTPS_PROXY and HTTP_PROXY to an address such as http://proxy.example.com:3128, or unset them.",
    ]);
  }
}

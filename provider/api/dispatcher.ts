import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici";
import { isLoopback } from "./base-url";
import { SettingsError } from "./settings";

export interface Limits {
  readonly maxResponseBytes: number;
  /** The most characters of all pages of one listing, which are kept in memory together. */
  readonly maxListingCharacters: number;
}

/** 64 MiB: about two million app bundles, far more than any list, and little enough to hold in memory a few times. */
export const defaultLimits: Limits = {
  maxResponseBytes: 64 * 1024 * 1024,
  maxListingCharacters: 64 * 1024 * 1024,
};

/**
 * Makes the dispatcher of a client. It reuses connections, follows no redirects, and uses the proxies of the environment
 * (HTTPS_PROXY, NO_PROXY), except for this machine itself.
 */
export function makeDispatcher(baseUrl: string, limits: Limits): Dispatcher {
  const options = {
    // In milliseconds.
    connectTimeout: 10_000,
    maxResponseSize: limits.maxResponseBytes,
    // One request at a time per connection, so that its failure concerns that request only.
    allowH2: false,
  };
  if (isLoopback(new URL(baseUrl))) return new Agent(options);
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // The caught error contains the address of the proxy, which can contain a password.
    throw new SettingsError([
      "The proxy that the environment names cannot be used. Set HTTPS_PROXY and HTTP_PROXY to an address such as http://proxy.example.com:3128, or unset them.",
    ]);
  }
}

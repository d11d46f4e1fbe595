/** Why a service cannot be reached, in plain words, and what to do. */
export interface ConnectionFailure {
  readonly says: string;
  readonly next: string;
}

type Describe = (url: URL) => ConnectionFailure;

const network = "Check the network, the VPN and the firewall, and HTTPS_PROXY where there is a proxy.";
const trust =
  "Check app-list:baseUrl. Behind a proxy that opens TLS, set NODE_EXTRA_CA_CERTS to the file of its certificate.";

const silent: Describe = ({ host }) => ({ says: `${host} does not answer.`, next: network });
const unreachable: Describe = ({ host }) => ({ says: `There is no way to ${host} in this network.`, next: network });
const cut: Describe = ({ host }) => ({ says: `The connection to ${host} is cut as soon as it stands.`, next: network });
const untrusted: Describe = ({ host }) => ({
  says: `The certificate of ${host} is from nobody whom this machine trusts (TLS).`,
  next: trust,
});
const noTls: Describe = ({ host }) => ({
  says: `${host} does not speak TLS as it should.`,
  next: "Check the port and https:// in app-list:baseUrl.",
});

/** By the code of Node.js, OpenSSL or undici. */
const failures: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  [
    "ENOTFOUND",
    ({ hostname }) => ({
      says: `There is no host ${hostname} (DNS).`,
      next: "Check the host's name in app-list:baseUrl.",
    }),
  ],
  [
    "EAI_AGAIN",
    ({ hostname }) => ({ says: `The name ${hostname} cannot be looked up now (DNS does not answer).`, next: network }),
  ],
  [
    "ECONNREFUSED",
    (url) => ({
      says: `The host ${url.hostname} refuses connections to port ${portOf(url)}: nothing listens there.`,
      next: "Check the port in app-list:baseUrl, and whether the service runs.",
    }),
  ],
  ["ECONNRESET", cut],
  ["UND_ERR_SOCKET", cut],
  ["ETIMEDOUT", silent],
  ["UND_ERR_CONNECT_TIMEOUT", silent],
  ["UND_ERR_HEADERS_TIMEOUT", silent],
  ["TimeoutError", silent],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  [
    "CERT_HAS_EXPIRED",
    ({ host }) => ({
      says: `The certificate of ${host} has expired (TLS).`,
      next: "Check the clock of this machine; where it is right, tell the operator of the service.",
    }),
  ],
  [
    "CERT_NOT_YET_VALID",
    ({ host }) => ({
      says: `The certificate of ${host} is not valid yet (TLS).`,
      next: "Check the clock of this machine.",
    }),
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    ({ hostname }) => ({ says: `The certificate is not one of ${hostname} (TLS).`, next: trust }),
  ],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", untrusted],
  ["SELF_SIGNED_CERT_IN_CHAIN", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT", untrusted],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", untrusted],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted],
  ["EPROTO", noTls],
]);

/**
 * Puts the failure of a connection into plain words.
 *
 * @param code the code of Node.js, OpenSSL or undici, such as "ENOTFOUND"; undefined where there is none.
 * @param reason what is said where the code is not known.
 */
export function describeConnectionFailure(url: URL, code: string | undefined, reason: string): ConnectionFailure {
  const known = failures.get(code ?? "") ?? (code?.startsWith("ERR_SSL_") === true ? noTls : undefined);
  return known?.(url) ?? { says: `${url.host} cannot be reached: ${reason}.`, next: network };
}

function portOf(url: URL): string {
  return url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
}

/** The code of a failed connection, however deep it lies: a host can have several addresses, each with its error. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.cause !== undefined) return codeOf(error.cause);
  return error.name === "TimeoutError" ? error.name : undefined;
}

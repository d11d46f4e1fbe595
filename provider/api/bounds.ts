/** All sizes, counts and waits of the client of the API. Times are in milliseconds. */
export const bounds = {
  /** The longest time of an operation, about 24.8 days: with a longer one, a timer of Node would end at once. */
  operationTime: 2 ** 31 - 1,
  /** The time for the tunnel of a proxy: as long as undici waits for a connection. Then the request is retried. */
  tunnelTime: 10_000,
  /** 16 MiB: about half a million app bundles. That is far more than any list has, and takes at most 0.5 GB of memory. */
  responseBytes: 16 * 1024 * 1024,
  /** The most objects, arrays and commas in a response. Each can take some hundred bytes of memory. */
  responseParts: 500_000,
  /** The most attempts of one request: five within about seven seconds. */
  attempts: 5,
  /** The longest delay before the first retry. It doubles with each attempt. */
  initialDelay: 500,
  /** The longest delay that the API may ask for. If it asks for more, the request fails, because a person waits. */
  requestedDelay: 120_000,
  /** Shorter delays are not reported, because nobody wonders about them. */
  reportedDelay: 2000,
  /** Between two reports of a delay, so that the requests of many lists do not repeat it. */
  reportInterval: 5000,
  /**
   * The time after a cancellation in which a change that was already sent may finish, so that its outcome is known. A
   * canceled pipeline ends its commands after about seven seconds.
   */
  timeToFinish: 5000,
  /** The share of the remaining time that a change reserves for reads, in case its outcome is not known. */
  reservedShare: 1 / 4,
  /** The documented lifetime of a token, in seconds. */
  tokenSeconds: 1799,
  /** The last part of its lifetime, in which a token is not used: it must not expire during a request. */
  tokenMargin: 1 / 5,
  /** The most pages of a listing of campaigns. An API may return the same page again and again. */
  pages: 1000,
  /** Longer texts cannot be searched for encoded secrets in a short time, in characters. They are not shown. */
  searchedCharacters: 100_000,
  /** The most encodings that are undone, one in the other: more than an API and its proxies apply. */
  encodings: 5,
  /** The least length of the letters and digits of a secret by which it is recognized. Shorter ones are in any text. */
  coreLength: 4,
  /** The least length of a secret for which the entries of a list are searched. */
  entrySecret: 16,
  /** The least length of a value in a query that can be a key. Shorter ones are names of fields and numbers. */
  keyLength: 8,
  /** Longer bodies of errors are pages and not reasons, in characters. They are not parsed. */
  errorCharacters: 65_536,
  /** The longest reason of an API in a message, in characters. */
  detailCharacters: 300,
  /** The longest origin of a redirect in a message, in characters. */
  originCharacters: 200,
} as const;

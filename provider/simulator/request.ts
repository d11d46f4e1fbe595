import type { IncomingHttpHeaders } from "node:http";

/** An HTTP request that has arrived whole. */
export interface ReceivedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Undefined when the body was above the limit and has been thrown away. */
  readonly body: Uint8Array | undefined;
}

/** Splits a request target into path and query. What is before the path (a host, a name and password) is left out. */
export function readTarget(target: string): Pick<ReceivedRequest, "path" | "query"> {
  if (!target.startsWith("/")) {
    const url = URL.canParse(target) ? new URL(target) : undefined;
    return { path: url?.pathname ?? "*", query: url?.searchParams ?? new URLSearchParams() };
  }
  // Not by URL: it would take "//host/path" for a host, and fold the dots that the real path must not have.
  const [path = "", ...query] = target.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** The media type of a Content-Type header, in lower case and without its parameters. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

/** Whether an Accept header names application/json itself; a wildcard does not count, the service asks for the name. */
export function acceptsJson(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((range) => mediaTypeOf(range) === "application/json");
}

/** The text of a body, or undefined when it is not UTF-8. */
export function decodeText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import type { EntryLists } from "./app-list";
import { type Paging, readPaging } from "./campaigns";

export interface ReceivedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if the body was larger than the limit. */
  readonly body: Uint8Array | undefined;
}

/** Splits a request target into path and query; a host before the path is omitted. */
export function readTarget(target: string): Pick<ReceivedRequest, "path" | "query"> {
  if (!target.startsWith("/")) {
    const url = URL.canParse(target) ? new URL(target) : undefined;
    return { path: url?.pathname ?? "*", query: url?.searchParams ?? new URLSearchParams() };
  }
  // A URL would take "//host/path" for a host, and resolve dots.
  const [path = "", ...query] = target.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** The media type of a Content-Type header, in lower case and without its parameters. */
export function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

/** Whether an Accept header includes application/json (RFC 9110, 12.5.1): the most specific range decides. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  const ranges = new Map(accept.split(",").map((range) => [mediaType(range), quality(range)]));
  const decisive = ["application/json", "application/*", "*/*"].find((range) => ranges.has(range));
  return (ranges.get(decisive) ?? 0) > 0;
}

function quality(range: string): number {
  const [, value = "1"] = /;\s*q\s*=\s*([\d.]+)/i.exec(range) ?? [];
  return Number(value);
}

/** The text of a body, or undefined if it is not UTF-8. */
function decodeText(body: Uint8Array | undefined): string | undefined {
  try {
    return body && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

// What encodeURIComponent and URLSearchParams do not escape, "+" for a space, and escapes.
const encoded = /^(?:[A-Za-z0-9\-._~!'()*+]|%[0-9A-Fa-f]{2})*$/;

/**
 * Reads an application/x-www-form-urlencoded body strictly: undefined if a character should have been escaped, an
 * escape is not UTF-8, or a field is repeated or has no value.
 */
export function readForm(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    const [name, value, ...rest] = pair.split("=").map(decodeField);
    if (name === undefined || name === "" || value === undefined || rest.length > 0 || fields.has(name)) {
      return undefined;
    }
    fields.set(name, value);
  }
  return fields;
}

function decodeField(text: string): string | undefined {
  if (!encoded.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

const items = z
  .string()
  .transform((text) => text.split(","))
  .refine((list) => list.every((item) => item !== "" && item === item.trim()), {
    error: "must be comma-separated items, none of them empty or with spaces around it",
  });

const patchBodySchema = z
  .strictObject({ app_bundles: items.optional(), placement_ids: items.optional(), websites: items.optional() })
  .refine((body) => Object.keys(body).length > 0, {
    error: "at least one of app_bundles, placement_ids, websites must be provided",
  })
  .transform((body): Partial<EntryLists> => ({
    ...(body.app_bundles && { appBundles: body.app_bundles }),
    ...(body.placement_ids && { placementIds: body.placement_ids }),
    ...(body.websites && { websites: body.websites }),
  }));

interface PatchBody {
  readonly entries?: Partial<EntryLists>;
  readonly problem?: string;
}

function readPatchBody(text: string): PatchBody {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "the body is not JSON" };
  }
  const { data, error } = patchBodySchema.safeParse(json);
  return { entries: data, problem: error?.issues.map(({ path, message }) => [...path, message].join(": ")).join("; ") };
}

export type Route =
  | { readonly action: "token" }
  | { readonly action: "campaigns" }
  | { readonly action: "add" | "remove"; readonly appListId: number }
  | { readonly action: "read"; readonly appListId: number }
  | { readonly action: "other"; readonly allow: string | undefined };

/** The endpoint of a request; "other" is everything that the API does not have. */
export type SimulatedAction = Route["action"];

const wholeNumber = /^(?:0|[1-9][0-9]*)$/;

/**
 * Finds the endpoint of a request.
 *
 * @param readTemplate - the path of the read endpoint, with `{id}`; undefined if there is none.
 * @returns an "other" with `allow` if the path exists for another method.
 */
export function findRoute(method: string, path: string, readTemplate: string | undefined): Route {
  const found = endpoints(path, readTemplate);
  const endpoint = found.find((one) => one.method === method);
  if (endpoint !== undefined) return endpoint.route;
  return { action: "other", allow: found.length > 0 ? found.map((one) => one.method).join(", ") : undefined };
}

export function listIdIn(route: Route): number | undefined {
  return "appListId" in route ? route.appListId : undefined;
}

interface Endpoint {
  readonly method: string;
  readonly route: Route;
}

function endpoints(path: string, readTemplate: string | undefined): readonly Endpoint[] {
  if (path === "/v1/authentication/token") return [{ method: "POST", route: { action: "token" } }];
  if (path === "/v1/meta/campaigns") return [{ method: "GET", route: { action: "campaigns" } }];
  const templates = [
    ["PATCH", "add", "/v1/app_list/{id}/add"],
    ["PATCH", "remove", "/v1/app_list/{id}/remove"],
    ["GET", "read", readTemplate],
  ] as const;
  return templates.flatMap(([method, action, template]) => {
    const appListId = template === undefined ? undefined : readId(path, template);
    return appListId === undefined ? [] : [{ method, route: { action, appListId } }];
  });
}

/** The ID in a path; undefined if the path does not match the template. */
function readId(path: string, template: string): number | undefined {
  const [before = "", after] = template.split("{id}");
  if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) return undefined;
  const text = path.slice(before.length, path.length - after.length);
  const id = wholeNumber.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** A request as the API understands it. */
export interface ParsedRequest {
  readonly request: ReceivedRequest;
  readonly route: Route;
  /** The body, if it is UTF-8. */
  readonly text: string | undefined;
  readonly patch: PatchBody | undefined;
  readonly paging: Paging | undefined;
}

/** @param readTemplate - The path of the read endpoint, with `{id}`; undefined if there is none. */
export function parseRequest(request: ReceivedRequest, readTemplate: string | undefined): ParsedRequest {
  const route = findRoute(request.method, request.path, readTemplate);
  const text = decodeText(request.body);
  const isPatch = route.action === "add" || route.action === "remove";
  return {
    request,
    route,
    text,
    patch: isPatch && text !== undefined ? readPatchBody(text) : undefined,
    paging: route.action === "campaigns" ? readPaging(request.query) : undefined,
  };
}

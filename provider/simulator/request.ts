import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import type { EntryLists } from "./app-list";
import { readPaging } from "./campaigns";

export interface ReceivedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Splits a request target into path and query. The path is "*" if the target is not a path on this host. */
export function readTarget(target: string): Pick<ReceivedRequest, "path" | "query"> {
  // The class URL would read "//host/path" as a host, and would resolve dots.
  const [path = "", ...query] = target.startsWith("/") ? target.split("?") : ["*"];
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** The media type of a Content-Type header, in lower case and without its parameters. */
export function mediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase();
}

/** Whether an Accept header includes application/json (RFC 9110, 12.5.1). Weights are ignored. */
export function acceptsJson(accept = "*/*"): boolean {
  return accept.split(",").some((range) => /^(?:application\/(?:json|\*)|\*\/\*)$/.test(mediaType(range) ?? ""));
}

// The characters that encodeURIComponent and URLSearchParams do not escape, "+" for a space, and escapes.
const encoded = String.raw`(?:[A-Za-z0-9\-._~!'()*+]|%[0-9A-Fa-f]{2})`;
const encodedForm = new RegExp(`^${encoded}+=${encoded}*(?:&${encoded}+=${encoded}*)*$`);

/**
 * Reads an application/x-www-form-urlencoded body strictly: undefined if a character should have been escaped, an
 * escape is not UTF-8, or a field is repeated or has no value.
 */
export function readForm(text: string): ReadonlyMap<string, string> | undefined {
  if (!encodedForm.test(text)) return undefined;
  try {
    decodeURIComponent(text);
  } catch {
    return undefined;
  }
  const fields = [...new URLSearchParams(text)];
  const form = new Map(fields);
  return form.size === fields.length ? form : undefined;
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

function readPatchBody(text: string) {
  try {
    return { entries: patchBodySchema.parse(JSON.parse(text)) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) return { problem: "the body is not JSON in UTF-8" };
    return { problem: error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; ") };
  }
}

type Route =
  | { readonly action: "token" | "campaigns" | "other"; readonly appListId?: undefined }
  | { readonly action: "add" | "remove"; readonly appListId: number }
  | { readonly action: "read"; readonly appListId: number };

/** The endpoint of a request; "other" if the API does not have it. */
export type SimulatedAction = Route["action"];

/**
 * Finds the endpoint of a request.
 *
 * @param readTemplate - the path of the read endpoint, with `{id}`; undefined if there is none.
 */
function findRoute(method: string, path: string, readTemplate = ""): Route {
  const target = `${method} ${path}`;
  if (target === "POST /v1/authentication/token") return { action: "token" };
  if (target === "GET /v1/meta/campaigns") return { action: "campaigns" };
  const templates = [
    ["add", "PATCH /v1/app_list/{id}/add"],
    ["remove", "PATCH /v1/app_list/{id}/remove"],
    ["read", `GET ${readTemplate}`],
  ] as const;
  const ids = (path.match(/[0-9]{1,15}/g) ?? []).filter((id) => String(Number(id)) === id);
  for (const [action, template] of templates) {
    const id = ids.find((each) => template.includes("{id}") && template.replace("{id}", each) === target);
    if (id !== undefined) return { action, appListId: Number(id) };
  }
  return { action: "other" };
}

/** A request with its parsed parts. */
export type ParsedRequest = ReturnType<typeof parseRequest>;

/** @param readTemplate - The path of the read endpoint, with `{id}`; undefined if there is none. */
export function parseRequest(request: ReceivedRequest, readTemplate: string | undefined) {
  const route = findRoute(request.method, request.path, readTemplate);
  const text = isUtf8(request.body) ? request.body.toString("utf8") : "";
  const isPatch = route.action === "add" || route.action === "remove";
  return {
    request,
    route,
    /** The body; empty if it is not UTF-8. */
    text,
    patch: isPatch ? readPatchBody(text) : undefined,
    paging: route.action === "campaigns" ? readPaging(request.query) : undefined,
  };
}

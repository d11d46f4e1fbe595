/** What a request is about. */
export type Route =
  | { readonly action: "token" }
  | { readonly action: "campaigns" }
  | { readonly action: "add" | "remove"; readonly appListId: number }
  | { readonly action: "read"; readonly appListId: number }
  | { readonly action: "other"; readonly allow: string | undefined };

/** The name of what a request is about; "other" is everything that the service does not have. */
export type Action = Route["action"];

const patchPath = /^\/v1\/app_list\/([^/]+)\/(add|remove)$/;
const wholeNumber = /^(?:0|[1-9][0-9]*)$/;

/**
 * Finds what a request is about.
 *
 * @param readTemplate - the path of the read endpoint with `{id}` in it; undefined when there is none.
 * @returns an "other" with `allow` set when the path exists for another method.
 */
export function routeOf(method: string, path: string, readTemplate: string | undefined): Route {
  const found = endpointsOf(path, readTemplate);
  const endpoint = found.find((one) => one.method === method);
  if (endpoint !== undefined) return endpoint.route;
  return { action: "other", allow: found.length > 0 ? found.map((one) => one.method).join(", ") : undefined };
}

/** The id of the list that a request is about, when it is about one. */
export function appListIdOf(route: Route): number | undefined {
  return "appListId" in route ? route.appListId : undefined;
}

interface Endpoint {
  readonly method: string;
  readonly route: Route;
}

function endpointsOf(path: string, readTemplate: string | undefined): readonly Endpoint[] {
  if (path === "/v1/authentication/token") return [{ method: "POST", route: { action: "token" } }];
  if (path === "/v1/meta/campaigns") return [{ method: "GET", route: { action: "campaigns" } }];
  const [, id, action] = patchPath.exec(path) ?? [];
  const patched = readId(id);
  const read = readTemplate === undefined ? undefined : readId(idIn(path, readTemplate));
  return [
    ...(patched !== undefined && (action === "add" || action === "remove")
      ? [{ method: "PATCH", route: { action, appListId: patched } } as const]
      : []),
    ...(read !== undefined ? [{ method: "GET", route: { action: "read", appListId: read } } as const] : []),
  ];
}

function idIn(path: string, template: string): string | undefined {
  const [before = "", after] = template.split("{id}");
  if (after === undefined || path.length < before.length + after.length) return undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  return path.slice(before.length, path.length - after.length);
}

function readId(text: string | undefined): number | undefined {
  if (text === undefined || !wholeNumber.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

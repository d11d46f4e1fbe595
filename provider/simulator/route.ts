export type Route =
  | { readonly action: "token" }
  | { readonly action: "campaigns" }
  | { readonly action: "add" | "remove"; readonly appListId: number }
  | { readonly action: "read"; readonly appListId: number }
  | { readonly action: "other"; readonly allow: string | undefined };

/** The name of an endpoint; "other" is everything that the API does not have. */
export type Action = Route["action"];

const patchPath = /^\/v1\/app_list\/([^/]+)\/(add|remove)$/;
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
  const found: Endpoint[] = [];
  const [, id, action] = patchPath.exec(path) ?? [];
  const patched = readId(id);
  if (patched !== undefined && (action === "add" || action === "remove")) {
    found.push({ method: "PATCH", route: { action, appListId: patched } });
  }
  const read = readTemplate === undefined ? undefined : readId(textBetween(path, readTemplate));
  if (read !== undefined) found.push({ method: "GET", route: { action: "read", appListId: read } });
  return found;
}

function textBetween(path: string, template: string): string | undefined {
  const [before = "", after] = template.split("{id}");
  if (after === undefined || path.length < before.length + after.length) return undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  return path.slice(before.length, path.length - after.length);
}

function readId(text: string | undefined): number | undefined {
  const id = text !== undefined && wholeNumber.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

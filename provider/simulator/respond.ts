import { type Answer, errorAnswer, jsonAnswer } from "./answer";
import { basicAuthorizationOf, type SimulatedAccount } from "./account";
import { appListBody, type EntryLists, type StoredList } from "./app-list";
import type { Behaviour } from "./behaviour";
import { campaignsBody, readPaging, type SimulatedCampaign } from "./campaigns";
import { applyChange } from "./change";
import { readForm } from "./form";
import { readPatchBody } from "./patch-body";
import { acceptsJson, decodeText, mediaTypeOf, type ReceivedRequest } from "./request";
import type { Route } from "./route";

/** The state of the service. */
export interface Platform {
  readonly accounts: readonly SimulatedAccount[];
  readonly lists: ReadonlyMap<number, StoredList>;
  readonly campaigns: readonly SimulatedCampaign[];
  readonly behaviour: Behaviour;
  /** When each token expires, in milliseconds of the simulator's clock. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** What the world adds to a request. */
export interface Circumstances {
  /** Milliseconds of the simulator's clock. */
  readonly now: number;
  /** The token to issue, should one be asked for; it is fresh and nobody can guess it. */
  readonly freshToken: string;
}

/** How a request changes the state of the service, should its effect not be prevented. */
export type Effect =
  | { readonly kind: "none" }
  /** `expiresAt` is in milliseconds of the simulator's clock. */
  | { readonly kind: "token issued"; readonly token: string; readonly expiresAt: number }
  | { readonly kind: "entries changed"; readonly appListId: number; readonly entries: EntryLists };

/** The answer to a request, and its effect. */
export interface Response {
  readonly answer: Answer;
  readonly effect: Effect;
}

/** Answers a request as service and behaviour say. Strict: what the service's description does not allow is refused. */
export function respond(
  request: ReceivedRequest,
  route: Route,
  platform: Platform,
  circumstances: Circumstances,
): Response {
  if (request.body === undefined) return refuse(413, "Content Too Large", "the body is above the limit");
  const text = decodeText(request.body);
  switch (route.action) {
    case "token":
      return issueToken(request, text, platform, circumstances);
    case "campaigns":
      return callProblem(request, platform, circumstances) ?? showCampaigns(request, platform);
    case "read":
      return callProblem(request, platform, circumstances) ?? showList(route.appListId, platform);
    case "add":
    case "remove":
      return callProblem(request, platform, circumstances) ?? changeList(request, text, route, platform);
    case "other":
      return route.allow === undefined
        ? refuse(404, "Not Found", "there is no such path")
        : refuse(405, "Method Not Allowed", `this path takes ${route.allow}`, { allow: route.allow });
  }
}

function issueToken(
  request: ReceivedRequest,
  text: string | undefined,
  platform: Platform,
  { now, freshToken }: Circumstances,
): Response {
  if (mediaTypeOf(request.headers["content-type"]) !== "application/x-www-form-urlencoded") {
    return refuse(415, "Unsupported Media Type", "the content type must be application/x-www-form-urlencoded");
  }
  const form = text === undefined ? undefined : readForm(text);
  if (form === undefined) return refuse(400, "Bad Request", "the body is not form-encoded");
  const names = new Set(form.keys());
  if (names.symmetricDifference(new Set(["grant_type", "username", "password"])).size > 0) {
    return refuse(400, "Bad Request", "the fields must be grant_type, username and password");
  }
  if (form.get("grant_type") !== "password") return refuse(400, "Bad Request", "grant_type must be password");
  const known = platform.accounts.some(
    (account) =>
      request.headers.authorization === basicAuthorizationOf(account) &&
      form.get("username") === account.username &&
      form.get("password") === account.password,
  );
  if (!known) return refuse(401, "Authentication error", "invalid login credentials");
  const lifetime = platform.behaviour.tokenLifetimeSeconds;
  return {
    answer: jsonAnswer(200, { access_token: freshToken, expires_in: String(lifetime), scope: "" }),
    effect: { kind: "token issued", token: freshToken, expiresAt: now + lifetime * 1000 },
  };
}

function callProblem(request: ReceivedRequest, platform: Platform, { now }: Circumstances): Response | undefined {
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const expiresAt = platform.tokens.get(token);
  if (expiresAt === undefined || now >= expiresAt) return refuse(401, "Authentication error", "invalid API key");
  if (!acceptsJson(request.headers.accept)) return refuse(406, "Not Acceptable", "accept must be application/json");
  return undefined;
}

function showCampaigns(request: ReceivedRequest, platform: Platform): Response {
  const paging = readPaging(request.query);
  if (paging === undefined) return refuse(400, "Bad Request", "page and per_page must be whole numbers from 1");
  return show(campaignsBody(platform.campaigns, paging, platform.behaviour.campaigns));
}

function showList(appListId: number, platform: Platform): Response {
  const list = platform.lists.get(appListId);
  return list === undefined ? noSuchList() : show(appListBody(list, platform.behaviour));
}

function changeList(
  request: ReceivedRequest,
  text: string | undefined,
  { action, appListId }: { readonly action: "add" | "remove"; readonly appListId: number },
  platform: Platform,
): Response {
  if (mediaTypeOf(request.headers["content-type"]) !== "application/json") {
    return refuse(415, "Unsupported Media Type", "the content type must be application/json");
  }
  if (text === undefined) return refuse(400, "Bad Request", "the body is not UTF-8");
  const body = readPatchBody(text);
  if (body.kind === "invalid") return refuse(400, "Bad Request", body.message);
  const list = platform.lists.get(appListId);
  if (list === undefined) return noSuchList();
  const result = applyChange(list, { action, entries: body.entries }, platform.behaviour);
  if (result.kind === "refused") return refuse(result.status, "Invalid request", result.message);
  return {
    answer: jsonAnswer(200, appListBody({ ...list, ...result.entries }, platform.behaviour)),
    effect: { kind: "entries changed", appListId, entries: result.entries },
  };
}

function noSuchList(): Response {
  return refuse(404, "Not Found", "there is no such app list");
}

function show(body: unknown): Response {
  return { answer: jsonAnswer(200, body), effect: { kind: "none" } };
}

function refuse(status: number, error: string, message: string, headers?: Readonly<Record<string, string>>): Response {
  return { answer: errorAnswer(status, error, message, headers), effect: { kind: "none" } };
}

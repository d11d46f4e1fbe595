import { randomBytes } from "node:crypto";
import { basicCredential, type SimulatedAccount } from "./account";
import { appListBody, applyChange, noSuchList, type StoredList } from "./app-list";
import type { Behaviour } from "./behaviour";
import { campaignsBody, type SimulatedCampaign } from "./campaigns";
import { acceptsJson, mediaType, type ParsedRequest, readForm, type ReceivedRequest } from "./request";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer with JSON. The API does not document the form of its errors; those of the simulator are `{error, message}`. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export interface Platform {
  readonly accounts: readonly SimulatedAccount[];
  readonly listsOf: (account: SimulatedAccount) => Map<number, StoredList>;
  readonly campaigns: readonly SimulatedCampaign[];
  readonly behaviour: Behaviour;
  readonly tokens: Map<string, IssuedToken>;
}

export interface IssuedToken {
  readonly account: SimulatedAccount;
  /** In milliseconds of the simulator's clock. */
  readonly expiresAt: number;
}

export interface Response {
  readonly answer: Answer;
  readonly takeEffect?: () => void;
}

/**
 * Answers a request by the description of the API and the behaviour. Requests that the description does not allow are
 * refused.
 *
 * @param now in milliseconds of the simulator's clock.
 */
export function respond(parsed: ParsedRequest, platform: Platform, now: number): Response {
  const { request, route } = parsed;
  if (route.action === "token") return issueToken(parsed, platform, now);
  if (route.action === "other") return refuse(404, "Not Found", "there is no such path");
  const token = platform.tokens.get(readCredential(request, "bearer"));
  if (token === undefined || now >= token.expiresAt) return refuse(401, "Authentication error", "invalid API key");
  const lists = platform.listsOf(token.account);
  if (!acceptsJson(request.headers.accept)) return refuse(406, "Not Acceptable", "accept must be application/json");
  if (route.action === "campaigns") return showCampaigns(parsed, platform);
  if (route.action === "read") return showList(route.appListId, lists, platform);
  return changeList(parsed, route, lists, platform);
}

/** The account of a request: of its access token, or of the login of a token call. */
export function accountOf(parsed: ParsedRequest, { accounts, tokens }: Platform): SimulatedAccount | undefined {
  if (parsed.route.action !== "token") return tokens.get(readCredential(parsed.request, "bearer"))?.account;
  const form = parsed.text === undefined ? undefined : readForm(parsed.text);
  return accounts.find(
    (account) =>
      readCredential(parsed.request, "basic") === basicCredential(account) &&
      form?.get("username") === account.username &&
      form.get("password") === account.password,
  );
}

/** What follows the scheme in the Authorization header; empty if it has another scheme. */
function readCredential({ headers }: ReceivedRequest, scheme: "basic" | "bearer"): string {
  const [, name = "", credential = ""] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? "") ?? [];
  return name.toLowerCase() === scheme ? credential : "";
}

function issueToken(parsed: ParsedRequest, platform: Platform, now: number): Response {
  const { text, request } = parsed;
  const { headers } = request;
  if (mediaType(headers["content-type"]) !== "application/x-www-form-urlencoded") {
    return refuse(415, "Unsupported Media Type", "the content type must be application/x-www-form-urlencoded");
  }
  const form = text === undefined ? undefined : readForm(text);
  if (form === undefined) return refuse(400, "Bad Request", "the body is not form-encoded");
  if (new Set(form.keys()).symmetricDifference(new Set(["grant_type", "username", "password"])).size > 0) {
    return refuse(400, "Bad Request", "the fields must be grant_type, username and password");
  }
  if (form.get("grant_type") !== "password") return refuse(400, "Bad Request", "grant_type must be password");
  const account = accountOf(parsed, platform);
  if (account === undefined) return refuse(401, "Authentication error", "invalid login credentials");
  const lifetime = platform.behaviour.tokenLifetimeSeconds;
  const token = randomBytes(32).toString("base64url");
  return {
    answer: jsonAnswer(200, { access_token: token, expires_in: String(lifetime), scope: "" }),
    takeEffect: () => platform.tokens.set(token, { account, expiresAt: now + lifetime * 1000 }),
  };
}

function showCampaigns({ paging }: ParsedRequest, { campaigns, behaviour }: Platform): Response {
  const result = paging && campaignsBody(campaigns, paging, behaviour.campaigns);
  if (result === undefined || result === "before") return refuse(400, "Bad Request", "page and per_page are invalid");
  return result === "notFound"
    ? refuse(404, "Not Found", "there is no such page")
    : { answer: jsonAnswer(200, result) };
}

function showList(appListId: number, lists: ReadonlyMap<number, StoredList>, { behaviour }: Platform): Response {
  const list = lists.get(appListId);
  return list === undefined ? refuseList() : { answer: jsonAnswer(200, appListBody(list, behaviour)) };
}

function changeList(
  { request, patch }: ParsedRequest,
  { action, appListId }: { readonly action: "add" | "remove"; readonly appListId: number },
  lists: Map<number, StoredList>,
  { behaviour }: Platform,
): Response {
  if (mediaType(request.headers["content-type"]) !== "application/json") {
    return refuse(415, "Unsupported Media Type", "the content type must be application/json");
  }
  const { entries, problem = "the body is not UTF-8" } = patch ?? {};
  if (entries === undefined) return refuse(400, "Bad Request", problem);
  const list = lists.get(appListId);
  if (list === undefined) return refuseList();
  const result = applyChange(list, action, entries, behaviour);
  if (result.kind === "refused") {
    return refuse(result.status, result.status === 404 ? "Not Found" : "Invalid request", result.message);
  }
  const changed = { ...list, ...result.entries };
  return {
    answer: jsonAnswer(200, appListBody(changed, behaviour)),
    takeEffect: () => lists.set(appListId, changed),
  };
}

function refuseList(): Response {
  return refuse(404, "Not Found", noSuchList);
}

function refuse(status: number, error: string, message: string): Response {
  return { answer: jsonAnswer(status, { error, message }) };
}

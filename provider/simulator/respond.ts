import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { basicCredential, type SimulatedAccount } from "./account";
import { appListBody, applyChange, type StoredList } from "./app-list";
import { campaignsBody, type SimulatedCampaign } from "./campaigns";
import { acceptsJson, mediaType, type ParsedRequest, readForm, type ReceivedRequest } from "./request";
import type { Behavior } from "./behavior";

const noSuchList = "there is no such app list";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** An answer with JSON. The API does not document the form of its errors. The simulator uses `{error, message}`. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export interface IssuedToken {
  readonly account: SimulatedAccount;
  /** In milliseconds of the simulator's clock. */
  readonly expiresAt: number;
}

/** What answers depend on. */
export interface Platform {
  readonly accounts: readonly SimulatedAccount[];
  /** The lists that an account sees, by ID. */
  readonly listsOf: (account: SimulatedAccount) => Map<number, StoredList>;
  readonly campaigns: readonly SimulatedCampaign[];
  readonly behavior: Behavior;
  readonly tokens: Map<string, IssuedToken>;
}

interface Reply {
  readonly answer: Answer;
  readonly takeEffect?: () => void;
}

/**
 * Answers a request according to the description of the API and the behavior. Requests that the description does not
 * allow are refused.
 *
 * @param now in milliseconds of the simulator's clock.
 */
export function respond(parsed: ParsedRequest, platform: Platform, now: number): Reply {
  const { request, route } = parsed;
  if (route.action === "token") return issueToken(parsed, platform, now);
  if (route.action === "other") return refuse(404, "there is no such path");
  const token = platform.tokens.get(readCredential(request, "bearer"));
  const { statuses } = platform.behavior;
  if (token === undefined || now >= token.expiresAt) return refuse(statuses.token ?? 401, "invalid API key");
  const lists = platform.listsOf(token.account);
  if (!acceptsJson(request.headers.accept)) return refuse(406, "accept must be application/json");
  if (route.appListId === undefined) return showCampaigns(parsed, platform);
  if (route.action === "read") return showList(route.appListId, lists, platform);
  return changeList(parsed, route, lists, platform);
}

/** The account of a request, by its access token or, for a token call, by its login. */
export function accountOf(parsed: ParsedRequest, { accounts, tokens }: Platform): SimulatedAccount | undefined {
  if (parsed.route.action !== "token") return tokens.get(readCredential(parsed.request, "bearer"))?.account;
  const form = readForm(parsed.text);
  return accounts.find(
    (account) =>
      readCredential(parsed.request, "basic") === basicCredential(account) &&
      form?.get("username") === account.username &&
      form.get("password") === account.password,
  );
}

/** The credential in the Authorization header; empty if the header has another scheme. */
function readCredential({ headers }: ReceivedRequest, scheme: "basic" | "bearer"): string {
  const [, name = "", credential = ""] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? "") ?? [];
  return name.toLowerCase() === scheme ? credential : "";
}

function issueToken(parsed: ParsedRequest, platform: Platform, now: number): Reply {
  const { text, request } = parsed;
  const { headers } = request;
  if (mediaType(headers["content-type"]) !== "application/x-www-form-urlencoded") {
    return refuse(415, "the content type must be application/x-www-form-urlencoded");
  }
  const form = readForm(text) ?? new Map<string, string>();
  const isComplete = form.size === 3 && form.has("username") && form.has("password");
  if (!isComplete || form.get("grant_type") !== "password") {
    return refuse(400, "the body must be a form with grant_type=password, username and password");
  }
  const account = accountOf(parsed, platform);
  const { statuses, tokenLifetimeSeconds: lifetime } = platform.behavior;
  if (account === undefined) return refuse(statuses.login ?? 401, "invalid login credentials");
  const token = randomBytes(32).toString("base64url");
  const takeEffect = () => platform.tokens.set(token, { account, expiresAt: now + lifetime * 1000 });
  return { ...accept({ access_token: token, expires_in: String(lifetime), scope: "" }), takeEffect };
}

function showCampaigns({ paging }: ParsedRequest, { campaigns }: Platform): Reply {
  if (paging === undefined) return refuse(400, "page and per_page are invalid");
  return accept(campaignsBody(campaigns, paging));
}

function showList(appListId: number, lists: ReadonlyMap<number, StoredList>, { behavior }: Platform): Reply {
  const list = lists.get(appListId);
  return list === undefined ? refuse(404, noSuchList) : accept(appListBody(list, behavior.shows.read));
}

function changeList(
  { request, patch }: ParsedRequest,
  { action, appListId }: { readonly action: "add" | "remove"; readonly appListId: number },
  lists: Map<number, StoredList>,
  { behavior }: Platform,
): Reply {
  if (mediaType(request.headers["content-type"]) !== "application/json") {
    return refuse(415, "the content type must be application/json");
  }
  const { entries, problem = "" } = patch ?? {};
  if (entries === undefined) return refuse(400, problem);
  const list = lists.get(appListId);
  if (list === undefined) return refuse(404, noSuchList);
  const { entries: after, refusal } = applyChange(list, action, entries, behavior);
  const changed = { ...list, ...after };
  const accepted = () => accept(appListBody(changed, behavior.shows[action], entries));
  const reply = refusal === undefined ? accepted() : refuse(refusal.status, refusal.message);
  return { ...reply, takeEffect: () => lists.set(appListId, changed) };
}

function accept(value: unknown): Reply {
  return { answer: jsonAnswer(200, value) };
}

/** The names of errors that differ from the names in HTTP. */
const errorNames: Readonly<Record<number, string>> = { 401: "Authentication error", 422: "Invalid request" };

function refuse(status: number, message: string): Reply {
  return { answer: jsonAnswer(status, { error: errorNames[status] ?? STATUS_CODES[status], message }) };
}

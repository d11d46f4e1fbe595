import { defaultAccount, type Simulator } from "../../provider/simulator/index";

/** A request with no other headers than these. */
export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request to a simulator. */
export async function send(simulator: Simulator, request: WireRequest): Promise<WireAnswer> {
  const response = await fetch(simulator.url + request.path, {
    method: request.method ?? "GET",
    redirect: "manual",
    ...(request.headers && { headers: request.headers }),
    ...(request.body !== undefined && { body: request.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The JSON of an answer. */
export function jsonOf(answer: WireAnswer): unknown {
  return JSON.parse(answer.text);
}

/** A correct token call of the default account. */
export const tokenCall = {
  method: "POST",
  path: "/v1/authentication/token",
  headers: {
    authorization: `Basic ${btoa(`${defaultAccount.apiKey}:${defaultAccount.apiSecret}`)}`,
    "content-type": "application/x-www-form-urlencoded",
  },
  body: "grant_type=password&username=ad.ops%2Blists%40example.com&password=simulated%2Bpassword%2540",
} as const satisfies WireRequest;

/** Obtains a token. */
export async function obtainToken(simulator: Simulator): Promise<string> {
  const answer = await send(simulator, tokenCall);
  const [, token] = /"access_token":"([^"]+)"/.exec(answer.text) ?? [];
  if (token === undefined) throw new Error(`The token call was answered with ${answer.status}: ${answer.text}`);
  return token;
}

/** A correct PATCH. */
export function patchCall(token: string, path: string, body: unknown) {
  return {
    method: "PATCH",
    path,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  } as const satisfies WireRequest;
}

/** Obtains a token and sends one PATCH to list 1. */
export async function patch(simulator: Simulator, action: "add" | "remove", body: unknown): Promise<WireAnswer> {
  return send(simulator, patchCall(await obtainToken(simulator), `/v1/app_list/1/${action}`, body));
}

/** Obtains a token and sends one GET. */
export async function get(simulator: Simulator, path: string): Promise<WireAnswer> {
  const token = await obtainToken(simulator);
  return send(simulator, { path, headers: { accept: "application/json", authorization: `Bearer ${token}` } });
}

import { defaultAccount, type Simulator } from "../../provider/simulator/index";

/** Sends a request to a simulator. */
export async function send(
  { url }: Pick<Simulator, "url">,
  { path, ...request }: RequestInit & { readonly path: string },
) {
  const response = await fetch(url + path, { redirect: "manual", ...request });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The JSON of an answer. */
export function jsonOf({ text }: { readonly text: string }): unknown {
  return JSON.parse(text);
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
};

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
  };
}

/** Obtains a token and sends one PATCH to list 1. */
export async function patch(simulator: Simulator, action: "add" | "remove", body: unknown) {
  return send(simulator, patchCall(await obtainToken(simulator), `/v1/app_list/1/${action}`, body));
}

/** Obtains a token and sends one GET. */
export async function get(simulator: Simulator, path: string) {
  const token = await obtainToken(simulator);
  return send(simulator, { path, headers: { accept: "application/json", authorization: `Bearer ${token}` } });
}

import type { Settings } from "./settings";
import { buildCall, type Call, type CallSettings } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redactor";
import { readResponse } from "./response";
import { parseJson, tokenSchema } from "./schemas";

export interface IssuedToken {
  readonly value: string;
  /** From the request on, in seconds. */
  readonly lifetimeSeconds: number;
}

/** The token call: OAuth 2.0's password grant, with the credentials of the application in the Authorization header. */
export function tokenCall(settings: CallSettings & Pick<Settings, "basicCredential" | "username" | "password">): Call {
  const { basicCredential, username, password } = settings;
  return buildCall(settings, "token", {
    method: "POST",
    path: "/v1/authentication/token",
    headers: {
      authorization: `Basic ${basicCredential}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ grant_type: "password", username, password }).toString(),
  });
}

/** The token in the response to the token call; a secret from then on. */
export function processToken(call: Call, exchange: Exchange, redactor: Redactor): IssuedToken {
  const issued = readResponse(call, exchange, redactor, (body) => parseJson(body, tokenSchema));
  redactor.add(issued.access_token);
  return { value: issued.access_token, lifetimeSeconds: issued.expires_in };
}

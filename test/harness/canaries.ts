import { inspect } from "node:util";
import type { Simulator } from "../../provider/simulator/index";
import { encodings } from "./encodings";

/** The secrets of a simulator's account, and the tokens that it has issued to it. */
export function secretsOf({ account, issuedTokens }: Pick<Simulator, "account" | "issuedTokens">): readonly string[] {
  if ("basicCredential" in account) return [account.password, account.basicCredential, ...issuedTokens];
  const { apiKey, apiSecret, password } = account;
  return [apiKey, apiSecret, password, Buffer.from(`${apiKey}:${apiSecret}`).toString("base64"), ...issuedTokens];
}

/** The spellings in which a secret is searched: as it is, in each encoding, and in lower case. */
function spellingsOf(secret: string): readonly string[] {
  const encoded = Object.values(encodings).map((encode) => encode(secret));
  return [secret, ...encoded, encodeURIComponent(secret).toLowerCase()];
}

/**
 * The secrets that turn up in what a run leaves behind, in any spelling. Values that are not text are shown in full.
 */
export function leaksIn(left: readonly unknown[], secrets: readonly string[]): readonly string[] {
  const text = left
    .map((one) =>
      typeof one === "string" ? one : inspect(one, { depth: Infinity, maxStringLength: null, maxArrayLength: null }),
    )
    .join("\n");
  return secrets.filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)));
}

import { inspect } from "node:util";
import type { Simulator } from "../../provider/simulator/index";
import { encodings } from "./encodings";

/** The secrets of a simulator's account, and the tokens that it has issued to it. */
export function secretsOf({ account, issuedTokens }: Simulator): readonly string[] {
  if ("basicCredential" in account) return [account.password, account.basicCredential, ...issuedTokens];
  const { apiKey, apiSecret, password } = account;
  return [apiKey, apiSecret, password, Buffer.from(`${apiKey}:${apiSecret}`).toString("base64"), ...issuedTokens];
}

/** The forms in which a secret is searched: as it is, in each encoding, in the same one twice, and in small letters. */
function formsOf(secret: string): ReadonlySet<string> {
  return new Set([
    secret,
    ...Object.values(encodings).flatMap((encode) => [encode(secret), encode(encode(secret))]),
    encodeURIComponent(secret).toLowerCase(),
  ]);
}

/** The secrets that turn up in what a run leaves behind, in any form. Values that are no texts are shown in full. */
export function leaksIn(left: readonly unknown[], secrets: readonly string[]): readonly string[] {
  const text = left
    .map((one) =>
      typeof one === "string" ? one : inspect(one, { depth: Infinity, maxStringLength: null, maxArrayLength: null }),
    )
    .join("\n");
  return secrets.filter((secret) =>
    formsOf(secret)
      .values()
      .some((form) => text.includes(form)),
  );
}

import { inspect } from "node:util";
import type { Simulator } from "../../provider/simulator/index";

/** The secrets of a simulator's account, and the tokens that it has issued to it. */
export function secretsOf({ account, issuedTokens }: Simulator): readonly string[] {
  if ("basicCredential" in account) return [account.password, account.basicCredential, ...issuedTokens];
  const { apiKey, apiSecret, password } = account;
  return [apiKey, apiSecret, password, Buffer.from(`${apiKey}:${apiSecret}`).toString("base64"), ...issuedTokens];
}

/** The forms in which a secret can turn up: as it is, or percent-, form-, base64-, JSON- or hex-encoded, or twice. */
function encodingsOf(secret: string): ReadonlySet<string> {
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const hexadecimal = Buffer.from(secret).toString("hex");
  return new Set([
    secret,
    percent,
    percent.toLowerCase(),
    encodeURIComponent(percent),
    new URLSearchParams([["", secret]]).toString().slice(1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    json,
    JSON.stringify(json).slice(1, -1),
    hexadecimal,
    hexadecimal.toUpperCase(),
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
    encodingsOf(secret)
      .values()
      .some((form) => text.includes(form)),
  );
}

import { oneLine } from "../common/printable";
import { Redactor } from "./redactor";

/** Larger error bodies are not parsed, in characters. */
const maxBodyLength = 65_536;

/** The most characters that are shown of one member. */
const maxMemberLength = 200;

/** The most characters that are shown of all members. */
const maxDetailLength = 300;

/** How deep error objects may be nested in `error` and `errors`. */
const maxDepth = 3;

/** The members that are shown: error, message, errorMessage, error_description, code, … */
const shownMember = /^(?:error[_-]?)?(?:error|message|detail|description|code)s?$/iu;

/** A token in the text of a member: `access_token=…` or `"token":"…"`. */
const tokenInText = /(token(?:\\*"\s*:\s*\\*"|=))(?:[^"\\\s&]|\\+\/)+/giu;

/**
 * The reason that the body of an error response gives, redacted and on one line.
 *
 * Only short texts with the names of an error message are shown: an API, or a proxy before it, may repeat anything of a
 * request. The values of members that are called tokens count as secrets, since an error of the token call may carry
 * one that was issued.
 *
 * @returns undefined if the body is no JSON object with such a member.
 */
export function errorDetail(body: string, redactor: Redactor): string | undefined {
  if (body.length > maxBodyLength) return undefined;
  const tokens = new Redactor([]);
  let json: unknown;
  try {
    json = JSON.parse(body, (name, value: unknown) => {
      if (typeof value === "string" && /token/iu.test(name)) tokens.add(value);
      return value;
    });
  } catch {
    return undefined;
  }
  const members = Array.isArray(json) ? [] : shownTexts(json, 0);
  const texts = members.map((text) => {
    const redacted = tokens.redact(redactor.redact(text)).replace(tokenInText, "$1[secret]");
    return oneLine(redacted, maxMemberLength);
  });
  const detail = oneLine([...new Set(texts)].filter((text) => text !== "").join("; "), maxDetailLength);
  return detail === "" ? undefined : detail;
}

function shownTexts(value: unknown, depth: number): readonly string[] {
  if (typeof value !== "object" || value === null || depth > maxDepth) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === "string") return Array.isArray(value) || shownMember.test(name) ? [member] : [];
    return Array.isArray(value) || /^errors?$/iu.test(name) ? shownTexts(member, depth + 1) : [];
  });
}

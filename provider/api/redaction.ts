import { oneLine } from "../common/quote";
import { parseJson } from "./json";

const marker = "[secret]";

/** The depth to which values are searched for secrets: far deeper than any real response. */
const maxSearchedDepth = 100;

/**
 * The forms in which an API may repeat a secret: as it is, and in the usual encodings. Double encodings are not found.
 */
function spellings(secret: string): readonly string[] {
  // Encoders replace lone surrogates.
  const text = secret.toWellFormed();
  const percent = encodeURIComponent(text);
  // Many languages also encode the other reserved characters of RFC 3986.
  const reserved = percent.replace(/[!'()*]/gu, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([["", text]]).toString().slice(1);
  const inUrls = [percent, reserved, reserved.replaceAll("%20", "+"), form];
  const tags = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const html = htmlQuotes.map((quote) => tags.replaceAll('"', quote));
  const json = JSON.stringify(text).slice(1, -1);
  const base64 = Buffer.from(text).toString("base64");
  const hex = Buffer.from(text).toString("hex");
  return [
    secret,
    text,
    ...inUrls,
    ...inUrls.map((one) => one.replace(/%../gu, (byte) => byte.toLowerCase())),
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ...html.flatMap((one) => htmlApostrophes.map((apostrophe) => one.replaceAll("'", apostrophe))),
    base64,
    base64.replaceAll("=", ""),
    Buffer.from(text).toString("base64url"),
    hex,
    hex.toUpperCase(),
  ];
}

/** The quotation mark and the apostrophe in HTML, as the usual libraries write them. */
const htmlQuotes = ["&quot;", "&#34;"];
const htmlApostrophes = ["'", "&#39;", "&#039;", "&#x27;"];

/** Replaces secrets in texts by "[secret]", as they are and in the usual encodings. */
export class Redactor {
  readonly #spellings = new Set<string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret !== "") for (const spelling of spellings(secret)) this.#spellings.add(spelling);
  }

  /** Replaces all occurrences, even those that overlap. */
  redact(text: string): string {
    const occurrences = [...this.#spellings].flatMap((spelling) => find(text, spelling));
    let redacted = "";
    let end = 0;
    for (const [start, length] of occurrences.toSorted(([one], [other]) => one - other)) {
      if (start >= end) redacted += text.slice(end, start) + marker;
      end = Math.max(end, start + length);
    }
    return redacted + text.slice(end);
  }

  /**
   * Replaces every secret in the texts and names of a JSON value. Values that are nested too deep are replaced as a
   * whole.
   */
  redactAll(value: unknown, depth = 0): unknown {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxSearchedDepth) return marker;
    if (Array.isArray(value)) return value.map((item) => this.redactAll(item, depth + 1));
    const members: readonly [string, unknown][] = Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [this.redact(name), this.redactAll(member, depth + 1)]));
  }
}

/** The least length of a value that can be a key. */
const minKeyLength = 8;

/**
 * The query of a path, and the values in it, if they can be keys. Short ones and words, such as names of fields, are no
 * keys.
 */
export function queryParts(path: string): readonly string[] {
  const { search, searchParams } = new URL(path, "http://relative.invalid");
  return [search, ...searchParams.values()].filter(
    (part) => part.length >= minKeyLength && !/^[\p{L}_,.]*$/u.test(part),
  );
}

function find(text: string, spelling: string): readonly (readonly [start: number, length: number])[] {
  const found: (readonly [start: number, length: number])[] = [];
  for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + 1)) {
    found.push([start, spelling.length]);
  }
  return found;
}

/** Longer bodies of errors are not parsed, in characters. */
const maxBodyLength = 65_536;

/** The longest detail in a message, in characters. */
const maxDetailLength = 300;

/** The depth to which `error` and `errors` may be nested. */
const maxDepth = 3;

/** The members that are shown: error, message, errorMessage, error_description, code, … */
const shownMember = /^(?:error[_-]?)?(?:error|message|detail|description|code)s?$/iu;

/** A token in the text of a member: `access_token=…` or `"token":"…"`. */
const tokenInText = /(token(?:\\*"\s*:\s*\\*"|=))(?:[^"\\\s&]|\\+\/)+/giu;

/**
 * The reason in the body of an error response, redacted and on one line.
 *
 * Only short texts in members with usual names, such as `message`, are shown, because an API or a proxy may repeat a
 * whole request. Values of members with "token" in their name are redacted, because an error may contain an issued
 * token.
 *
 * @returns undefined if the body is not a JSON object with such a member.
 */
export function errorDetail(body: string, redactor: Redactor): string | undefined {
  if (body.length > maxBodyLength) return undefined;
  const tokens = new Redactor([]);
  const json = parseJson(body, (name, value) => {
    if (typeof value === "string" && /token/iu.test(name)) tokens.add(value);
    return value;
  });
  const members = Array.isArray(json) ? [] : shownTexts(json, 0);
  const texts = members.map((text) => tokens.redact(redactor.redact(text)).replace(tokenInText, "$1[secret]").trim());
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

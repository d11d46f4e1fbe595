/** What stands where a secret stood. */
const marker = "[secret]";

/**
 * Replaces every secret in a text by "[secret]", in each of the forms in which a service can echo it: as it is,
 * percent-encoded, form-encoded, base64-encoded (padded or not, URL-safe or not), and escaped for JSON or HTML.
 *
 * Where occurrences overlap, all that they cover is replaced by one marker, so that no part of a secret stays.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  const ranges = [...secrets]
    .flatMap(formsOf)
    .flatMap((form) => occurrences(text, form))
    .toSorted((one, other) => one.start - other.start);
  let redacted = "";
  let end = 0;
  for (const range of ranges) {
    if (range.start >= end) redacted += text.slice(end, range.start) + marker;
    end = Math.max(end, range.end);
  }
  return redacted + text.slice(end);
}

/** The forms in which a secret is looked for. */
export function formsOf(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const bytes = Buffer.from(text);
  const base64 = [bytes.toString("base64"), bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url")];
  const percentEncoded = [secret, ...base64].flatMap(percentForms);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, text, ...base64, ...percentEncoded, json, json.replaceAll("/", "\\/"), htmlEscaped(text)];
  return [...new Set(forms)].filter((form) => form !== "");
}

function percentForms(secret: string): readonly string[] {
  const component = encodeURIComponent(secret.toWellFormed());
  const strict = component.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  return [component, strict, form].flatMap((encoded) => [
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  ]);
}

const htmlEscapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function htmlEscaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes.get(character) ?? character);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Every place where a text contains another, those that overlap included. */
function occurrences(text: string, sought: string): readonly Range[] {
  const found: Range[] = [];
  for (let start = text.indexOf(sought); start !== -1; start = text.indexOf(sought, start + 1)) {
    found.push({ start, end: start + sought.length });
  }
  return found;
}

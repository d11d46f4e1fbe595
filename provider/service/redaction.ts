/** What stands where a secret stood. */
const marker = "[secret]";

/**
 * Replaces every secret in a text by "[secret]", in each of the forms in which a service can echo it: as it is, with
 * any of its characters percent-encoded, form-encoded or escaped for JSON or HTML, and base64-encoded (padded or not,
 * URL-safe or not).
 *
 * Where occurrences overlap, all that they cover is replaced by one marker, so that no part of a secret stays.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  const ranges = [...secrets]
    .filter((secret) => secret !== "")
    .flatMap(patternsOf)
    .flatMap((pattern) => occurrences(text, pattern))
    .toSorted((one, other) => one.start - other.start);
  let redacted = "";
  let end = 0;
  for (const range of ranges) {
    if (range.start >= end) redacted += text.slice(end, range.start) + marker;
    end = Math.max(end, range.end);
  }
  return redacted + text.slice(end);
}

/**
 * The most characters that a form of a secret has for each of the secret's own: an HTML escape such as `&#x000070;`, or
 * the percent-encoded bytes of one character.
 */
export const longestSpelling = 12;

/** What to look for: the secret with each character in any of its spellings, and its base64 forms likewise. */
function patternsOf(secret: string): readonly RegExp[] {
  const text = secret.toWellFormed();
  const bytes = Buffer.from(text);
  const plain = [secret, text, bytes.toString("base64url")].map(patternOf);
  const padded = `${patternOf(bytes.toString("base64").replace(/=+$/, ""))}(?:=|%3[dD]){0,2}`;
  return [...new Set([...plain, padded])].map((pattern) => new RegExp(pattern, "g"));
}

/** A text, each of whose characters may be in any of its spellings. */
function patternOf(text: string): string {
  return Array.from(text, spellingsOf).join("");
}

const named: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** The spellings of one character, as a regular expression. */
function spellingsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const bytes = [...Buffer.from(character)];
  const name = named.get(character);
  const spellings = [
    literal(character),
    units.map((unit) => `\\\\u${hexadecimal(unit, 4)}`).join(""),
    bytes.map((byte) => `%${hexadecimal(byte, 2)}`).join(""),
    `&#0{0,4}${code};`,
    `&#[xX]0{0,4}${hexadecimal(code, 1)};`,
    ...(name === undefined ? [] : [name]),
    ...(/["\\/]/.test(character) ? [literal(`\\${character}`)] : []),
    ...(character === " " ? [literal("+")] : []),
  ];
  return `(?:${spellings.join("|")})`;
}

/** A number in hexadecimal digits of either case, as a regular expression. */
function hexadecimal(value: number, width: number): string {
  const digits = value.toString(16).padStart(width, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A text as a regular expression that matches it and nothing else. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Every place where a pattern is found in a text, those that overlap included. */
function occurrences(text: string, pattern: RegExp): readonly Range[] {
  const found: Range[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push({ start: match.index, end: match.index + match[0].length });
    pattern.lastIndex = match.index + 1;
  }
  return found;
}

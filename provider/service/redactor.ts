/** Replaces an occurrence of a secret. */
const marker = "[secret]";

/** The encodings in which an API may repeat a secret; an encoding of an encoded secret is not found. */
const encodings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replace(/%../gu, (byte) => byte.toLowerCase()),
  (secret) => new URLSearchParams([["", secret]]).toString().slice(1),
  json,
  (secret) => json(secret).replaceAll("/", "\\/"),
  (secret) => json(secret).replace(/[^\x20-\x7e]/g, (unit) => `\\u${hexadecimal(unit.charCodeAt(0))}`),
  (secret) => secret.replace(/[&<>"]/gu, (character) => htmlEntities[character] ?? character),
  (secret) => Buffer.from(secret).toString("base64"),
  (secret) => Buffer.from(secret).toString("base64").replaceAll("=", ""),
  (secret) => Buffer.from(secret).toString("base64url"),
  (secret) => Buffer.from(secret).toString("hex"),
  (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
];

const htmlEntities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function json(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

function hexadecimal(unit: number): string {
  return unit.toString(16).padStart(4, "0");
}

/** Replaces secrets in texts by "[secret]", as they are and in the usual encodings. */
export class Redactor {
  readonly #spellings = new Set<string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret);
  }

  /** Adds a secret, such as a token that was just issued. */
  add(secret: string): void {
    if (secret === "") return;
    this.#spellings.add(secret);
    const wellFormed = secret.toWellFormed();
    for (const encode of encodings) this.#spellings.add(encode(wellFormed));
  }

  /** Replaces every secret. Of occurrences that overlap, nothing is left. */
  redact(text: string): string {
    const found = [...this.#spellings].flatMap((spelling) => occurrences(text, spelling));
    let redacted = "";
    let end = 0;
    for (const range of found.toSorted((one, other) => one.start - other.start)) {
      if (range.start >= end) redacted += text.slice(end, range.start) + marker;
      end = Math.max(end, range.end);
    }
    return redacted + text.slice(end);
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function occurrences(text: string, spelling: string): readonly Range[] {
  const found: Range[] = [];
  for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + 1)) {
    found.push({ start, end: start + spelling.length });
  }
  return found;
}

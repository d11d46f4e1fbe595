const marker = "[secret]";

/** The encodings in which an API may repeat a secret; an encoding of an encoded secret is not found. */
const encodings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(secret).replace(/%../gu, (byte) => byte.toLowerCase()),
  (secret) => new URLSearchParams([["", secret]]).toString().slice(1),
  json,
  (secret) => json(secret).replaceAll("/", "\\/"),
  (secret) => json(secret).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
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

/** Replaces secrets in texts by "[secret]", as they are and in the usual encodings. */
export class Redactor {
  readonly #spellings = new Set<string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret === "") return;
    this.#spellings.add(secret);
    const wellFormed = secret.toWellFormed();
    for (const encode of encodings) this.#spellings.add(encode(wellFormed));
  }

  /** Of occurrences that overlap, nothing is left. */
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

  /** Replaces every secret in the texts and the names of a JSON value. */
  redactAll(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactAll(item));
    if (typeof value !== "object" || value === null) return value;
    const members: readonly [string, unknown][] = Object.entries(value);
    return Object.fromEntries(members.map(([name, member]) => [this.redact(name), this.redactAll(member)]));
  }
}

function find(text: string, spelling: string): readonly (readonly [start: number, length: number])[] {
  const found: (readonly [start: number, length: number])[] = [];
  for (let start = text.indexOf(spelling); start >= 0; start = text.indexOf(spelling, start + 1)) {
    found.push([start, spelling.length]);
  }
  return found;
}

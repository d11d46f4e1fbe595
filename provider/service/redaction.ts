/** What stands where a secret stood. */
const marker = "[secret]";

/**
 * Replaces every secret in a text by "[secret]", in each of the forms in which a service can echo it: as it is; with any
 * of its characters percent-encoded, form-encoded or escaped for JSON or HTML; in base64 (padded or not, URL-safe or
 * not) or in hexadecimal digits; and in any two of these, one upon the other.
 *
 * Where occurrences overlap, all that they cover is replaced by one marker, so that no part of a secret stays.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  const readings = readingsOf(text).map(searchable);
  const ranges = [...secrets]
    .filter((secret) => secret !== "")
    .flatMap((secret) => occurrencesOf(secret, readings))
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
 * The most characters that a form of a secret has for each of the secret's own: six for an escape such as `\u0041`, each
 * of them once more as an escape such as `&#x00005c;`.
 */
export const longestSpelling = 60;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text as it reads with its escapes undone, and from where in the original each of its code units comes. */
interface Reading {
  readonly text: string;
  /** How often escapes were undone. */
  readonly depth: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The original, and what it reads as with the escapes of one kind undone, and of one more. */
function readingsOf(text: string): readonly Reading[] {
  const units = Array.from({ length: text.length }, (_, index) => index);
  const original: Reading = { text, depth: 0, starts: units, ends: units.map((index) => index + 1) };
  const undone = (readings: readonly Reading[]): readonly Reading[] =>
    readings.flatMap((reading) => escapes.flatMap((escape) => undo(reading, escape) ?? []));
  const once = undone([original]);
  return [original, ...once, ...undone(once)];
}

/** A way of writing characters, as a service may use it. */
interface Escape {
  /** What is written in this way. */
  readonly pattern: RegExp;
  /** The character that something so written stands for. */
  readonly meaning: (written: string) => string;
}

const named: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);

const controls: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const escapes: readonly Escape[] = [
  {
    // The bytes of one character in UTF-8, or a byte alone.
    pattern:
      /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|%[89a-f][\da-f]/giu,
    meaning: (written) => {
      const bytes = Buffer.from(written.replaceAll("%", ""), "hex");
      return bytes.toString(bytes.length === 1 ? "latin1" : "utf8");
    },
  },
  {
    pattern: /\\(?:u[\da-f]{4}|x[\da-f]{2}|[^ux])/gisu,
    meaning: (written) => {
      const [, letter = ""] = written;
      return written.length > 3
        ? String.fromCharCode(Number.parseInt(written.slice(2), 16))
        : (controls.get(letter) ?? written.slice(1));
    },
  },
  {
    pattern: /&(?:#\d{1,8}|#x[\da-f]{1,8}|amp|lt|gt|quot|apos);/giu,
    meaning: (written) => {
      const [, hexadecimal, decimal] = /^&#(?:x([\da-f]+)|(\d+));$/iu.exec(written) ?? [];
      if (hexadecimal === undefined && decimal === undefined) return named.get(written.toLowerCase()) ?? written;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code > 0x10_ff_ff ? written : String.fromCodePoint(code);
    },
  },
];

/** Undoes the escapes of one kind; undefined where there are none. */
function undo({ text, depth, starts, ends }: Reading, { pattern, meaning }: Escape): Reading | undefined {
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let read = 0;
  const copy = (end: number): void => {
    parts.push(text.slice(read, end));
    for (; read < end; read += 1) {
      from.push(starts[read] ?? 0);
      to.push(ends[read] ?? 0);
    }
  };
  for (const match of text.matchAll(pattern)) {
    const [written] = match;
    copy(match.index);
    const character = meaning(written);
    parts.push(character);
    read = match.index + written.length;
    for (let unit = 0; unit < character.length; unit += 1) {
      from.push(starts[match.index] ?? 0);
      to.push(ends[read - 1] ?? 0);
    }
  }
  if (parts.length === 0) return undefined;
  copy(text.length);
  return { text: parts.join(""), depth: depth + 1, starts: from, ends: to };
}

/** A reading as it is searched. */
interface Searchable extends Reading {
  /** With blanks for plus signs: forms write blanks so. */
  readonly plain: string;
  /** The same with small hexadecimal digits. */
  readonly lower: string;
}

function searchable(reading: Reading): Searchable {
  const plain = blanksForPluses(reading.text);
  return { ...reading, plain, lower: plain.replace(/[A-F]/gu, (digit) => digit.toLowerCase()) };
}

function blanksForPluses(text: string): string {
  return text.replaceAll("+", " ");
}

/** Where a secret stands in a text, in any of its forms. */
function occurrencesOf(secret: string, readings: readonly Searchable[]): readonly Range[] {
  const needles = needlesOf(secret);
  return readings.flatMap((reading) => {
    const sought = needles.filter(({ depth }) => depth + reading.depth <= 2);
    return sought.flatMap(({ text, isHexadecimal }) => {
      const searched = isHexadecimal ? reading.lower : reading.plain;
      const found: Range[] = [];
      for (let start = searched.indexOf(text); start >= 0; start = searched.indexOf(text, start + 1)) {
        const end = endOfPadding(searched, start + text.length);
        found.push({ start: reading.starts[start] ?? 0, end: reading.ends[end - 1] ?? 0 });
      }
      return found;
    });
  });
}

/** A text to look for. */
interface Needle {
  /** With blanks for plus signs. */
  readonly text: string;
  /** How often the secret is encoded as a whole in it. */
  readonly depth: number;
  /** Whether digits may be of either letter case; they are small in the needle. */
  readonly isHexadecimal: boolean;
}

/** The secret, and what it is when it is encoded as a whole, once or upon another encoding. */
function needlesOf(secret: string): readonly Needle[] {
  const text = secret.toWellFormed();
  const once = wholesOf(text);
  const all: readonly Needle[] = [
    { text: secret, depth: 0, isHexadecimal: false },
    { text, depth: 0, isHexadecimal: false },
    ...once.map((needle) => ({ ...needle, depth: 1 })),
    ...[...spellingsOf(text), ...wholeSpellingsOf(text)].flatMap(wholesOf).map((needle) => ({ ...needle, depth: 2 })),
  ];
  const unique = new Map(all.map((needle) => [`${needle.depth} ${needle.text}`, needle]));
  return [...unique.values()].map((needle) => ({ ...needle, text: blanksForPluses(needle.text) }));
}

/** A text in base64, and in hexadecimal digits, each as short as it may be. */
function wholesOf(text: string): readonly Omit<Needle, "depth">[] {
  const bytes = Buffer.from(text);
  return [
    { text: bytes.toString("base64").replace(/=+$/u, ""), isHexadecimal: false },
    { text: bytes.toString("base64url"), isHexadecimal: false },
    { text: bytes.toString("hex"), isHexadecimal: true },
  ];
}

/** Every way in which services write base64 and hexadecimal digits. */
function wholeSpellingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const digits = bytes.toString("hex");
  const base64 = bytes.toString("base64");
  return [base64, base64.replace(/=+$/u, ""), bytes.toString("base64url"), digits, digits.toUpperCase()];
}

/** The usual ways in which a text is written in a URL, a form, JSON and HTML, where that makes a difference. */
function spellingsOf(text: string): readonly string[] {
  const percent = encodeURIComponent(text);
  const form = new URLSearchParams([["", text]]).toString().slice(1);
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^\x20-\x7e]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(""),
  );
  const html = text.replace(/[&<>"]/gu, (character) => [...named].find(([, one]) => one === character)?.[0] ?? "");
  const htmls = ["'", "&#39;", "&#039;", "&#x27;", "&apos;"].map((quote) => html.replaceAll("'", quote));
  const all = [percent, form, json, json.replaceAll("/", "\\/"), ascii, ...htmls];
  const lower = [percent, form].map((one) => one.replace(/%../gu, (byte) => byte.toLowerCase()));
  return [...all, ...lower].filter((one) => one !== text);
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** Where what stands behind base64 to fill it up ends. */
function endOfPadding(text: string, start: number): number {
  return start + (/^={1,2}/u.exec(text.slice(start, start + 2))?.[0].length ?? 0);
}

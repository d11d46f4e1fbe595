import { oneLine } from "../common/quote";
import { bounds } from "./bounds";
import { parseJson } from "./json";

const marker = "[secret]";

/** A text and what it is an encoding of: in JSON, HTML, URLs, base64 or hexadecimal digits, once or several times. */
function decodings(text: string): ReadonlySet<string> {
  const decoded = new Set([text]);
  let last: readonly string[] = [text];
  for (let count = 0; count < bounds.encodings && last.length > 0; count += 1) {
    last = last.flatMap(decodeOnce).filter((one) => !decoded.has(one));
    for (const one of last) decoded.add(one);
  }
  return decoded;
}

function decodeOnce(text: string): readonly string[] {
  const words = text.match(/[\w+/-]{8,}/gu) ?? [];
  if (words.length === 0 && !/[\\%&]/u.test(text)) return [];
  const binary = words.flatMap((word) => [Buffer.from(word, "base64"), Buffer.from(word, "hex")]);
  const plain = text
    .replace(/&amp;/giu, "&")
    .replace(
      // The lookbehind keeps the time linear: without it, the pattern would start at each backslash.
      /(?<!\\)\\+(?!x[\da-f]{2})(?:u([\da-f]{4})|u\{([\da-f]{1,5})\})?|%u([\da-f]{4})|&#x0*([\da-f]{1,5});?/giu,
      (_, ...groups) => {
        const code = groups.slice(0, 4).join("");
        return code === "" ? "" : String.fromCodePoint(Number.parseInt(code, 16));
      },
    )
    .replace(/&#0*(\d{1,6});?/gu, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/(?:(?:%|(?<!\\)\\+x)[\da-f]{2})+/giu, (bytes) => {
      return Buffer.from(bytes.replace(/%|\\+x/giu, ""), "hex").toString();
    });
  return [plain, ...binary.map(String).filter((one) => one !== "" && !one.includes("\ufffd"))];
}

/** The letters and digits of a text. Every encoding keeps them, apart from their case, or can be undone. */
function coreOf(text: string): string {
  return normalized(text)
    .replace(/&[a-z]{2,30};|[^a-z0-9]/giu, "")
    .toLowerCase();
}

/**
 * The canonical composition of an untrusted text. A run of combining marks ends after 30, as in Unicode's stream-safe
 * text format (UAX #15), because normalization takes the square of the time of a run.
 */
function normalized(text: string): string {
  return text.replace(/\p{M}{30}(?=\p{M})/gu, "$&\u034f").normalize();
}

/** Replaces texts that contain a secret, as it is or encoded, by "[secret]". */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #cores = new Set<string>();
  /** Secrets without a core: they can be in anything that is encoded. */
  readonly #withoutCore = new Set<string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret === "") return;
    this.#secrets.add(secret);
    const encoded = (["base64", "hex"] as const).map((encoding) => Buffer.from(secret).toString(encoding));
    const cores = [...decodings(secret), ...encoded].map(coreOf);
    for (const core of cores) if (core.length >= bounds.coreLength) this.#cores.add(core);
    if (coreOf(secret).length < bounds.coreLength) this.#withoutCore.add(normalized(secret).toLowerCase());
  }

  /** Whether an entry contains a secret as it is, such as a token. Short secrets are in many entries by chance. */
  isIn(entry: string): boolean {
    return this.#secrets.values().some((secret) => secret.length >= bounds.entrySecret && entry.includes(secret));
  }

  redact(text: string): string {
    return this.isHidden(text) ? marker : text;
  }

  /** Whether a text contains a secret, or is too long to be searched. */
  isHidden(text: string): boolean {
    if (text.length > bounds.searchedCharacters || [...this.#secrets].some((secret) => text.includes(secret)))
      return true;
    const decoded = decodings(text);
    const cores = Array.from(decoded, coreOf);
    if ([...this.#cores].some((core) => cores.some((one) => one.includes(core)))) return true;
    const plain = normalized(text).toLowerCase();
    const isEncoded = decoded.size > 1 || /&[a-z]{2,30};/iu.test(text);
    return [...this.#withoutCore].some((secret) => isEncoded || plain.includes(secret));
  }

  /** Redacts the texts and names in a JSON text that is parsed with it. */
  readonly reviver = (_: string, value: unknown): unknown => {
    if (typeof value === "string") return this.redact(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.redact(name), member]));
  };
}

/**
 * The query of a path, and the values in it, if they can be keys. Short ones and words, such as names of fields, are no
 * keys.
 */
export function queryParts(path: string): readonly string[] {
  const { search, searchParams } = new URL(path, "http://relative.invalid");
  return [search, ...searchParams.values()].filter(
    (part) => part.length >= bounds.keyLength && !/^[\p{L}_,.]*$/u.test(part),
  );
}

/** The members that are shown: error, message, errorMessage, error_description, code, … */
const shownMember = /^(?:error[_-]?)?(?:error|message|detail|description|code)s?$/iu;

/** A token in the text of a member: `access_token=…` or `"token":"…"`. */
const tokenInText = /token(?:\\*"\s*:\s*\\*"|=)[^"\s&]/iu;

/**
 * The reason in the body of an error response, on one line.
 *
 * Only short texts in members with usual names, such as `message`, are shown, because an API or a proxy may repeat a
 * whole request. An error may contain an issued token: each text in a member with "token" in its name counts as one.
 *
 * @returns undefined if the body is not JSON with such a member, or a text in such a member contains a secret.
 */
export function errorDetail(body: string, redactor: Redactor): string | undefined {
  if (body.length > bounds.errorCharacters) return undefined;
  const [texts, tokens] = [new Set<string>(), new Redactor([])];
  parseJson(body, (name, value: unknown) => {
    const ofMember = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    for (const text of ofMember) {
      if (/token/iu.test(name)) tokens.add(text);
      else if (shownMember.test(name)) texts.add(text.trim());
    }
    return value;
  });
  const isHidden = (text: string) => redactor.isHidden(text) || tokens.isHidden(text) || tokenInText.test(text);
  if ([...texts].some(isHidden)) return undefined;
  const detail = oneLine([...texts].filter((text) => text !== "").join("; "), bounds.detailCharacters);
  return detail === "" ? undefined : detail;
}

/** The encodings in which an API may repeat a text. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  percent: encodeURIComponent,
  "percent in lower case": (text) => encodeURIComponent(text).replace(/%../gu, lowerCase),
  "percent of each reserved character": percentAll,
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "form in lower case": (text) => new URLSearchParams([["", text]]).toString().slice(1).replace(/%../gu, lowerCase),
  "form of each reserved character": (text) => percentAll(text).replaceAll("%20", "+"),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  HTML: (text) => htmlOf(text, "&quot;", "'"),
  "HTML of Go": (text) => htmlOf(text, "&#34;", "&#39;"),
  "HTML of PHP": (text) => htmlOf(text, "&quot;", "&#039;"),
  "HTML of Python": (text) => htmlOf(text, "&quot;", "&#x27;"),
  "HTML of Ruby": (text) => htmlOf(text, "&quot;", "&#39;"),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 without padding": (text) => Buffer.from(text).toString("base64").replaceAll("=", ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hexadecimal: (text) => Buffer.from(text).toString("hex"),
  "hexadecimal in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "JSON of .NET": (text) => jsonOf(text, /[^\x20-\x7e]|["&'+<>`]/gu).replaceAll(/\\u..../gu, upperCase),
  "JSON of PHP": (text) => jsonOf(text, /[^\x20-\x7e]/gu).replaceAll("/", "\\/"),
  "JSON in which each character is escaped": (text) => jsonOf(text, /[^]/gu),
  "a URL": (text) => encodeURI(text),
  "percent of each byte": (text) => Buffer.from(text).toString("hex").replaceAll(/../gu, "%$&"),
  "percent of each byte in Latin-1": (text) =>
    Buffer.from(text.normalize().replaceAll(/[^\0-\xff]/gu, "?"), "latin1")
      .toString("hex")
      .replaceAll(/../gu, "%$&"),
  "escapes of bytes": (text) =>
    Buffer.from(text)
      .toString("hex")
      .replaceAll(/../gu, String.raw`\x$&`),
  "decimal HTML": (text) => text.replaceAll(/[^]/gu, (one) => `&#${one.codePointAt(0)};`),
  "hexadecimal HTML": (text) => text.replaceAll(/[^]/gu, (one) => `&#X${one.codePointAt(0)?.toString(16)};`),
  "HTML with named characters": (text) =>
    htmlOf(text, "&quot;", "&apos;").replaceAll("é", "&eacute;").replaceAll("€", "&euro;"),
  "decomposed characters": (text) => text.normalize("NFD"),
  capitals: upperCase,
  "lower case": lowerCase,
};

function upperCase(text: string): string {
  return text.toUpperCase().replaceAll("\\U", "\\u");
}

function jsonOf(text: string, escaped: RegExp): string {
  const units = (one: string) => Array.from({ length: one.length }, (_, index) => one.charCodeAt(index));
  const escape = (one: string) => units(one).map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`);
  return text.replaceAll("\\", "\\\\").replaceAll(escaped, (one) => escape(one).join(""));
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** As RFC 3986 asks for, and many languages do. */
function percentAll(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/gu, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function htmlOf(text: string, quote: string, apostrophe: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll('"', quote).replaceAll("'", apostrophe);
}

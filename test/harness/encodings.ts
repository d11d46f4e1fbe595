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
};

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

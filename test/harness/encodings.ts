/** The encodings in which an API may repeat a text. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  percent: encodeURIComponent,
  "percent in lower case": (text) => encodeURIComponent(text).replace(/%../gu, (byte) => byte.toLowerCase()),
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON in ASCII": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  HTML: (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 without padding": (text) => Buffer.from(text).toString("base64").replaceAll("=", ""),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hexadecimal: (text) => Buffer.from(text).toString("hex"),
  "hexadecimal in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
};

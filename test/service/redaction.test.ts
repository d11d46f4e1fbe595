import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../../provider/service/redaction";
import { encodings } from "../harness/encodings";

/** Secrets that no other text of these tests contains by chance. */
const secret = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => `Q7${text}zX`);
const harmless = fc.stringMatching(/^[a-p .]*$/);

/** The forms in which services echo a secret. */
function formsOf(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const json = JSON.stringify(text).slice(1, -1);
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return [
    secret,
    encodeURIComponent(text),
    new URLSearchParams([["", text]]).toString().slice(1),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
    json,
    json.replaceAll("/", "\\/"),
    units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join(""),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`),
    points.map((point) => `&#${point};`).join(""),
    points.map((point) => `&#x${point.toString(16)};`).join(""),
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&#34;")
      .replaceAll("'", "&#039;"),
  ];
}

describe("redact", () => {
  const doubly = Object.keys(encodings).flatMap((inner) => [
    [inner, "nothing else"] as const,
    ...Object.keys(encodings).map((outer) => [inner, outer] as const),
  ]);

  it.each(doubly)("finds a secret in %s and then in %s", (inner, outer) => {
    const unit = fc.constantFrom(..."+/%\"\\=:&<>' azAZ09-_.é€🙂");
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (part) => {
        const secret = `Q7${part}zX`;
        const encoded = encodings[inner]?.(secret) ?? "";
        const form = encodings[outer]?.(encoded) ?? encoded;
        expect(redact(`said: ${form}.`, [secret])).toBe("said: [secret].");
      }),
      { numRuns: 30 },
    );
  });

  it("leaves a text without secrets as it is", () => {
    fc.assert(
      fc.property(harmless, fc.array(secret, { maxLength: 3 }), (text, secrets) => {
        expect(redact(text, secrets)).toBe(text);
      }),
    );
  });

  it("leaves no form of any secret, wherever it stands", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(harmless, secret), { minLength: 1, maxLength: 4 }), fc.nat(), (parts, choice) => {
        const forms = parts.map(([, one]) => formsOf(one)[choice % formsOf(one).length] ?? one);
        const text = parts.map(([before], index) => `${before}${forms[index]} `).join("");
        const redacted = redact(
          text,
          parts.map(([, one]) => one),
        );
        for (const form of forms) expect(redacted).not.toContain(form);
      }),
    );
  });

  it.each([
    ["as it is", "p@ss w/rd+1"],
    ["percent-encoded", "p%40ss%20w%2Frd%2B1"],
    ["percent-encoded in lower case", "p%40ss%20w%2frd%2b1"],
    ["form-encoded", "p%40ss+w%2Frd%2B1"],
    ["base64-encoded", Buffer.from("p@ss w/rd+1").toString("base64")],
    ["base64-encoded without padding", Buffer.from("p@ss w/rd+1").toString("base64").replaceAll("=", "")],
    ["base64url-encoded", Buffer.from("p@ss w/rd+1").toString("base64url")],
    ["in JSON", "p@ss w\\/rd+1"],
  ])("finds a secret %s", (_, form) => {
    expect(redact(`said: ${form}.`, ["p@ss w/rd+1"])).toBe("said: [secret].");
  });

  it("finds a secret with quotes in JSON and in HTML", () => {
    expect(redact(JSON.stringify({ password: 'a"b\\c' }), ['a"b\\c'])).toBe('{"password":"[secret]"}');
    expect(redact("<p>a&quot;b&amp;c</p>", ['a"b&c'])).toBe("<p>[secret]</p>");
  });

  it("replaces the longer of two secrets of which one contains the other", () => {
    expect(redact("key-and-more key", ["key", "key-and-more"])).toBe("[secret] [secret]");
  });

  it("leaves no rest of secrets that overlap", () => {
    expect(redact("abcdefgh", ["abcd", "cdefgh"])).toBe("[secret]");
    expect(redact("aaa", ["aa"])).toBe("[secret]");
  });

  it("passes over an empty secret and bears a lone surrogate", () => {
    expect(redact("text", [""])).toBe("text");
    expect(redact("a\ud800b", ["a\ud800b"])).toBe("[secret]");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Redactor } from "../../provider/api/redactor";
import { encodings } from "../harness/encodings";

/** Secrets that no other text of these tests contains by chance. */
const secret = fc
  .string({ unit: fc.constantFrom(..."+/%\"\\=:&<>' azAZ09-_.é€🙂"), minLength: 1, maxLength: 12 })
  .map((text) => `Q7${text}zX`);
const harmless = fc.stringMatching(/^[a-p .]*$/);

function redact(text: string, secrets: readonly string[]): string {
  return new Redactor(secrets).redact(text);
}

describe("a redactor", () => {
  it.each(["nothing", ...Object.keys(encodings)])("finds a secret in %s", (encoding) => {
    fc.assert(
      fc.property(harmless, secret, harmless, (before, one, after) => {
        const spelling = encodings[encoding]?.(one) ?? one;
        expect(redact(`${before}:${spelling}.${after}`, ["other", one])).toBe(`${before}:[secret].${after}`);
      }),
      { numRuns: 50 },
    );
  });

  it("leaves a text without secrets as it is", () => {
    fc.assert(
      fc.property(harmless, fc.array(secret, { maxLength: 3 }), (text, secrets) => {
        expect(redact(text, secrets)).toBe(text);
      }),
    );
  });

  it("finds a secret that is added later", () => {
    const redactor = new Redactor([]);
    redactor.add("token-1");
    expect(redactor.redact("Bearer token-1")).toBe("Bearer [secret]");
  });

  it("replaces secrets in the texts and names of a JSON value", () => {
    const value = { id: 5, "a the-secret": ["the-secret", null, true, { note: "dGhlLXNlY3JldA==" }] };
    expect(new Redactor(["the-secret"]).redactAll(value)).toEqual({
      id: 5,
      "a [secret]": ["[secret]", null, true, { note: "[secret]" }],
    });
  });

  it("replaces the longer of two secrets of which one contains the other", () => {
    expect(redact("key-and-more key", ["key", "key-and-more"])).toBe("[secret] [secret]");
  });

  it("leaves nothing of secrets that overlap", () => {
    expect(redact("abcdefgh", ["abcd", "cdefgh"])).toBe("[secret]");
    expect(redact("aaa", ["aa"])).toBe("[secret]");
  });

  it("ignores an empty secret and accepts a lone surrogate", () => {
    expect(redact("text", [""])).toBe("text");
    expect(redact("a\ud800b", ["a\ud800b"])).toBe("[secret]");
  });
});

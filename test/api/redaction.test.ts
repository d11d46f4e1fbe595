import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDetail, Redactor } from "../../provider/api/redaction";
import { encodings } from "../harness/encodings";
import { expectExamples } from "../harness/example-texts";

/** Secrets that no other text of these tests contains by chance. */
const secret = fc
  .string({ unit: fc.constantFrom(..."+/%\"\\=:&<>'!()*~ azAZ09-_.é€🙂"), minLength: 1, maxLength: 12 })
  .map((text) => `Q7${text}zXw`);
const harmless = fc.stringMatching(/^[a-p .]*$/);

function redact(text: string, secrets: readonly string[]): string {
  return new Redactor(secrets).redact(text);
}

/** Secrets of signs only, which no encoding keeps. */
const signs = fc.string({ unit: fc.constantFrom(..."+/%\"\\=:&<>'!()*~-_.éжЖ€🙂"), minLength: 5, maxLength: 12 });

const names = Object.keys(encodings);

function encode(text: string, ...by: readonly string[]): string {
  return by.reduce((encoded, name) => encodings[name]?.(encoded) ?? encoded, text);
}

describe("a redactor", () => {
  it("shows nothing of a text with a secret", () => {
    fc.assert(
      fc.property(harmless, fc.oneof(secret, signs), harmless, (before, one, after) => {
        expect(redact(`${before}:${one}.${after}`, ["other", one])).toBe("[secret]");
      }),
    );
  });

  it.each(names)("shows nothing of a text with a secret in %s", (encoding) => {
    fc.assert(
      fc.property(harmless, fc.oneof(secret, signs), harmless, (before, one, after) => {
        expect(redact(`${before}:${encode(one, encoding)}.${after}`, ["other", one])).toBe("[secret]");
      }),
      { numRuns: 50 },
    );
  });

  it("shows nothing of a secret that was encoded several times, however", () => {
    // Base64 in another letter case is no encoding, and a decomposed character can make a percent sign an encoding.
    const some = names.filter((name) => !["capitals", "lower case", "decomposed characters"].includes(name));
    const by = fc.array(fc.constantFrom(...some), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(harmless, secret, harmless, by, (before, one, after, each) => {
        expect(redact(`${before}:${encode(one, ...each)}.${after}`, ["other", one])).toBe("[secret]");
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves a text without secrets as it is", () => {
    fc.assert(
      fc.property(harmless, fc.array(secret, { maxLength: 3 }), (text, secrets) => {
        expect(redact(text, secrets)).toBe(text);
      }),
    );
  });

  it("replaces secrets in the texts and names of a JSON text", () => {
    const { reviver } = new Redactor(["the-secret"]);
    const text = '{"id":5,"a the-secret":["the-secret",null,true,{"note":"dGhlLXNlY3JldA=="}],"b":"c","__proto__":{}}';
    expect(JSON.stringify(JSON.parse(text, reviver))).toBe(
      '{"id":5,"[secret]":["[secret]",null,true,{"note":"[secret]"}],"b":"c","__proto__":{}}',
    );
  });

  it("shows nothing of a text that is too long to be searched", () => {
    expect(redact("x".repeat(100_001), ["secret-1"])).toBe("[secret]");
  });

  // Without a limit of their runs, the time grows with their square.
  it.each(["the-secret", "п"])("searches a text of combining marks: %s", (one) => {
    const marks = "\u0300\u0327".repeat(49_990);
    expect(redact(`a${marks}`, [one])).toBe(`a${marks}`);
    expect(redact(`a${marks}${encode(one, "hexadecimal")}`, [one])).toBe("[secret]");
  });

  it.each(["abc", "abcd", "a-1"])("hides a text with %s in an encoding, however short the secret is", (short) => {
    expect(redact(`x %${short.charCodeAt(0).toString(16)}${short.slice(1)} y`, [short])).toBe("[secret]");
  });

  it("ignores an empty secret and accepts a lone surrogate", () => {
    expect(redact("text", [""])).toBe("text");
    expect(redact("a\ud800b", ["a\ud800b"])).toBe("[secret]");
  });
});

/** Bodies of error responses, with their secrets. */
const bodies: readonly (readonly [body: unknown, ...secrets: string[]])[] = [
  [{ error: "Invalid request", message: "com.example.x is not allowed" }],
  [{ Error_Description: "no such user", code: "E17", status: "failed" }],
  [{ errorMessage: "too many", "error-code": "LIMIT", detail: "at most 10", description: "of all" }],
  [{ error: { message: "nested", path: "/v1" } }],
  [{ errors: [{ code: "A", field: "app_bundles" }, "plain", { error: { detail: "deep" } }] }],
  [{ error: "twice", message: "twice" }],
  [""],
  ["Authentication error"],
  ["<html><p>message</p></html>"],
  ['"error"'],
  [["error"]],
  [{ request: { headers: "Bearer x" }, messages: { error: "inside" }, reasons: ["x"] }],
  [{ error: 17, code: 4 }],
  [{ error: " \n " }],
  [{ error: { error: { error: { error: { error: "deep" } } } } }],
  [`${'{"error":'.repeat(7000)}1${"}".repeat(7000)}`],
  [{ error: "short", padding: "x".repeat(65_536) }],
  [{ error: "\u001b[31mred\u0000 \u202eback\n\ttwo\u200b" }],
  [{ error: "x".repeat(200), message: "y".repeat(200) }],
  // Redacted before it is shortened, so that no part of a secret is left.
  [{ error: `${"x".repeat(190)}the-long-secret` }, "the-long-secret"],
  [{ error: "for key-1 ", message: " pass-1 is wrong" }, "key-1 ", " pass-1"],
  // Nothing is shown if a member is a secret, or has one in an unusual encoding.
  [{ error: "no login", message: "pass-1" }, "pass-1"],
  [{ error: "no login", message: "with p&#65;ss&amp;1" }, "pAss&1"],
  // Tokens in the response.
  [{ error: "bad tok-1/2", access_token: "tok-1/2" }],
  [{ message: "refreshing dG9rLTE=", nested: [{ refreshToken: "tok-1" }] }],
  [{ message: 'was {"access_token":"tok-1"}' }],
  [{ message: "access_token=tok-1&expires_in=5" }],
  [{ access_token: "tok-1", token_error: "tok-1" }],
];

it("the detail of an error response has the texts of members with a reason, without secrets, on one short line", () => {
  const examples = bodies.map(([body, ...secrets]) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return [
      `${text.slice(0, 90)} (${text.length})`,
      [errorDetail(text, new Redactor(secrets)) ?? "(nothing)"],
    ] as const;
  });
  expectExamples(join(import.meta.dirname, "details.txt"), Object.fromEntries(examples));
});

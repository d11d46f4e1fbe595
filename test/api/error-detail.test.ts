import { describe, expect, it } from "vitest";
import { errorDetail } from "../../provider/api/error-detail";
import { Redactor } from "../../provider/api/redactor";

function detail(body: unknown, ...secrets: readonly string[]): string | undefined {
  return errorDetail(typeof body === "string" ? body : JSON.stringify(body), new Redactor(secrets));
}

describe("the detail of an error response", () => {
  it.each([
    [
      { error: "Invalid request", message: "com.example.x is not allowed" },
      "Invalid request; com.example.x is not allowed",
    ],
    [{ Error_Description: "no such user", code: "E17", status: "failed" }, "no such user; E17"],
    [
      { errorMessage: "too many", "error-code": "LIMIT", detail: "at most 10", description: "of all" },
      "too many; LIMIT; at most 10; of all",
    ],
    [{ error: { message: "nested", path: "/v1" } }, "nested"],
    [{ errors: [{ code: "A", field: "app_bundles" }, "plain", { error: { detail: "deep" } }] }, "A; plain; deep"],
    [{ error: "twice", message: "twice" }, "twice"],
  ])("has the texts of the members with a reason: %j", (body, expected) => {
    expect(detail(body)).toBe(expected);
  });

  it.each([
    ["nothing", ""],
    ["plain text", "Authentication error"],
    ["a page", "<html><p>message</p></html>"],
    ["a JSON text", '"error"'],
    ["an array", ["error"]],
    ["other members", { request: { headers: "Bearer x" }, messages: { error: "inside" }, reasons: ["x"] }],
    ["numbers", { error: 17, code: 4 }],
    ["white space", { error: " \n " }],
    ["errors nested too deep", { error: { error: { error: { error: { error: "deep" } } } } }],
    ["more nesting than a stack allows", `${'{"error":'.repeat(7000)}1${"}".repeat(7000)}`],
    ["more than 64 KiB", { error: "short", padding: "x".repeat(65_536) }],
  ])("is undefined for %s", (_, body) => {
    expect(detail(body)).toBeUndefined();
  });

  it("is on one line, with control characters and invisible ones escaped", () => {
    const error = "\u001b[31mred\u0000 \u202eback\n\ttwo\u200b";
    expect(detail({ error })).toBe("\\u{1b}[31mred\\u{0} \\u{202e}back two\\u{200b}");
  });

  it("is limited to 200 characters per member and 300 in total", () => {
    expect(detail({ error: "x".repeat(201) })).toBe(`${"x".repeat(200)}…`);
    expect(detail({ error: "x".repeat(200), message: "y".repeat(200) })).toBe(`${"x".repeat(200)}; ${"y".repeat(98)}…`);
  });

  it("is redacted before it is shortened, so that no part of a secret is left", () => {
    expect(detail({ error: `${"x".repeat(190)}the-long-secret` }, "the-long-secret")).toBe(
      `${"x".repeat(190)}[secret]`,
    );
  });

  it.each([
    [{ error: "bad tok-1/2", access_token: "tok-1/2" }, "bad [secret]"],
    [{ message: "refreshing dG9rLTE=", nested: [{ refreshToken: "tok-1" }] }, "refreshing [secret]"],
    [{ message: 'was {"access_token":"tok-1"}' }, 'was {"access_token":"[secret]"}'],
    [{ message: "access_token=tok-1&expires_in=5" }, "access_token=[secret]&expires_in=5"],
    [{ access_token: "tok-1", token_error: "tok-1" }, undefined],
  ])("has no token that is in the response: %j", (body, expected) => {
    expect(detail(body)).toBe(expected);
  });
});

import { describe, expect, it } from "vitest";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redactor";
import { processToken, tokenCall, type IssuedToken } from "../../provider/api/token-call";

const settings = {
  ownKeys: new Set<never>(),
  secrets: [],
  baseUrl: "https://api.example.com/ads",
  basicCredential: "a2V5OnM=",
  username: "ads+api@example.com",
  password: "ä &=%+1",
};

function process(exchange: Exchange): IssuedToken {
  return processToken(tokenCall(settings), exchange, new Redactor(["password-1"]));
}

function response(status: number, body: unknown): Exchange {
  return { outcome: "response", status, body: typeof body === "string" ? body : JSON.stringify(body) };
}

describe("the token call", () => {
  it("is the password grant in form encoding, with Basic authorization", () => {
    expect(tokenCall(settings)).toEqual({
      purpose: "token",
      origin: "https://api.example.com",
      ownKeys: new Set<never>(),
      appListId: undefined,
      shownPath: "/ads/v1/authentication/token",
      request: {
        method: "POST",
        path: "/ads/v1/authentication/token",
        headers: {
          accept: "application/json",
          authorization: "Basic a2V5OnM=",
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": "pulumi-app-list",
        },
        body: "grant_type=password&username=ads%2Bapi%40example.com&password=%C3%A4+%26%3D%25%2B1",
      },
    });
  });

  it("returns a token and its lifetime, and redacts it from then on", () => {
    const redactor = new Redactor([]);
    const exchange = response(200, { access_token: "tok-1", expires_in: "1799", scope: "" });
    const token = processToken(tokenCall(settings), exchange, redactor);
    expect(token).toEqual({ value: "tok-1", lifetimeSeconds: 1799 });
    expect(redactor.redact("Bearer tok-1")).toBe("Bearer [secret]");
  });

  it.each([400, 401, 403])("with status %d is a wrong login", (status) => {
    expect(() => process(response(status, { error: "for password-1" }))).toThrow(
      expect.objectContaining({ code: "AUTHENTICATION_FAILED" }),
    );
    expect(() => process(response(status, { error: "for password-1" }))).toThrow(
      /invalid login credentials .* app-list:username and app-list:password, .* The API returned: for \[secret\]/,
    );
  });

  it.each([
    [302, "REQUEST_REFUSED"],
    [404, "REQUEST_REFUSED"],
    [500, "SERVICE_UNAVAILABLE"],
  ])("with status %d is not", (status, code) => {
    expect(() => process(response(status, ""))).toThrow(expect.objectContaining({ code }));
  });

  it("with a response of success without a token is unreadable, and nothing of it is shown", () => {
    for (const body of [
      { accessToken: "misplaced", error: "misplaced" },
      "misplaced",
      { access_token: "misplaced token" },
    ]) {
      expect(() => process(response(200, body))).toThrow(expect.objectContaining({ code: "RESPONSE_UNREADABLE" }));
      expect(() => process(response(200, body))).toThrow(/^(?!.*misplaced)/s);
    }
  });

  it("has no effect, however it ends", () => {
    const failures: Exchange[] = [
      response(503, ""),
      response(200, "<html>"),
      { outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true },
      { outcome: "noResponse", sent: true, reason: "other side closed", isTransient: true },
      { outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED", isTransient: true },
    ];
    for (const failure of failures) {
      expect(() => process(failure)).toThrow(expect.objectContaining({ effect: "none" }));
    }
  });
});

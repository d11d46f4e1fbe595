import { describe, expect, it } from "vitest";
import { Redactor } from "../../provider/api/redaction";
import { type AccessToken, processToken, tokenCall, TokenSource } from "../../provider/api/token";

const settings = {
  owner: {},
  redactor: new Redactor(["password-1"]),
  baseUrl: "https://api.example.com/ads",
  basicCredential: "a2V5OnM=",
  username: "ads+api@example.com",
  password: "ä &=%+1",
};

function process(body: unknown, redactor = settings.redactor): AccessToken {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return processToken(tokenCall({ ...settings, redactor }), { outcome: "response", status: 200, body: text });
}

describe("the token call", () => {
  it("returns a token and its lifetime, and redacts it from then on", () => {
    const redactor = new Redactor([]);
    const token = process({ access_token: "tok-1", expires_in: "1799", scope: "" }, redactor);
    expect(token).toEqual({ value: "tok-1", lifetimeSeconds: 1799, forms: { expires_in: "text, 1799" } });
    expect(redactor.redact("Bearer tok-1")).toBe("[secret]");
  });

  it.each([
    [{ accessToken: "misplaced", error: "misplaced" }],
    ["misplaced"],
    // No header can carry these.
    [{ access_token: "misplaced token", expires_in: "1799" }],
    [{ access_token: "misplaced\r\ntoken" }],
    [{ access_token: "", scope: "misplaced" }],
  ])("with a response of success without a token is unreadable, and nothing of it is shown: %j", (body) => {
    expect(() => process(body)).toThrow(expect.objectContaining({ code: "RESPONSE_UNREADABLE" }));
    expect(() => process(body)).toThrow(/^(?!.*misplaced)/s);
  });
});

describe("a token source", () => {
  /** A source whose tokens are issued by the test, with a clock of the test. */
  function controlled() {
    const clock = { milliseconds: 1_000_000 };
    const issues: PromiseWithResolvers<AccessToken>[] = [];
    const issueToken = () => {
      const issue = Promise.withResolvers<AccessToken>();
      issues.push(issue);
      return issue.promise;
    };
    const source = new TokenSource(issueToken, { now: () => clock.milliseconds });
    const issue = (value = "a", lifetimeSeconds = 1799) =>
      issues.at(-1)?.resolve({ value, lifetimeSeconds, forms: {} });
    const next = async (value?: string) => {
      const asked = source.get();
      issue(value);
      return asked;
    };
    return { clock, issues, source, issue, next };
  }

  it("uses a token until its margin, measured from when the call was sent", async () => {
    const { clock, issues, source, issue, next } = controlled();
    const asked = source.get();
    clock.milliseconds += 10_000;
    issue();
    await asked;
    clock.milliseconds += 1799 * 800 - 10_001;
    expect((await source.get()).value).toBe("a");
    clock.milliseconds += 1;
    expect((await next("b")).value).toBe("b");
    expect(issues).toHaveLength(2);
  });

  it("replaces a token that is not accepted", async () => {
    const { issues, source, next } = controlled();
    const token = await next();
    source.invalidate(token);
    const other = await next("b");
    // Another request has the answer to the old token.
    source.invalidate(token);
    expect(await source.get()).toBe(other);
    expect(issues).toHaveLength(2);
  });
});

describe("the lifetime of a token", () => {
  it.each([
    ["1799", 1799, "text, 1799"],
    ["59.5", 59.5, "text, 59.5"],
    [1799, 1799, "number, 1799"],
    ["1", 1, "text, 1"],
    ["0", 1799, "text, used as 1799"],
    [0.5, 1799, "number, used as 1799"],
    [undefined, 1799, "absent, used as 1799"],
    [null, 1799, "null, used as 1799"],
    ["soon", 1799, "text, used as 1799"],
    ["-5", 1799, "text, used as 1799"],
    [-5, 1799, "number, used as 1799"],
    ["Infinity", 1799, "text, used as 1799"],
  ])("with expires_in %j is %d seconds; its form is %s", (expiresIn, seconds, form) => {
    const issued = { access_token: "abc", expires_in: expiresIn };
    expect(process(issued)).toEqual({ value: "abc", lifetimeSeconds: seconds, forms: { expires_in: form } });
  });
});

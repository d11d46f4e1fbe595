import { describe, expect, it } from "vitest";
import { baseUrlSchema } from "../../provider/api/settings-table";

describe("the base URL", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["https://API.example.com:443//", "https://api.example.com"],
    ["https://api.example.com:8443/ads/", "https://api.example.com:8443/ads"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:1/x", "http://127.0.0.1:1/x"],
    ["http://127.9.9.9", "http://127.9.9.9"],
    ["http://[::1]:80", "http://[::1]"],
    ["https://api.example.com/ads" + "/".repeat(5), "https://api.example.com/ads"],
  ])("%s is normalized to %s", (text, baseUrl) => {
    expect(baseUrlSchema.parse(text)).toBe(baseUrl);
  });

  it("may contain a million slashes", () => {
    const baseUrl = `https://api.example.com/${"/".repeat(1_000_000)}x`;
    expect(baseUrlSchema.parse(baseUrl)).toBe(baseUrl);
  });

  it.each([
    ["api.example.com", /is not a URL/],
    ["", /is not a URL/],
    ["ftp://api.example.com", /must begin with https/],
    ["http://api.example.com", /api\.example\.com would send the credentials unencrypted/],
    ["http://127.0.0.1.example.com", /unencrypted/],
    ["http://localhost.example.com", /unencrypted/],
    ["http://example-localhost", /unencrypted/],
    ["https://user@api.example.com", /user name or a password/],
    ["https://api.example.com/?key=1", /query or a fragment/],
    ["https://api.example.com/#top", /query or a fragment/],
    ["https://api.example.com/?", /query or a fragment/],
  ])("%s is refused", (text, problem) => {
    const { error } = baseUrlSchema.safeParse(text);
    expect(error?.issues.map(({ message }) => message).join("\n")).toMatch(problem);
  });
});

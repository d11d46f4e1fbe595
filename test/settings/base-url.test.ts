import { describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../provider/settings/base-url";

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
  ])("%s is normalised to %s", (text, baseUrl) => {
    expect(parseBaseUrl(text)).toEqual({ outcome: "valid", baseUrl });
  });

  it("may have a million slashes in its middle", () => {
    const baseUrl = `https://api.example.com/${"/".repeat(1_000_000)}x`;
    expect(parseBaseUrl(baseUrl)).toEqual({ outcome: "valid", baseUrl });
  });

  it.each([
    ["api.example.com", /is not a URL/],
    ["", /is not a URL/],
    ["ftp://api.example.com", /must begin with https/],
    ["http://api.example.com", /api\.example\.com would send the credentials unencrypted/],
    ["http://127.0.0.1.example.com", /unencrypted/],
    ["http://localhost.example.com", /unencrypted/],
    ["https://user@api.example.com", /user name or a password/],
    ["https://api.example.com/?key=1", /query or a fragment/],
    ["https://api.example.com/#top", /query or a fragment/],
    ["https://api.example.com/?", /query or a fragment/],
  ])("%s is refused", (text, problem) => {
    const parsed = parseBaseUrl(text);
    expect(parsed.outcome === "invalid" && parsed.problem).toMatch(problem);
  });

  it("is not repeated in what is said about it", () => {
    const parsed = parseBaseUrl("https://user:hunter2@api.example.com/?key=hunter2");
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });
});

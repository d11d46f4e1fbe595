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
});

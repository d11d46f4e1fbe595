import { describe, expect, it } from "vitest";
import { findMove, shownUrl } from "../../provider/resource/move";
import { parseState } from "../../provider/resource/state";

const url = "https://api.example.com";

function stateOf(parts: Readonly<Record<string, unknown>>) {
  return parseState({ stateVersion: 1, appListId: 4321, ...parts });
}

describe("a move", () => {
  it("is another base URL, where the list cannot be the same one", () => {
    expect(findMove(stateOf({ baseUrl: url }), undefined, "https://other.example")).toEqual({
      before: `"${url}"`,
      now: '"https://other.example"',
      isSameService: false,
    });
  });

  it("is another account, where the list can be the same one at the same base URL", () => {
    expect(findMove(stateOf({ baseUrl: url, account: "eu" }), undefined, url)).toEqual({
      before: 'account "eu"',
      now: "the default account",
      isSameService: true,
    });
  });

  it("is to another service if one of the base URLs is not known", () => {
    expect(findMove(stateOf({ account: "eu" }), "us", url)?.isSameService).toBe(false);
    expect(findMove(stateOf({ account: "eu" }), "us", undefined)?.isSameService).toBe(false);
    expect(findMove(stateOf({ account: "eu", baseUrl: url }), "us", undefined)?.isSameService).toBe(false);
  });

  it("is nothing if neither differs, or a base URL is not known", () => {
    expect(findMove(stateOf({ baseUrl: url, account: "eu" }), "eu", url)).toBeUndefined();
    expect(findMove(stateOf({ baseUrl: url }), undefined, undefined)).toBeUndefined();
    expect(findMove(stateOf({}), undefined, url)).toBeUndefined();
  });
});

it("shows a base URL that is not known as such", () => {
  expect(shownUrl(undefined)).toBe('"an unknown base URL"');
});

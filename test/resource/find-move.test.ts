import { describe, expect, it } from "vitest";
import { shownUrl } from "../../provider/resource/move";
import { parseState } from "../../provider/resource/state";
import { moveOf } from "./declared";

const url = "https://api.example.com";

function stateOf(parts: Readonly<Record<string, unknown>>) {
  return parseState({ stateVersion: 1, appListId: 4321, ...parts });
}

describe("a move", () => {
  it("is another base URL, where the list cannot be the same one", () => {
    expect(moveOf(stateOf({ baseUrl: url }), undefined, "https://other.example")).toEqual({
      before: `"${url}"`,
      now: '"https://other.example"',
      isSameService: false,
    });
  });

  it("is another account, where the list can be the same one at the same base URL", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), undefined, url)).toEqual({
      before: 'account "eu"',
      now: "the default account",
      isSameService: true,
    });
  });

  it("is to another service if one of the base URLs is not known", () => {
    expect(moveOf(stateOf({ account: "eu" }), "us", url)?.isSameService).toBe(false);
    expect(moveOf(stateOf({ account: "eu" }), "us", undefined)?.isSameService).toBe(false);
    expect(moveOf(stateOf({ account: "eu", baseUrl: url }), "us", undefined)?.isSameService).toBe(false);
  });

  it("is nothing if the settings show that both names are the same account", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), "europe", url, "eu")).toBeUndefined();
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), "europe", "https://other.example", "eu")).toBeDefined();
  });

  it("is nothing if neither differs, or a base URL is not known", () => {
    expect(moveOf(stateOf({ baseUrl: url, account: "eu" }), "eu", url)).toBeUndefined();
    expect(moveOf(stateOf({ baseUrl: url }), undefined, undefined)).toBeUndefined();
    expect(moveOf(stateOf({}), undefined, url)).toBeUndefined();
  });
});

it("shows a base URL that is not known as such", () => {
  expect(shownUrl(undefined)).toBe('"an unknown base URL"');
});

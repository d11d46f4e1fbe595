import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { changeCall, processAppList, readCall } from "../../provider/api/app-list-calls";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";

const settings = {
  ownKeys: new Set<never>(),
  secrets: ["the-secret"],
  baseUrl: "https://api.example.com/ads",
  readPath: "/lists/{id}?list={id}",
};
const entries = { ...noEntries, appBundles: EntrySet.of(["com.b", "com.a"]), websites: EntrySet.of(["a.com"]) };
const change = changeCall(settings, 7, "add", entries, "change");

function process(exchange: Exchange, call = change) {
  return processAppList(call, exchange, new Redactor(["the-secret"]));
}

function response(status: number, body: unknown): Exchange {
  return { outcome: "response", status, body: JSON.stringify(body) };
}

describe("the call that changes a list", () => {
  it("sends only the kinds that have entries, sorted, below the path of the base URL", () => {
    expect(change).toMatchObject({
      purpose: "change",
      appListId: 7,
      request: {
        method: "PATCH",
        path: "/ads/v1/app_list/7/add",
        headers: { "content-type": "application/json" },
        body: '{"app_bundles":"com.a,com.b","websites":"a.com"}',
      },
    });
  });

  it("returns the list in the response, without secrets in its texts", () => {
    const body = { id: 7, name: "the-secret list", description: "the-secret", app_bundles: "com.a" };
    expect(process(response(200, body))).toEqual({
      id: 7,
      name: "[secret] list",
      description: "[secret]",
      entries: { appBundles: EntrySet.of(["com.a"]), placementIds: undefined, websites: undefined },
      sentinels: EntrySet.none,
    });
  });

  it.each<[Exchange, RegExp]>([
    [response(200, { id: 8 }), /it is about app list 8 and not 7/],
    [response(200, { ok: true }), /unexpected id/],
    [{ outcome: "response", status: 200, body: "" }, /it is empty/],
    [{ outcome: "response", status: 200, body: "<html>" }, /it is not JSON/],
  ])("fails with the problem of an unreadable response: %j", (exchange, problem) => {
    expect(() => process(exchange)).toThrow(problem);
  });

  it.each<[Exchange, string, string]>([
    [response(404, { error: "no" }), "NOT_FOUND", "denied"],
    [response(200, { id: 8 }), "RESPONSE_UNREADABLE", "possible"],
    [response(200, { ok: true }), "RESPONSE_UNREADABLE", "possible"],
    [response(204, {}), "RESPONSE_UNREADABLE", "possible"],
    [response(422, { error: "no" }), "REQUEST_REFUSED", "denied"],
    [response(500, {}), "SERVICE_UNAVAILABLE", "possible"],
    [{ outcome: "interrupted", status: 200, reason: "cut", isTransient: true }, "RESPONSE_UNREADABLE", "possible"],
    [{ outcome: "noResponse", sent: true, reason: "reset", isTransient: true }, "OUTCOME_UNKNOWN", "possible"],
    [{ outcome: "noResponse", sent: false, reason: "refused", isTransient: true }, "SERVICE_UNAVAILABLE", "none"],
  ])("fails with its effect on the list: %j", (exchange, code, effect) => {
    expect(() => process(exchange)).toThrow(expect.objectContaining({ code, effect }));
    const probe = changeCall(settings, 7, "remove", entries, "probe");
    expect(() => process(exchange, probe)).toThrow(expect.objectContaining({ effect: "none" }));
  });
});

describe("the call that reads a list", () => {
  it("uses the path of the settings", () => {
    expect(readCall(settings, 7)).toMatchObject({
      purpose: "read",
      request: { method: "GET", path: "/ads/lists/7?list=7" },
    });
  });

  it("needs a path in the settings", () => {
    expect(() => readCall({ ...settings, readPath: undefined }, 7)).toThrow(RangeError);
  });
});

import { describe, expect, it } from "vitest";
import { findRoute } from "../../provider/simulator/request";

describe("findRoute", () => {
  it("knows the endpoints of the API", () => {
    expect(findRoute("POST", "/v1/authentication/token", undefined)).toEqual({ action: "token" });
    expect(findRoute("GET", "/v1/meta/campaigns", undefined)).toEqual({ action: "campaigns" });
    expect(findRoute("PATCH", "/v1/app_list/4321/add", undefined)).toEqual({ action: "add", appListId: 4321 });
    expect(findRoute("PATCH", "/v1/app_list/0/remove", undefined)).toEqual({ action: "remove", appListId: 0 });
  });

  it.each([
    "/v1/app_list/abc/add",
    "/v1/app_list/-1/add",
    "/v1/app_list/1.0/add",
    "/v1/app_list/007/add",
    "/v1/app_list/9007199254740993/add",
    "/v1/app_list//add",
    "/v1/app_list/1/replace",
    "/v1/app_list/1/add/",
    "/v1/app_list/1",
    "/app_list/1/add",
    "/v2/app_list/1/add",
    "//v1/app_list/1/add",
  ])("does not know %s", (path) => {
    expect(findRoute("PATCH", path, undefined)).toEqual({ action: "other" });
  });

  it.each([
    ["GET", "/v1/authentication/token"],
    ["POST", "/v1/meta/campaigns"],
    ["PUT", "/v1/app_list/1/add"],
    ["DELETE", "/v1/app_list/1"],
  ])("does not know %s %s", (method, path) => {
    expect(findRoute(method, path, "/v1/app_list/{id}")).toEqual({ action: "other" });
  });

  it("reads a list at the path of the template, and nowhere else", () => {
    expect(findRoute("GET", "/v1/app_list/12", "/v1/app_list/{id}")).toEqual({ action: "read", appListId: 12 });
    expect(findRoute("GET", "/x/12/entries", "/x/{id}/entries")).toEqual({ action: "read", appListId: 12 });
    expect(findRoute("GET", "/x/y/entries", "/x/{id}/entries").action).toBe("other");
    expect(findRoute("GET", "/x/entries", "/x/{id}/entries").action).toBe("other");
    expect(findRoute("GET", "/v1/app_list/12", undefined).action).toBe("other");
    expect(findRoute("GET", "/v1/app_list/12/add", "/v1/app_list/{id}/add")).toEqual({ action: "read", appListId: 12 });
    expect(findRoute("PATCH", "/v1/app_list/12/add", "/v1/app_list/{id}/add")).toEqual({
      action: "add",
      appListId: 12,
    });
  });
});

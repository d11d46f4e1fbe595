import { describe, expect, it } from "vitest";
import { findRoute, type Route } from "../../provider/simulator/request";

describe("findRoute", () => {
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

  it.each<[string, string, string | undefined, Route]>([
    ["POST", "/v1/authentication/token", undefined, { action: "token" }],
    ["GET", "/v1/authentication/token", undefined, { action: "other" }],
    ["GET", "/v1/meta/campaigns", undefined, { action: "campaigns" }],
    ["POST", "/v1/meta/campaigns", undefined, { action: "other" }],
    ["PATCH", "/v1/app_list/4321/add", undefined, { action: "add", appListId: 4321 }],
    ["PATCH", "/v1/app_list/0/remove", undefined, { action: "remove", appListId: 0 }],
    ["PUT", "/v1/app_list/1/add", "/v1/app_list/{id}", { action: "other" }],
    ["DELETE", "/v1/app_list/1", "/v1/app_list/{id}", { action: "other" }],
    ["GET", "/v1/app_list/12", "/v1/app_list/{id}", { action: "read", appListId: 12 }],
    ["GET", "/v1/app_list/12", undefined, { action: "other" }],
    ["GET", "/x/12/entries", "/x/{id}/entries", { action: "read", appListId: 12 }],
    ["GET", "/x/y/entries", "/x/{id}/entries", { action: "other" }],
    ["GET", "/x/entries", "/x/{id}/entries", { action: "other" }],
    ["GET", "/v1/app_list/12/add", "/v1/app_list/{id}/add", { action: "read", appListId: 12 }],
    ["PATCH", "/v1/app_list/12/add", "/v1/app_list/{id}/add", { action: "add", appListId: 12 }],
  ])("takes %s %s, with the read endpoint %s, for %j", (method, path, readTemplate, route) => {
    expect(findRoute(method, path, readTemplate)).toEqual(route);
  });
});

import { describe, expect, it } from "vitest";
import { browserPaths } from "../../tools/browser/find-browser.ts";

describe("the browser", () => {
  it("is the one that CHROMIUM_PATH names, and no other", () => {
    expect(browserPaths({ CHROMIUM_PATH: "/opt/my-chromium" }, "linux")).toEqual(["/opt/my-chromium"]);
    expect(browserPaths({ CHROMIUM_PATH: "" }, "linux")).toContain("/usr/bin/chromium");
  });

  it("has a path of its own on each system", () => {
    expect(browserPaths({}, "linux")).toEqual([
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome-stable",
      "/usr/bin/google-chrome",
    ]);
    expect(browserPaths({}, "darwin")[0]).toBe("/Applications/Chromium.app/Contents/MacOS/Chromium");
  });
});

import { describe, expect, it } from "vitest";
import { candidates } from "../../tools/browser/candidates.ts";
import { firstBrowser } from "../../tools/browser/find-browser.ts";
import type { Attempt, Source } from "../../tools/browser/sources.ts";

function sourceOf(name: string, attempt: Attempt): Source {
  return { name, attempt: () => Promise.resolve(attempt) };
}

const untried: Source = {
  name: "never asked",
  attempt: () => Promise.reject(new Error("This source must not be asked.")),
};

describe("the browser", () => {
  it("is that of the first source that has one, and the sources after it are not tried", async () => {
    const none = sourceOf("this machine", { outcome: "failed", reason: "there is none" });
    const found = sourceOf("the clone", { outcome: "found", executable: "/opt/chromium" });
    expect(await firstBrowser([none, found, untried])).toBe("/opt/chromium");
  });

  it("is reported as missing, with the attempts, their reasons and the fix", async () => {
    const sources = [
      sourceOf("this machine", { outcome: "failed", reason: "there is none" }),
      sourceOf("the download", { outcome: "failed", reason: "no route to host" }),
    ];
    await expect(firstBrowser(sources)).rejects.toThrow(
      /1\. this machine: there is none\n2\. the download: no route to host\n\nInstall Chromium or Chrome, or set CHROMIUM_PATH/u,
    );
  });

  it("is the one that CHROMIUM_PATH names, and no other", () => {
    expect(candidates({ CHROMIUM_PATH: "/opt/my-chromium" }, "linux")).toEqual(["/opt/my-chromium"]);
    expect(candidates({ CHROMIUM_PATH: "" }, "linux")).toContain("/usr/bin/chromium");
  });

  it("is looked for where each system keeps it", () => {
    expect(candidates({}, "linux")).toEqual([
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome-stable",
      "/usr/bin/google-chrome",
    ]);
    expect(candidates({}, "darwin")[0]).toBe("/Applications/Chromium.app/Contents/MacOS/Chromium");
    expect(candidates({}, "win32")).toEqual([]);
  });
});

import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cacheFolder, openPrivateFolder } from "../../provider/common/private-folder";
import { temporaryFolder } from "../harness/shared-files";

describe("the cache folder of the user", () => {
  it.each([
    ["~/.cache", {}, "linux", "/home/a/.cache"],
    ["XDG_CACHE_HOME", { XDG_CACHE_HOME: "/cache" }, "linux", "/cache"],
    ["not a relative XDG_CACHE_HOME", { XDG_CACHE_HOME: "cache" }, "linux", "/home/a/.cache"],
    ["not an empty XDG_CACHE_HOME", { XDG_CACHE_HOME: "" }, "linux", "/home/a/.cache"],
    ["~/Library/Caches on macOS", { LOCALAPPDATA: "/local" }, "darwin", "/home/a/Library/Caches"],
    ["XDG_CACHE_HOME on macOS", { XDG_CACHE_HOME: "/cache" }, "darwin", "/cache"],
    ["LOCALAPPDATA on Windows", { LOCALAPPDATA: "/local" }, "win32", "/local"],
    ["XDG_CACHE_HOME on Windows", { LOCALAPPDATA: "/local", XDG_CACHE_HOME: "/cache" }, "win32", "/cache"],
  ] as const)("is %s", (_, environment, platform, expected) => {
    expect(cacheFolder(environment, platform, "/home/a")).toBe(expected);
  });
});

describe("a private folder", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it("is made with all folders above it, and can be read and changed by this user alone", () => {
    const cache = join(temporaryFolder(), "new", "cache");
    const folder = openPrivateFolder(cache, "run-1");
    expect(folder).toBe(join(cache, "pulumi-app-list", "run-1"));
    expect([cache, join(cache, "pulumi-app-list"), folder].map(modeOf)).toEqual(["700", "700", "700"]);
    expect(openPrivateFolder(cache, "run-1")).toBe(folder);
  });

  it("can be in a cache folder that is a link, and that others can read", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    chmodSync(cache, 0o755);
    symlinkSync(cache, join(elsewhere, "cache"));
    expect(statSync(openPrivateFolder(join(elsewhere, "cache"), "run-1")).isDirectory()).toBe(true);
    expect(readdirSync(join(cache, "pulumi-app-list"))).toEqual(["run-1"]);
  });

  it.each(["pulumi-app-list", "pulumi-app-list/run-1"])("is refused if others can read or change %s", (path) => {
    const cache = temporaryFolder();
    openPrivateFolder(cache, "run-1");
    for (const mode of [0o755, 0o730, 0o702]) {
      chmodSync(join(cache, path), mode);
      expect(() => openPrivateFolder(cache, "run-1")).toThrow(`other users have access to ${join(cache, path)}`);
    }
  });

  it("is refused in a cache folder in which all users can replace it", () => {
    const cache = temporaryFolder();
    chmodSync(cache, 0o777);
    expect(() => openPrivateFolder(cache, "run-1")).toThrow("all users can replace the folders in");
    // As in /tmp, nobody can rename the folders of others.
    chmodSync(cache, 0o1777);
    expect(openPrivateFolder(cache, "run-1")).toContain("run-1");
  });

  it.each(["pulumi-app-list", "pulumi-app-list/run-1"])("is refused if %s is a link or a file", (path) => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    if (path !== "pulumi-app-list") mkdirSync(join(cache, "pulumi-app-list"), { mode: 0o700 });
    chmodSync(elsewhere, 0o700);
    symlinkSync(elsewhere, join(cache, path));
    expect(() => openPrivateFolder(cache, "run-1")).toThrow(`${join(cache, path)} is not a folder`);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

import { chmodSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
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
    const folder = openPrivateFolder(cache);
    expect(folder).toBe(join(cache, "pulumi-app-list"));
    expect([modeOf(cache), modeOf(folder)]).toEqual(["700", "700"]);
    expect(openPrivateFolder(cache)).toBe(folder);
  });

  it("can be in a cache folder that is a link, and that others can read", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    chmodSync(cache, 0o755);
    symlinkSync(cache, join(elsewhere, "cache"));
    expect(statSync(openPrivateFolder(join(elsewhere, "cache"))).isDirectory()).toBe(true);
    expect(readdirSync(cache)).toEqual(["pulumi-app-list"]);
  });

  it("is refused if others can read or change it", () => {
    const cache = temporaryFolder();
    const folder = openPrivateFolder(cache);
    for (const mode of [0o755, 0o730, 0o702]) {
      chmodSync(folder, mode);
      expect(() => openPrivateFolder(cache)).toThrow(`other users have access to ${folder}`);
    }
  });

  it("is refused in a cache folder in which all users can replace it", () => {
    const cache = temporaryFolder();
    chmodSync(cache, 0o777);
    expect(() => openPrivateFolder(cache)).toThrow("all users can replace the folders in");
    // As in /tmp, nobody can rename the folders of others.
    chmodSync(cache, 0o1777);
    expect(openPrivateFolder(cache)).toContain("pulumi-app-list");
  });

  it("is refused if it is a link or a file", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const folder = join(cache, "pulumi-app-list");
    chmodSync(elsewhere, 0o700);
    symlinkSync(elsewhere, folder);
    expect(() => openPrivateFolder(cache)).toThrow(`${folder} is not a folder`);
    rmSync(folder);
    writeFileSync(folder, "");
    expect(() => openPrivateFolder(cache)).toThrow("EEXIST");
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cacheFolder, openPrivateFolder } from "../../provider/common/private-folder";
import { version } from "../../provider/common/version";
import { root } from "../../tools/paths.mjs";
import { sharedFolder, temporaryFolder } from "../harness/shared-files";

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
    expect(cacheFolder(environment, platform, () => "/home/a")).toBe(expected);
  });

  it("needs a home folder only without XDG_CACHE_HOME, and is never in the working directory", () => {
    const fail = (): string => {
      throw new Error("no entry for this user");
    };
    expect(cacheFolder({ XDG_CACHE_HOME: "/cache" }, "linux", fail)).toBe("/cache");
    expect(() => cacheFolder({}, "linux", fail)).toThrow("no entry");
    expect(() => cacheFolder({}, "linux", () => "")).toThrow("no home folder");
  });
});

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

type Spoiled = readonly [how: string, spoil: (folder: string, cache: string) => void, problem: string];

const [accessible, replaceable] = ["other users have access to", "other users can replace the folders"];

function withMode(mode: string): Spoiled {
  return [`has mode ${mode}`, (folder) => chmodSync(folder, mode), accessible];
}

const ofAnotherUser: readonly Spoiled[] = [
  ["belongs to another user", (folder) => chownSync(folder, nobody, nobody), accessible],
  ["is in the folder of another user", (_, cache) => chownSync(cache, nobody, nobody), replaceable],
];

/** How a private folder is no longer one, and the error of its use. Only root can give a folder away. */
const spoiled: readonly Spoiled[] = [
  ...["755", "730", "702"].map(withMode),
  ["is in a folder that all can change", (_, cache) => chmodSync(cache, 0o777), replaceable],
  ["is a link", (folder) => replace(folder, (elsewhere) => symlinkSync(elsewhere, folder)), "is not a folder"],
  ["is a file", (folder) => replace(folder, () => writeFileSync(folder, "")), "is not a folder"],
  ...(isRoot ? ofAnotherUser : []),
];

function replace(folder: string, by: (elsewhere: string) => void): void {
  rmSync(folder, { recursive: true });
  const elsewhere = temporaryFolder();
  chmodSync(elsewhere, 0o700);
  by(elsewhere);
}

describe("a private folder", () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it("is made with all folders above it, and can be read and changed by this user alone", () => {
    const cache = join(temporaryFolder(), "new", "cache");
    const folder = openPrivateFolder(cache);
    expect(folder).toBe(sharedFolder(cache));
    expect([modeOf(cache), modeOf(folder)]).toEqual(["700", "700"]);
    expect(openPrivateFolder(cache)).toBe(folder);
  });

  it("can be in a cache folder that is a link, that others can read, or in which nobody renames those of others", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(cache, join(elsewhere, "cache"));
    for (const mode of [0o755, 0o1777]) {
      chmodSync(cache, mode);
      expect(statSync(openPrivateFolder(join(elsewhere, "cache"))).isDirectory()).toBe(true);
    }
    expect(readdirSync(cache)).toEqual(["pulumi-app-list"]);
  });

  it.each(spoiled)("is refused if it %s", (_, spoil, problem) => {
    const cache = temporaryFolder();
    spoil(openPrivateFolder(cache), cache);
    expect(() => openPrivateFolder(cache)).toThrow(problem);
  });
});

/** Starts a command and returns what it prints, and the files that it leaves in the folder for temporary files. */
function start(command: "app-list" | "plugin", environment: Readonly<Record<string, string>>) {
  const path = command === "plugin" ? "plugin/pulumi-resource-app-list" : "bundles/app-list.js";
  const words = [join(root, "provider", "dist", path), ...(command === "plugin" ? [] : ["--version"])];
  const temporary = temporaryFolder();
  const env = { PATH: process.env["PATH"], TMPDIR: temporary, TEMP: temporary, ...environment };
  // The plugin ends when its input does.
  const { stdout, stderr } = spawnSync(process.execPath, words, { env, input: "", encoding: "utf8", timeout: 20_000 });
  const printed = stdout.replace(/^[0-9]+\n$/u, "port").replace(`${version}\n`, "version");
  return { printed, messages: stderr, temporary: readdirSync(temporary) };
}

describe.each(["app-list", "plugin"] as const)("the compiled code of the %s", (command) => {
  const usual = { printed: command === "plugin" ? "port" : "version", messages: "", temporary: [] };

  it("is in a private folder of the user", () => {
    const home = temporaryFolder();
    expect(start(command, { HOME: home, LOCALAPPDATA: join(home, ".cache") })).toEqual(usual);
    const folder = sharedFolder(cacheFolder({}, process.platform, () => home));
    expect(readdirSync(join(folder, "compiled"))).toHaveLength(1);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(spoiled)("is nowhere, without a message, if that folder %s", (_, spoil) => {
    const cache = temporaryFolder();
    spoil(openPrivateFolder(cache), cache);
    expect(start(command, { XDG_CACHE_HOME: cache })).toEqual(usual);
    expect(existsSync(join(sharedFolder(cache), "compiled"))).toBe(false);
  });

  it("is nowhere, without a message, if the home folder is read-only", () => {
    // Root can write everywhere else.
    const home = isRoot ? "/proc" : temporaryFolder();
    if (!isRoot) chmodSync(home, 0o500);
    expect(start(command, { HOME: home, LOCALAPPDATA: "" })).toEqual(usual);
  });

  it("is where NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE place it", () => {
    const [cache, chosen] = [temporaryFolder(), temporaryFolder()];
    expect(start(command, { XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: chosen })).toEqual(usual);
    expect(start(command, { XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(usual);
    expect(readdirSync(cache)).toEqual([]);
    expect(readdirSync(chosen)).toHaveLength(1);
  });
});

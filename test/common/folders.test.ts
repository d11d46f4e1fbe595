import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync, renameSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPrivateFolder } from "../../provider/common/folders";
import { built } from "../harness/built";
import { sharedFolder, temporaryFolder } from "../harness/shared-files";

afterEach(() => void vi.unstubAllEnvs());

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

const accessible = "other users have access to";

type Spoiled = readonly [how: string, spoil: (folder: string, cache: string) => void, problem: string];

/** How a private folder is no longer one, and the error of its use. */
const spoiled: readonly Spoiled[] = [
  ["can be listed by all", (folder) => chmodSync(folder, 0o704), accessible],
  ["can be changed by a group", (folder) => chmodSync(folder, 0o730), accessible],
  ["is in a folder that all can change", (_, cache) => chmodSync(cache, 0o777), accessible],
  ["is two levels below a folder that all can change", (_, cache) => chmodSync(dirname(cache), 0o777), accessible],
  ["is a link", moveBehindLink, "is not a folder"],
  ["belongs to another user", (folder) => chownSync(folder, nobody, nobody), accessible],
  ["is in the folder of another user", (_, cache) => chownSync(cache, nobody, nobody), accessible],
  ["is in a folder that another group can change", (_, cache) => giveToGroup(cache), accessible],
];
// Only root can give a folder away.
const tried = isRoot ? spoiled : spoiled.slice(0, -3);

function giveToGroup(path: string): void {
  chownSync(path, 0, nobody);
  chmodSync(path, 0o775);
}

function moveBehindLink(folder: string): void {
  renameSync(folder, `${folder}.old`);
  symlinkSync(`${folder}.old`, folder);
}

const open = (cache: string | undefined) => openPrivateFolder({ XDG_CACHE_HOME: cache });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("a private folder", () => {
  it.each([
    ["~/.cache", undefined, "home/.cache"],
    ["XDG_CACHE_HOME", "cache", "cache"],
  ])("is in %s", (_, chosen, expected) => {
    const folder = temporaryFolder();
    vi.stubEnv("HOME", join(folder, "home"));
    expect(open(chosen && join(folder, chosen))).toBe(sharedFolder(join(folder, expected)));
  });

  it("is made with all folders above it, and can be read and changed by this user alone", () => {
    const cache = join(temporaryFolder(), "new", "cache");
    expect([open(cache), open(cache)]).toEqual([sharedFolder(cache), sharedFolder(cache)]);
    expect([modeOf(cache), modeOf(sharedFolder(cache))]).toEqual(["700", "700"]);
  });

  it("can be in a cache folder that is a link, that others can read, or in which nobody renames those of others", () => {
    const [cache, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(cache, join(elsewhere, "cache"));
    // The group of the user may change it.
    for (const mode of [0o755, 0o775, 0o1777]) {
      chmodSync(cache, mode);
      expect(open(join(elsewhere, "cache"))).toBe(sharedFolder(cache));
    }
    expect(readdirSync(cache)).toEqual([basename(sharedFolder(cache))]);
  });

  it.each([
    ["cannot be made", "/proc/none"],
    ["would be in the working directory", "cache"],
    ["is not known, without a home folder", undefined],
  ])("is among the temporary files, and names the user, if the cache folder %s", (_, cache) => {
    const temporary = temporaryFolder();
    chmodSync(temporary, 0o1777);
    vi.stubEnv("TMPDIR", temporary).stubEnv("HOME", "none");
    expect(open(cache)).toBe(sharedFolder(temporary));
    expect(modeOf(sharedFolder(temporary))).toBe("700");
    expect(sharedFolder(temporary)).toContain(`pulumi-app-list-${process.getuid?.()}`);
    chmodSync(temporary, 0o777);
    expect(() => open(cache)).toThrow(accessible);
  });

  it.each(tried)("is not used if it %s, and no compiled code is kept in it", (_, spoil, problem) => {
    const cache = join(temporaryFolder(), "cache");
    spoil(open(cache), cache);
    vi.stubEnv("TMPDIR", cache);
    expect(() => open(cache)).toThrow(problem);
    expect(start({ XDG_CACHE_HOME: cache, TMPDIR: cache })).toEqual({ ...usual, temporary: [] });
    expect(existsSync(join(sharedFolder(cache), "compiled"))).toBe(false);
  });
});

/** Starts a command; returns whether it prints a number, its messages, and what it leaves among the temporary files. */
function start(environment: Readonly<Record<string, string>>, path = "bundles/app-list.js") {
  const temporary = temporaryFolder();
  const env = { PATH: process.env["PATH"], TMPDIR: temporary, TEMP: temporary, ...environment };
  const words = [join(built(), path), "--version"];
  // The plugin ends when its input does.
  const { stdout, stderr } = spawnSync(process.execPath, words, { env, input: "", encoding: "utf8", timeout: 20_000 });
  return { printsNumber: /^[0-9.]+\n$/u.test(stdout), messages: stderr, temporary: readdirSync(temporary) };
}

/** The app-list prints its version, and the plugin its port. */
const usual = { printsNumber: true, messages: "", temporary: [] };

describe("the compiled code", () => {
  it.each(["bundles/app-list.js", "plugin/pulumi-resource-app-list"])("of %s is in a private folder", (path) => {
    const home = temporaryFolder();
    expect(start({ HOME: home, USERPROFILE: home }, path)).toEqual(usual);
    vi.stubEnv("HOME", home);
    const folder = openPrivateFolder({});
    expect([modeOf(folder), readdirSync(join(folder, "compiled")).length]).toEqual(["700", 1]);
  });

  it("is among the temporary files, without a message, if the home folder is read-only", () => {
    // Root can write everywhere else.
    const home = isRoot ? "/proc" : temporaryFolder();
    if (!isRoot) chmodSync(home, 0o500);
    expect(start({ HOME: home, USERPROFILE: home })).toEqual({ ...usual, temporary: [basename(sharedFolder(home))] });
  });

  it("is where NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE place it", () => {
    const [cache, chosen] = [temporaryFolder(), temporaryFolder()];
    expect(start({ XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: chosen })).toEqual(usual);
    expect(start({ XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual(usual);
    expect(existsSync(join(sharedFolder(cache), "compiled"))).toBe(false);
    expect(readdirSync(chosen)).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn, line } from "./over-limit";
import { blocked, inList, testbed } from "./testbed";

// A list is its URL: the base URL and the ID. An account is a login.

const list = 4321;
const twenty = numbered(20);
const europe = { account: "europe" };
const elsewhere = { account: "elsewhere" };

/** A stack with two more accounts: another login at the same base URL, and the same login at another host name. */
async function open(program: Program, host: PulumiHost, plain: Readonly<Record<string, string>> = {}) {
  const bed = await testbed({ program, host });
  const baseUrl = bed.simulator.url.replace("127.0.0.1", "localhost");
  const accounts = { europe: defaultAccount, elsewhere: { ...defaultAccount, baseUrl } };
  bed.project.configure({ plain, secret: { accounts: JSON.stringify(accounts) } });
  succeeded(await bed.project.up());
  bed.requests();
  return bed;
}

const notFound = { on: { appListId: list }, effect: "before", answer: { kind: "status", status: 404 } } as const;

describe.each(oneOrAllHosts(pluginHost))("with $name", (host) => {
  it("lines that move to the resource of another account stay in the list", async () => {
    const [moving, staying] = [twenty.slice(0, 5), twenty.slice(5)];
    const program = { ...blocked(twenty), more: inList(list, ["com.more"], europe) };
    const { project, appBundles } = await open(program, host);
    const more = inList(list, ["com.more", ...moving], europe);
    project.declare({ more, ...blocked(staying, {}, { dependsOn: ["more"] }) });
    succeeded(await project.up());
    expect(appBundles()).toEqual([...twenty, "com.more"]);
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });

  it.each([
    { what: "name", after: { banned: inList(list, twenty, europe) } },
    { what: "resource (--replace)", after: blocked(twenty, europe), words: ["--replace", "**blocked"] },
  ])("another account and another $what in one command change nothing", async ({ after, words = [] }) => {
    const { project, appBundles } = await open(blocked(twenty), host);
    project.declare(after);
    succeeded(await project.up(...words));
    expect(appBundles()).toEqual(twenty);
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });

  it("two resources with other accounts must not declare one entry", async () => {
    const { project, requests } = await open(blocked(twenty), host);
    project.declare({ ...blocked(twenty), more: inList(list, twenty.slice(0, 1), europe) });
    const { text } = failed(await project.preview());
    expect(line({ text })).toMatch(/"(?:blocked|more)" .*"(?:blocked|more)"/u);
    expect(text).toContain("europe");
    expect(requests()).toEqual([]);
  });

  it("another account reads the list once, changes nothing, and is put back without a request", async () => {
    const { project, simulator, requests, appBundles, report } = await open(blocked(twenty), host);
    simulator.edit(list, { remove: { appBundles: twenty.slice(0, 1) } });
    project.declare(blocked(twenty, europe));
    expect((await report()).output).toContain("arguments: account");
    simulator.addFault(notFound);
    const { text } = failed(await project.up());
    expect(text).toContain("take the other account back");
    simulator.clearFaults();
    requests();
    project.declare(blocked(twenty));
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    project.declare(blocked(twenty, europe));
    succeeded(await project.up());
    // A drift is not repaired.
    expect([requests(), appBundles()]).toEqual([["token 200", "remove 200"], twenty.slice(1)]);
    succeeded(await project.up("--expect-no-changes"));
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });

  it("another account sends nothing if the list is not read, and does not pass another limit", async () => {
    const { project, simulator, requests, appBundles } = await open(blocked(twenty), host, { observe: "off" });
    simulator.addFault(notFound);
    project.declare(blocked(twenty, europe));
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    project.declare(blocked(twenty.slice(0, 2)));
    expect(line(failed(await project.up()))).toContain("removes 18");
    expect(appBundles()).toEqual(twenty);
  });

  it("another base URL adopts and adds there, and removes nothing", async () => {
    const { project, appBundles } = await open(blocked(twenty), host);
    project.declare(blocked([...twenty.slice(0, 2), "com.new"], elsewhere));
    expect(succeeded(await project.up()).text).toContain("claimExisting");
    expect(appBundles()).toEqual([...twenty, "com.new"]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(twenty);
  });

  it("another base URL and another name at once are stopped, and the stop names both", async () => {
    const { project, simulator, appBundles } = await open(blocked(twenty), host);
    project.declare({ banned: inList(list, twenty, elsewhere) });
    const stopped = line(failed(await project.up()));
    expect(stopped).toContain("removes 20");
    expect(stopped).toContain("banned");
    expect(stopped).toContain(simulator.url.replace("127.0.0.1", "localhost"));
    expect(digestIn(stopped)).toBeDefined();
    expect(appBundles()).toEqual(twenty);
  });
});

import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { defaultAccount } from "../../provider/simulator/index";
import { dynamicHost, oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import { providerType, type Declared, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn, line, reportOn, urnOf } from "./over-limit";
import { blocked, emptyLists, inList, testbed } from "./testbed";

// The table about the removal guard in docs/reference/resource.md.

const [list, otherList] = [4321, 6002];
const twenty = numbered(20);
const lists = emptyLists(101, 102, list, otherList);

describe.each(oneOrAllHosts(pluginHost))("a mistyped appListId, with $name", (host) => {
  it("is stopped in the preview, which names the old list", async () => {
    const entries = numbered(5);
    const { project, appBundles } = await testbed({ program: blocked(entries), lists, host });
    succeeded(await project.up());
    project.declare({ blocked: inList(otherList, entries) });
    const preview = failed(await project.preview());
    expect(line(preview)).toMatch(/error: app list 4321 /u);
    expect(line(preview)).toContain("this change removes 5 of 5, because appListId is 6002 now");
    expect(digestIn(failed(await project.up()).text)).toBe(digestIn(preview.text));
    expect([appBundles(list), appBundles(otherList)]).toEqual([entries, []]);

    // The command that the message names shows all of them.
    project.environment["APP_LIST_APPROVE"] = digestIn(preview.text);
    const { text } = await reportOn(project);
    for (const entry of entries) expect(text).toContain(`- ${entry}\n`);
  });
});

/** The other resource, whose replacement replaces this one as well. */
const other = (id: number): Program => ({ other: inList(id, ["com.z"]) });

/** A replacement for which the engine calls no Diff of this resource. */
interface Replacement {
  readonly way: string;
  readonly hosts?: readonly PulumiHost[];
  readonly words?: readonly string[];
  /** Options of the resource before and after. */
  readonly options?: readonly [Declared["options"], Declared["options"]];
  readonly id?: number;
  readonly after?: readonly string[];
}

const replacements: readonly Replacement[] = [
  { way: "state taint" },
  { way: "--replace", words: ["--replace", "**blocked"], id: list, after: twenty.slice(0, 2) },
  { way: "replaceWith", options: [{ replaceWith: ["other"] }, { replaceWith: ["other"] }], hosts: [pluginHost] },
  {
    way: "replacementTrigger",
    options: [{ replacementTrigger: "first" }, { replacementTrigger: "second" }],
    hosts: [dynamicHost],
  },
];
const allHosts = oneOrAllHosts(pluginHost);

describe.each(replacements)(
  "$way",
  ({ way, hosts = allHosts, words = [], options = [], id = otherList, after = twenty }) => {
    it.each(hosts)("is stopped, and its report has the same digest, with $name", async (host) => {
      const program = { ...other(101), ...blocked(twenty, {}, options[0]) };
      const { project, appBundles } = await testbed({ program, lists, host });
      succeeded(await project.up());
      if (way === "state taint") succeeded(await project.pulumi("state", "taint", urnOf("blocked", host), "--yes"));
      project.declare({ ...other(way === "replaceWith" ? 102 : 101), blocked: inList(id, after, {}, options[1]) });
      const report = await reportOn(project, ...words);
      const stopped = failed(await project.up(...words));
      const reason = `allows 6 of 20; this change removes ${id === list ? twenty.length - after.length : twenty.length}`;
      expect(report.code).toBe(exitCodes.error);
      for (const text of [report.text, line(stopped)]) expect(text).toContain(reason);
      expect(digestIn(report.text)).toBe(digestIn(stopped.text) ?? "a digest");
      // What the engine could not delete is deleted by the next command: nothing has changed for the limit.
      if (id === list) failed(await project.up());
      expect(appBundles(list)).toEqual(twenty);
    });
  },
);

/** The settings of an account with the same login. */
const accounts = JSON.stringify({ europe: defaultAccount });
const europe = { account: "europe" };

/** A provider resource of the same service, at another host name. */
const elsewhere = (url: string): Program => ({
  elsewhere: { type: providerType, properties: { ...defaultAccount, baseUrl: url.replace("127.0.0.1", "localhost") } },
});

const moves: readonly {
  readonly what: string;
  readonly after: (url: string) => Program;
  readonly words?: readonly string[];
  readonly hosts: readonly PulumiHost[];
}[] = [
  {
    what: "another name and another account",
    after: () => ({ banned: inList(list, twenty, europe) }),
    hosts: oneOrAllHosts(pluginHost),
  },
  {
    what: "another name and a provider resource at another host name",
    after: (url) => ({ ...elsewhere(url), banned: inList(list, twenty, {}, { provider: "elsewhere" }) }),
    hosts: [pluginHost],
  },
  {
    what: "another account and --replace",
    after: () => blocked(twenty, europe),
    words: ["--replace", "**blocked"],
    hosts: oneOrAllHosts(pluginHost),
  },
];

describe.each(moves)("$what in one command", ({ after, words = [], hosts }) => {
  it.each(hosts)("keeps what may be the same list, with $name", async (host) => {
    const { project, simulator, appBundles, state } = await testbed({ program: blocked(twenty), lists, host });
    project.configure({ secret: { accounts } });
    succeeded(await project.up());
    project.declare(after(simulator.url));
    const { text } = succeeded(await project.up(...words));
    expect(text).toMatch(
      /kept in the list, because resource "\w+" declares them for a list with this ID .*: 20 app bundles/u,
    );
    expect(appBundles(list)).toEqual(twenty);
    succeeded(await project.up("--expect-no-changes"));
    expect((await state()).outputs).toMatchObject({ appBundles: twenty.map((entry) => `${entry}\n`).join("") });
    expect(appBundles(list)).toEqual(twenty);
  });
});

describe("a value that the engine leaves out", () => {
  const notGiven = "appBundles is not given, and this resource manages";

  it("because of --exclude is not none, with removalLimit 100%", async () => {
    const more = { removalLimit: "100%" };
    const { project, appBundles } = await testbed({ program: blocked(twenty, more), lists });
    succeeded(await project.up());
    project.declare({ source: inList(101, twenty), ...blocked("${source.appBundles}", more) });
    const stopped = failed(await project.up("--exclude", urnOf("source")));
    expect(line(stopped)).toContain(`${notGiven} 20 app bundles`);
    expect(digestIn(stopped.text)).toBeUndefined();
    expect(appBundles(list)).toEqual(twenty);
  });

  it("because its source failed gets no digest, with --continue-on-error", async () => {
    const program = (...ofSource: readonly string[]): Program => ({
      source: inList(101, ofSource),
      ...blocked("${source.appBundles}"),
    });
    const { project, simulator, appBundles } = await testbed({ program: program("com.a", "com.b", "com.c"), lists });
    succeeded(await project.up());
    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { appListId: 101 }, effect: "before", answer });
    project.declare(program("com.a", "com.b", "com.c", "com.d"));
    const stopped = failed(await project.up("--continue-on-error"));
    expect(line(stopped)).toContain(`${notGiven} 3 app bundles`);
    expect(digestIn(stopped.text)).toBeUndefined();
    expect(appBundles(list)).toEqual(["com.a", "com.b", "com.c"]);
  });
});

describe.each(oneOrAllHosts(pluginHost))("a split of 80 of 280 entries, with $name", (host) => {
  it("needs one approval, in the preview and in the up, in any order of arrival", async () => {
    const placementIds = twenty.flatMap((_, index) => [0, 1, 2, 3].map((place) => `${1000 + index}-place${place}`));
    const of = (ids: readonly string[], options: Declared["options"]): Declared => ({
      properties: { appListId: list, ...(ids.length > 0 ? {} : { appBundles: numbered(200) }), placementIds: ids },
      options,
    });
    const split = (ofOld: readonly string[] = [], ofNew: readonly string[] = []): Program => ({
      blocked: of([], { dependsOn: ofOld }),
      placements: of(placementIds, { dependsOn: ofNew }),
    });
    const { project, simulator } = await testbed({
      program: { blocked: { properties: { appListId: list, appBundles: numbered(200), placementIds } } },
      lists,
      host,
    });
    succeeded(await project.up());
    const digests = new Set<string | undefined>();
    for (const program of [split([], ["blocked"]), split(), split(["placements"])]) {
      project.declare(program);
      digests.add(digestIn(failed(await project.preview()).text));
    }
    const stopped = failed(await project.up());
    digests.add(digestIn(stopped.text));
    expect(line(stopped)).toContain("allows 24 of 80; this change removes 80 placement IDs.");
    expect(line(stopped)).toContain("If another resource declares them now, let this one depend on it (dependsOn)");
    expect(digests.size).toBe(1);
    project.environment["APP_LIST_APPROVE"] = digestIn(stopped.text);
    simulator.clearJournal();
    succeeded(await project.up());
    expect(
      simulator.journal.flatMap(({ action, entries }) => (action === "remove" ? (entries?.placementIds ?? []) : [])),
    ).toEqual([]);
    expect(simulator.list(list)?.placementIds).toHaveLength(80);
  });
});

describe.each(["omitted", "null"] as const)("an API whose empty kinds are %s", (others) => {
  it("keeps at most one entry of a new, empty list after destroy", async () => {
    const shown = { omitsEmpty: true, others };
    const behavior = { shows: { read: shown, add: shown, remove: shown } };
    const { project, appBundles } = await testbed({ program: blocked(numbered(100)), lists, behavior });
    succeeded(await project.up());
    expect(appBundles(list)).toHaveLength(100);
    succeeded(await project.destroy());
    expect(appBundles(list)).toHaveLength(1);
  });
});

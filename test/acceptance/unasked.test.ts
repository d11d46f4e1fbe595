import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { dynamicHost, oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import type { Declared, Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn, line, urnOf } from "./over-limit";
import { blocked, inList, listsOf, testbed } from "./testbed";

// The table about the removal guard in docs/reference/resource.md.

const [list, other] = [4321, 6002];
const twenty = numbered(20);
const [three, seventeen] = [twenty.slice(0, 3), twenty.slice(3)];
const listsWith = (holds: readonly string[] = []) => listsOf({ [list]: holds, [other]: [], 101: [], 102: [] });

/** A program that reads the app bundles of a resource from another one, which fails if the API refuses its entry. */
const fed = (name: string, ...ofSource: readonly string[]): Program => ({
  source: inList(101, ofSource),
  [name]: inList(list, "${source.appBundles}"),
});

/** What somebody does to resources of the list: a program before and after and the number of entries that it would remove. */
interface Mistake {
  readonly what: string;
  readonly holds?: readonly string[];
  readonly before: Program;
  readonly after: Program;
  readonly hosts?: readonly PulumiHost[];
  /** What happens in between. */
  readonly meanwhile?: (bed: Awaited<ReturnType<typeof testbed>>, host: PulumiHost) => unknown;
  readonly removes: number;
}

const taint: Mistake["meanwhile"] = ({ project }, host) =>
  project.pulumi("state", "taint", urnOf("blocked", host), "--yes");

/** An exclusive list, of which one kind is small beside the other one. */
const both = { exclusive: true, placementIds: Array.from({ length: 40 }, (_, index) => `${index}-place`) };
const nine = twenty.slice(0, 9);

/** A program whose other resource is replaced. */
const beside = (id: number, options: Declared["options"], inOther = list): Program => ({
  source: inList(id, ["com.z"]),
  blocked: inList(inOther, twenty, {}, options),
});

// Others are histories in test/resource/histories/mistakes.txt.
const mistakes: readonly Mistake[] = [
  {
    what: "another list after a taint",
    before: blocked(twenty),
    after: { blocked: inList(other, twenty) },
    meanwhile: taint,
    removes: 20,
  },
  {
    what: "replaceWith",
    before: beside(101, { replaceWith: ["source"] }),
    after: beside(102, { replaceWith: ["source"] }, other),
    hosts: [pluginHost],
    removes: 20,
  },
  {
    what: "replacementTrigger",
    before: blocked(twenty, {}, { replacementTrigger: "first" }),
    after: { blocked: inList(other, twenty, {}, { replacementTrigger: "second" }) },
    hosts: [dynamicHost],
    removes: 20,
  },
  {
    what: "a rename whose remaining lines are all adopted",
    holds: three,
    before: blocked(twenty),
    after: { banned: inList(list, three) },
    removes: 17,
  },
  {
    what: "a kind of an exclusive list that is emptied after a taint",
    before: blocked(nine, both),
    after: blocked([], both),
    meanwhile: taint,
    removes: 9,
  },
  {
    what: "8 of 9 lines beside 3 that have ended",
    before: blocked([...nine, ...["x", "y", "z"].map((name) => ({ entry: `com.${name}`, note: "until 2020-06-30" }))]),
    after: blocked(twenty.slice(8, 9)),
    removes: 8,
  },
];

describe.each(mistakes)("$what", ({ holds, before, after, meanwhile, removes, hosts }) => {
  it.each(hosts ?? oneOrAllHosts(pluginHost))("is stopped in the up and in the report, with $name", async (host) => {
    const bed = await testbed({
      program: before,
      lists: listsWith(holds),
      host,
    });
    const { project, simulator, appBundles } = bed;
    succeeded(await project.up());
    await meanwhile?.(bed, host);
    project.declare(after);
    const listed = appBundles();
    project.environment["APP_LIST_OVER_LIMIT"] = "report";
    const reported = await bed.report();
    project.environment["APP_LIST_OVER_LIMIT"] = undefined;
    const report = await bed.report();
    expect([reported.code, report.code]).toEqual([exitCodes.error, exitCodes.error]);
    simulator.clearJournal();
    const { text } = failed(await project.up());
    expect([reported, report].map(({ output }) => digestIn(output))).toEqual([digestIn(text), digestIn(text)]);
    expect(line({ text })).toContain(`removes ${removes}`);
    expect(appBundles()).toEqual(listed);

    // Whoever approves it gets all of it, in one command.
    project.environment["APP_LIST_APPROVE"] = digestIn(text);
    succeeded(await project.up());
    project.environment["APP_LIST_APPROVE"] = undefined;
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });
});

/** What nobody is asked about: a program before and after, and the number of entries that it removes. */
const unasked = [
  {
    what: "entries whose recorded last day is over",
    before: blocked([...three, ...seventeen.map((entry) => ({ entry, note: "until 2999-01-31" }))]),
    after: blocked(three),
    isOver: true,
    removes: 17,
  },
  { what: "the last resource of a list", before: blocked(twenty), after: {}, isOver: false, removes: 20 },
];

describe.each(unasked)("$what", ({ before, after, isOver, removes }) => {
  it.each(oneOrAllHosts(pluginHost))("go in the up as the report says, with $name", async (host) => {
    const { project, appBundles, report } = await testbed({ program: before, lists: listsWith(), host });
    succeeded(await project.up());
    if (isOver) {
      const { text } = succeeded(await project.pulumi("stack", "export"));
      project.write("state.json", text.replaceAll("2999-01-31", "2001-01-31"));
      succeeded(await project.pulumi("stack", "import", "--file", "state.json"));
    }
    project.declare(after);
    const { code, output } = await report();
    expect([code, output]).toEqual([
      exitCodes.changes,
      expect.stringContaining(`1 app list will change: −${removes}\n`),
    ]);
    succeeded(await project.up());
    expect(appBundles()).toHaveLength(20 - removes);
  });
});

describe("a rename whose source fails", () => {
  it("removes nothing, with --continue-on-error", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: fed("blocked", ...twenty.slice(8)),
      lists: listsWith(),
    });
    succeeded(await project.up());
    simulator.setBehavior({ refused: new Set(["com.refused"]) });
    project.declare(fed("banned", ...twenty.slice(8), "com.refused"));
    const { text } = failed(await project.up("--continue-on-error"));
    expect(line({ text })).toContain("removes 12");
    expect(appBundles()).toEqual(twenty.slice(8));
  });
});

describe("a value that the engine leaves out", () => {
  const notGiven = "appBundles is not given, and this resource manages";

  it("because of --exclude is not none, with removalLimit 100%", async () => {
    const more = { removalLimit: "100%" };
    const { project, appBundles } = await testbed({ program: blocked(twenty, more), lists: listsWith() });
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
    const { project, simulator, appBundles } = await testbed({
      program: program("com.a", "com.b", "com.c"),
      lists: listsWith(),
    });
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

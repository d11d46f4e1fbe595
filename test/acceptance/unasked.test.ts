import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { dynamicHost, oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import type { Declared, Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn, line, urnOf } from "./over-limit";
import { blocked, emptyLists, inList, testbed } from "./testbed";

// The table about the removal guard in docs/reference/resource.md.

const [list, other] = [4321, 6002];
const twenty = numbered(20);
const lists = () => emptyLists(list, other, 101, 102);

/** A program that reads the app bundles of a resource from another one, which fails if the API refuses its entry. */
const fed = (name: string, ...ofSource: readonly string[]): Program => ({
  source: inList(101, ofSource),
  [name]: inList(list, "${source.appBundles}"),
});

/** What somebody does to resources of the list: a program before and after, the words of the `up`, and the number of entries that it would remove. */
interface Mistake {
  readonly what: string;
  readonly before: Program;
  readonly after: Program;
  readonly words?: readonly string[];
  readonly hosts?: readonly PulumiHost[];
  readonly isTainted?: boolean;
  readonly removes: number;
}

const replaced = ["--replace", "**blocked"];

/** A program whose other resource is replaced. */
const beside = (id: number, options: Declared["options"], inOther = list): Program => ({
  source: inList(id, ["com.z"]),
  blocked: inList(inOther, twenty, {}, options),
});

const mistakes: readonly Mistake[] = [
  {
    what: "another list after a taint",
    before: blocked(twenty),
    after: { blocked: inList(other, twenty) },
    isTainted: true,
    removes: 20,
  },
  { what: "--replace", before: blocked(twenty), after: blocked(twenty.slice(0, 2)), words: replaced, removes: 18 },
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
];

describe.each(mistakes)("$what", ({ before, after, words = [], isTainted, removes, hosts }) => {
  it.each(hosts ?? oneOrAllHosts(pluginHost))("is stopped in the up and in the report, with $name", async (host) => {
    const { project, appBundles, report } = await testbed({ program: before, lists: lists(), host });
    succeeded(await project.up());
    if (isTainted) succeeded(await project.pulumi("state", "taint", urnOf("blocked", host), "--yes"));
    project.declare(after);
    const listed = appBundles();
    const reported = await report(...words);
    expect(reported.code).toBe(exitCodes.error);
    const { text } = failed(await project.up(...words));
    expect(digestIn(text)).toBe(digestIn(reported.output) ?? "a digest");
    expect(line({ text })).toContain(`removes ${removes}`);
    expect(appBundles()).toEqual(listed);

    // Whoever approves it gets all of it, in one command.
    project.environment["APP_LIST_APPROVE"] = digestIn(text);
    succeeded(await project.up(...words));
    project.environment["APP_LIST_APPROVE"] = undefined;
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });
});

describe("a value that the engine leaves out is not none, and gets no digest,", () => {
  const notGiven = "appBundles is not given, and this resource manages";

  it("because of --exclude, with removalLimit 100%", async () => {
    const more = { removalLimit: "100%" };
    const { project, appBundles } = await testbed({ program: blocked(twenty, more), lists: lists() });
    succeeded(await project.up());
    project.declare({ source: inList(101, twenty), ...blocked("${source.appBundles}", more) });
    const stopped = failed(await project.up("--exclude", urnOf("source")));
    expect(line(stopped)).toContain(`${notGiven} 20 app bundles`);
    expect(digestIn(stopped.text)).toBeUndefined();
    expect(appBundles()).toEqual(twenty);
  });

  it.each([
    ["", "blocked", `${notGiven} 20 app bundles`],
    [" and a rename", "banned", "this change removes 20"],
  ])("because its source failed, with --continue-on-error%s", async (_, name, reason) => {
    const { project, simulator, appBundles } = await testbed({ program: fed("blocked", ...twenty), lists: lists() });
    succeeded(await project.up());
    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { appListId: 101 }, effect: "before", answer });
    project.declare(fed(name, ...twenty, "com.d"));
    expect(line(failed(await project.up("--continue-on-error")))).toContain(reason);
    expect(appBundles()).toEqual(twenty);
  });
});

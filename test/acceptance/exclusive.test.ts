import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentFor } from "../cli/terminal";
import { runProgram } from "../cli/run-program";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn, urnOf } from "./over-limit";
import { blocked, inList, testbed } from "./testbed";

const list = 4321;
const own = numbered(20);
const exclusive = blocked(own, { exclusive: true });

/** How a resource becomes exclusive, or is created again, while the list has entries of others. */
interface Way {
  readonly way: string;
  /** What an earlier command made. Default: nothing. */
  readonly before?: Program;
  readonly after?: Program;
  readonly isTainted?: boolean;
  /** Whether an approved command fails after it has removed the first entry. */
  readonly isHalfDone?: boolean;
}

const ways: readonly Way[] = [
  { way: "is created" },
  { way: "becomes exclusive", before: blocked(own) },
  { way: "is tainted", before: exclusive, isTainted: true },
  { way: "is renamed", before: exclusive, after: { banned: inList(list, own, { exclusive: true }) } },
  { way: "became exclusive half-way", before: blocked(own), isHalfDone: true },
];
const cells = ways.flatMap((way) => [1, 3, 12].map((others) => ({ ...way, others })));

describe.each(oneOrAllHosts(pluginHost))("an exclusive resource, with $name", (host) => {
  it.each(cells)("that $way needs the approval of $others entries of others, if they are several", async (cell) => {
    const { before, after = exclusive, isTainted, isHalfDone, others } = cell;
    const { project, simulator, appBundles, report } = await testbed({ program: before ?? {}, host });
    const file = join(project.folder, "apps.txt");
    project.write("apps.txt", own.join("\n"));
    const compare = async (): Promise<string> => {
      const words = ["diff", String(list), file, "--kind", "app-bundles"];
      return (await runProgram(words, { environment: environmentFor(simulator) })).output;
    };
    if (before !== undefined) succeeded(await project.up());
    const theirs = numbered(others, 5000);
    simulator.edit(list, { add: { appBundles: theirs } });
    project.declare(after);
    if (isTainted) succeeded(await project.pulumi("state", "taint", urnOf("blocked", host), "--yes"));
    if (isHalfDone) {
      simulator.setBehavior({ maxEntriesPerRequest: 1, removalRefused: new Set(theirs.slice(others > 1 ? 1 : 0)) });
      project.environment["APP_LIST_APPROVE"] = digestIn(await compare());
      failed(await project.up());
      simulator.setBehavior({ maxEntriesPerRequest: undefined, removalRefused: new Set() });
      project.environment["APP_LIST_APPROVE"] = undefined;
    }
    const listed = appBundles();
    if (listed.filter((entry) => !own.includes(entry)).length > 1) {
      const digest = digestIn(await compare());
      expect(digest).toBeDefined();
      const { output } = await report("--refresh");
      // The preview of a create reads nothing.
      if (before === undefined) expect(output).toContain("app-list diff");
      else expect(digestIn(output)).toBe(digest);
      for (const run of ["up", "a re-run"])
        expect([run, digestIn(failed(await project.up()).text)]).toEqual([run, digest]);
      expect(appBundles()).toEqual(listed);
      project.environment["APP_LIST_APPROVE"] = digest;
    }
    succeeded(await project.up());
    expect(appBundles()).toEqual(own);
    project.environment["APP_LIST_APPROVE"] = undefined;
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentFor } from "../cli/terminal";
import { runProgram } from "../cli/run-program";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { numbered } from "../resource/declared";
import { digestIn } from "./over-limit";
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
}

const ways: readonly Way[] = [
  { way: "is created" },
  { way: "becomes exclusive", before: blocked(own) },
  { way: "is renamed", before: exclusive, after: { banned: inList(list, own, { exclusive: true }) } },
];
describe.each(oneOrAllHosts(pluginHost))("an exclusive resource, with $name", (host) => {
  it.each(ways)("that $way needs the approval of the entries of others", async ({ before, after = exclusive }) => {
    const { project, simulator, appBundles, report } = await testbed({ program: before ?? {}, host });
    project.write("apps.txt", own.join("\n"));
    if (before !== undefined) succeeded(await project.up());
    simulator.edit(list, { add: { appBundles: numbered(3, 5000) } });
    project.declare(after);
    const listed = appBundles();
    const words = ["diff", String(list), join(project.folder, "apps.txt"), "--kind", "app-bundles"];
    const digest = digestIn((await runProgram(words, { environment: environmentFor(simulator) })).output);
    expect(digest).toBeDefined();
    const { output } = await report("--refresh");
    // The preview of a create reads nothing.
    if (before === undefined) expect(output).toContain("app-list diff");
    else expect(digestIn(output)).toBe(digest);
    for (const run of ["up", "a re-run"])
      expect([run, digestIn(failed(await project.up()).text)]).toEqual([run, digest]);
    expect(appBundles()).toEqual(listed);
    project.environment["APP_LIST_APPROVE"] = digest;
    succeeded(await project.up());
    expect(appBundles()).toEqual(own);
    project.environment["APP_LIST_APPROVE"] = undefined;
    succeeded(await project.up("--refresh", "--expect-no-changes"));
  });
});

import { expect, it } from "vitest";
import { runProgram } from "../../provider/cli/run";
import { jsonReportSchema, type ResourceReport, type Totals } from "../../provider/report/report";
import type { Simulator } from "../../provider/simulator/index";
import { testTerminal } from "../cli/terminal";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { succeeded, type Project } from "../harness/project";
import { emptyLists, inList, listsOf, testbed } from "./testbed";

/** The report on a preview by the real engine. */
async function reportOn(project: Project, ...previewArguments: readonly string[]) {
  const preview = await project.preview("--json", ...previewArguments);
  const terminal = testTerminal({ input: preview.text });
  await runProgram(["report", "--format", "json"], terminal);
  return jsonReportSchema.parse(JSON.parse(terminal.output()));
}

/** A total as "2", with its bound: "<=2", or "2?" if others are not known. */
function shown({ added, removed }: Totals): string {
  const bounded = ({ count, bound }: Totals["added"]) =>
    ({ exact: `${count}`, atMost: `<=${count}`, notKnown: `${count}?` })[bound];
  return `+${bounded(added)} -${bounded(removed)}`;
}

function summarise({ operation, name, totals }: ResourceReport): readonly [change: string, totals: string] {
  return [`${operation} ${name}`, `${shown(totals)} of ${totals.losable}`];
}

/** The numbers of entries that were sent to each list, without probes. */
function sent({ journal }: Simulator): Readonly<Record<number, string>> {
  const changes = Map.groupBy(journal, ({ appListId = 0 }) => appListId);
  changes.delete(0);
  const number = (entries: typeof journal, action: string) =>
    entries
      .filter((entry) => entry.action === action)
      .flatMap((entry) => Object.values(entry.entries ?? {}).flat())
      .filter((entry) => !entry.startsWith("invalid.pulumiapplist.")).length;
  return Object.fromEntries(
    Array.from(changes, ([list, entries]) => [list, `+${number(entries, "add")} -${number(entries, "remove")}`]),
  );
}

const limit = { removalLimit: "100%" };
const exclusive = { exclusive: true, ...limit };

it.each(oneOrAllHosts(pluginHost))(
  "The totals of a report are those of the requests that pulumi up sends next, with $name",
  async (host) => {
    const { project, simulator } = await testbed({
      host,
      program: {
        changed: inList(1, ["com.a", "com.b", "com.c"]),
        missing: inList(2, ["com.a", "com.b"]),
        unexpected: inList(3, ["com.a"], exclusive),
        from: inList(5, ["com.a", "com.b"]),
        replaced: inList(6, ["com.a", "com.b"], limit),
        deleted: inList(8, ["com.a", "com.b"]),
        cleared: inList(9, ["com.a"], limit),
        present: inList(10, ["com.a"]),
        adopting: inList(11, ["com.a", "com.b"], limit),
      },
      lists: [
        ...emptyLists(1, 2, 3, 5, 6, 9),
        ...listsOf({ 4: ["com.p"], 7: ["com.a"], 8: ["com.a"], 10: ["com.n"], 11: ["com.a"] }),
      ],
    });
    succeeded(await project.up());
    simulator.edit(2, { remove: { appBundles: ["com.b"] } });
    simulator.edit(3, { add: { appBundles: ["com.x", "com.y"] } });
    simulator.edit(9, { add: { appBundles: ["com.x", "com.y"] } });
    project.declare({
      changed: inList(1, ["com.a", "com.b", "com.d", "com.e"], limit),
      missing: inList(2, ["com.a", "com.b", "com.c"]),
      unexpected: inList(3, ["com.a", "com.y", "com.z"], exclusive),
      created: inList(4, ["com.p", "com.q"]),
      to: inList(5, ["com.b", "com.c"]),
      // Else the engine can change the one before it shows the other: then an entry is removed and put back.
      from: inList(5, ["com.a"], limit, { dependsOn: ["to"] }),
      replaced: inList(7, ["com.a", "com.b"], limit),
      cleared: inList(9, ["com.a"], exclusive),
      present: inList(10, ["com.a", "com.n", "com.o"]),
      adopting: inList(11, ["com.b"], limit),
    });

    const byState = await reportOn(project);
    const ofNew = byState.resources.filter(({ observation }) => observation === "new");
    expect(ofNew.map(({ operation }) => operation).toSorted()).toEqual(["create", "create", "replace"]);

    const { resources } = await reportOn(project, "--refresh");
    expect(resources.map(({ observation }) => observation)).not.toContain("notRead");
    const totals = Object.fromEntries(resources.map(summarise));
    expect(totals).toEqual({
      "update changed": "+2 -1 of 3",
      "update missing": "+2 -0 of 1",
      "update unexpected": "+1 -1 of 3",
      "create created": "+<=2 -0 of 0",
      "create to": "+<=1 -0 of 0",
      "update from": "+0 -0 of 2",
      "replace replaced": "+<=2 -0 of 0",
      "delete replaced": "+0 -2 of 2",
      "delete deleted": "+0 -1 of 2",
      "update cleared": "+0 -<=2 of 3",
      "update present": "+<=2 -0 of 1",
      "update adopting": "+0 -1 of 2",
    });

    const byProgram = await reportOn(project, "--refresh", "--run-program");
    expect(Object.fromEntries(byProgram.resources.map(summarise))).toEqual(totals);

    simulator.clearJournal();
    succeeded(await project.up());
    expect(sent(simulator)).toEqual({
      1: "+2 -1",
      2: "+2 -0",
      3: "+1 -1",
      4: "+1 -0",
      5: "+1 -0",
      6: "+0 -2",
      7: "+1 -0",
      8: "+0 -1",
      9: "+0 -2",
      10: "+1 -0",
      11: "+0 -1",
    });
  },
);

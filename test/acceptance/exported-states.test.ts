import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { startSimulator } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost, pluginHost } from "../harness/hosts";
import { createProject, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { exportedUrl, incomplete, lists, program, readExported } from "../hosts/exported/stack";

const previewSchema = z.object({ steps: z.array(z.object({ urn: z.string(), op: z.string() })) });

it.each([
  { host: dynamicHost, exported: readExported("dynamic") },
  { host: pluginHost, exported: readExported("plugin") },
])(
  "an exported stack of $host.name is previewed without a request, completed, refreshed and destroyed",
  async (stack) => {
    const simulator = await startSimulator({ lists });
    onTestFinished(() => simulator.close());
    const project = await createProject({ program, host: stack.host, settings: settingsFor(simulator) });
    onTestFinished(() => project.remove());
    /** The requests since the last call that are neither tokens nor probes, as `add com.own.a`. */
    const changesSent = (): readonly string[] => {
      const sent = simulator.journal.map(({ action, entries }) => [action, ...Object.values(entries ?? {}).flat()]);
      simulator.clearJournal();
      return sent
        .filter(
          ([, ...entries]) => entries.length > 0 && !entries.some((one) => one.startsWith(reservedAppBundlePrefix)),
        )
        .map((words) => words.join(" "))
        .toSorted();
    };
    project.write("exported.json", stack.exported.replaceAll(exportedUrl, simulator.url));
    succeeded(await project.pulumi("stack", "import", "--file", "exported.json"));

    const { text } = succeeded(await project.preview("--json"));
    const { steps } = previewSchema.parse(JSON.parse(text.slice(text.indexOf("{"))));
    const updates = steps
      .filter(({ urn }) => urn.includes(":AppListEntries::"))
      .map(({ urn, op }) => [urn.split("::").at(-1), op]);
    expect(Object.fromEntries(updates)).toEqual(Object.fromEntries(incomplete.map((name) => [name, "update"])));
    expect(simulator.journal).toEqual([]);

    succeeded(await project.up());
    expect(changesSent()).toEqual(["add com.bad.x", "add com.own.lost"]);
    succeeded(await project.refresh());
    const unchanged = succeeded(await project.up("--expect-no-changes"));
    expect(changesSent()).toEqual([]);
    expect(leaksIn([unchanged.text], secretsOf(simulator))).toEqual([]);

    succeeded(await project.destroy());
    const kept = lists.map(({ id, name }) => [name, ...(simulator.list(id)?.appBundles ?? []).toSorted()]);
    const before = ["com.shared.b", "com.unmanaged.x"];
    expect(kept).toEqual([
      ["blocked", ...before],
      ["allowed"],
      ["claimed", "com.unmanaged.x"],
      ["partly", ...before],
      ["interrupted", ...before],
      ["drifted", ...before],
    ]);
  },
);

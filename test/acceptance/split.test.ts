import { expect, it } from "vitest";
import { oneOrAllHosts, pluginHost, withHost, type PulumiHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { testbed } from "./testbed";

/** Two hundred app bundles and eighty placement IDs of one list, in one resource or two. */
const program = (host: PulumiHost, resources: string): string =>
  withHost(
    `const { AppListEntries } = require("pulumi-app-list");
const named = (count, name) => Array.from({ length: count }, (_, index) => name(1000 + index));
const appBundles = named(200, (at) => "com.app" + at);
const placementIds = named(80, (at) => at + "-a");
const declare = (name, entries, ...dependsOn) => new AppListEntries(name, { appListId: 4321, ...entries }, { dependsOn });
${resources}
`,
    host,
  );

const whole = 'declare("apps", { appBundles, placementIds });';
const givingFirst = 'const apps = declare("apps", { appBundles });\ndeclare("placements", { placementIds }, apps);';
const together = 'declare("apps", { appBundles });\ndeclare("placements", { placementIds });';
const takingFirst = 'declare("apps", { appBundles }, declare("placements", { placementIds }));';

it.each(oneOrAllHosts(pluginHost))(
  "A split of 200 and 80 entries by kind removes none, in either order, with $name",
  async (host) => {
    const { project, simulator } = await testbed({ program: program(host, whole) });
    succeeded(await project.up());
    simulator.clearJournal();
    const declare = (resources: string): void => project.write("index.js", program(host, resources));
    const expectAllKept = (): void => {
      const removed = simulator.journal.flatMap(({ action, entries }) =>
        action === "remove" ? Object.values(entries ?? {}).flat() : [],
      );
      expect(removed.filter((entry) => !entry.includes("pulumiapplist"))).toEqual([]);
      const { appBundles = [], placementIds = [] } = simulator.list(4321) ?? {};
      expect([appBundles.length, placementIds.length]).toEqual([200, 80]);
    };

    // The entries count as removed as long as the resource that takes them is not known.
    declare(givingFirst);
    const { text } = failed(await project.preview());
    expect(text).toContain('removalLimit "30%" allows 24 of 80 placement IDs; this change removes 80. [CHANGE_LIMIT]');
    expect(text).toContain("Entries that another resource of this program declares by then stay in the list.");
    const [, approval] = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(text) ?? [];
    // Both are known before one of them changes the list: each reads it first, and slowly.
    declare(together);
    simulator.addFault({ on: { action: "remove" }, effect: "after", answer: { kind: "slow", seconds: 3 } });
    project.environment["APP_LIST_APPROVE"] = approval;
    const approved = succeeded(await project.up());
    project.environment["APP_LIST_APPROVE"] = undefined;
    simulator.clearFaults();
    expect(approved.text).toContain("because another resource of this program declares them: 80 placement IDs");
    expectAllKept();

    declare(whole);
    succeeded(await project.up());
    declare(takingFirst);
    succeeded(await project.up());
    expectAllKept();
  },
);

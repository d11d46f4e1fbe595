import { expect, it } from "vitest";
import { dynamicHost, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

// Without the custom timeouts, each of the three changes takes 300 s.
it("the plugin ends a change after the customTimeouts of its resource", { timeout: 200_000 }, async () => {
  const customTimeouts = { create: "2s", update: "2s", delete: "2s" };
  const { project, simulator, appBundles } = await testbed({
    host: pluginHost,
    program: blocked(["com.a"], {}, { customTimeouts }),
    holds: [],
  });
  const hang = () => simulator.addFault({ on: { appListId: 4321 }, effect: "after", answer: { kind: "hang" } });
  hang();
  expect(failed(await project.up()).text).toMatch(/[Tt]here was no response while .*the timeout was reached\./u);
  simulator.clearFaults();
  succeeded(await project.up());
  hang();
  project.declare(blocked(["com.a", "com.b"], {}, { customTimeouts }));
  expect(failed(await project.up()).text).toMatch(/[Tt]here was no response while .*the timeout was reached\./u);
  expect(failed(await project.destroy()).text).toMatch(/[Tt]here was no response while .*the timeout was reached\./u);
  simulator.clearFaults();
  succeeded(await project.destroy());
  expect(appBundles()).toEqual([]);
});

it("the class of the dynamic provider warns that customTimeouts have no effect", async () => {
  const program = `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.a"] }, { customTimeouts: { create: "5s" } });`;
  const { project } = await testbed({ host: dynamicHost, program });
  const { text } = succeeded(await project.preview());
  expect(text).toContain("customTimeouts have no effect, because Pulumi does not pass them to dynamic providers");
});

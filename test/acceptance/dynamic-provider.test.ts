import { describe, expect, it } from "vitest";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { emptyLists, inList, testbed } from "./testbed";

/** How the engine and Pulumi's dynamic provider pass on failures. The other tests of failures are those of the plugin. */
describe("the dynamic provider", () => {
  const stackTrace = /^\s+at .*(provider\/dist|pulumi-app-list)/mu;
  const refused = { effect: "before", answer: { kind: "status", status: 501 } } as const;

  it("keeps in the state what a create and an update changed that fail in part, and what fails to be read or deleted", async () => {
    const [partly, silent] = [101, 102];
    const programOf = (ofPartly: readonly string[]) => ({
      partly: inList(partly, ofPartly, { removalLimit: "100%" }),
      silent: inList(silent, ["com.own.a"]),
    });
    const { project, simulator, appBundles, state } = await testbed({
      host: dynamicHost,
      program: programOf(["com.bad.x", "com.own.a"]),
      lists: emptyLists(partly, silent),
      behaviour: { refused: new Set(["com.bad.x"]) },
      faults: [
        { on: { appListId: silent, action: "add" }, effect: "after", answer: { kind: "reset" } },
        { on: { appListId: silent, action: "remove", nth: 2 }, ...refused },
      ],
    });
    const created = failed(await project.up("--continue-on-error"));
    expect(created.text).not.toMatch(stackTrace);
    expect(created.text).toContain('the API refused to add app bundle "com.bad.x"');
    expect(created.text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect((await state("partly")).outputs["appBundles"]).toBe("com.own.a\n");
    expect((await state("silent")).outputs).toMatchObject({ unconfirmed: { add: { appBundles: "com.own.a\n" } } });

    simulator.clearFaults();
    simulator.setBehaviour({ refused: new Set(), removalRefused: new Set(["com.own.a"]) });
    project.declare(programOf(["com.own.b"]));
    const updated = failed(await project.up("--continue-on-error"));
    expect(updated.text).not.toMatch(stackTrace);
    expect(updated.text).toContain('the API refused to remove app bundle "com.own.a"');
    expect((await state("partly")).outputs["appBundles"]).toBe("com.own.a\ncom.own.b\n");
    expect((await state("silent")).outputs).not.toHaveProperty("unconfirmed");

    simulator.setBehaviour({ removalRefused: new Set() });
    succeeded(await project.up());
    expect([appBundles(partly), appBundles(silent)]).toEqual([["com.own.b"], ["com.own.a"]]);
    const { outputs } = await state("partly");
    simulator.addFault({ on: { appListId: partly, action: "remove" }, ...refused });
    for (const { text } of [failed(await project.refresh()), failed(await project.destroy("--continue-on-error"))]) {
      expect(text).toContain("status 501");
      expect(text).not.toMatch(/^\s+at /mu);
    }
    expect((await state("partly")).outputs).toEqual(outputs);
    expect([appBundles(partly), appBundles(silent)]).toEqual([["com.own.b"], []]);
    simulator.clearFaults();
    succeeded(await project.destroy());
    expect(appBundles(partly)).toEqual([]);
  });

  it("previews unknown values without credentials, and keeps secrets out of states, errors and other places", async () => {
    const programOf = (...entries: readonly string[]): string => `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
class Source extends pulumi.dynamic.Resource {
  constructor() {
    super({ create: async () => ({ id: "1", outs: { bundle: "com.own.source" } }) }, "source", { bundle: undefined });
  }
}
const { bundle } = new Source();
new AppListEntries("blocked", { appListId: 4321, appBundles: [bundle, ...${JSON.stringify(entries)}] });
new AppListEntries("hidden", { appListId: 4322, appBundles: pulumi.secret(["com.secret.a"]) });
`;
    const { project, simulator, appBundles, requests } = await testbed({
      program: programOf(),
      lists: emptyLists(4321, 4322),
      isConfigured: false,
    });
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 4 to create");
    expect(requests()).toEqual([]);
    project.configure(settingsFor(simulator));
    const created = succeeded(await project.up("--logtostderr", "-v=3"));
    expect(appBundles()).toEqual(["com.own.source"]);
    expect(appBundles(4322)).toEqual(["com.secret.a"]);
    expect(await project.readState()).not.toContain("com.secret.a");

    const body = JSON.stringify({ echoed: secretsOf(simulator) });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 400, body } });
    project.write("index.js", programOf("com.own.b"));
    const echoed = failed(await project.up());
    const left = [created.text, echoed.text, await project.readState(), JSON.stringify(simulator.journal)];
    expect(leaksIn(left, secretsOf(simulator))).toEqual([]);
  });
});

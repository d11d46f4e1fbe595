import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import { blocked, inList, testbed } from "./testbed";

// What docs/reference/resource.md describes of Pulumi's own options.
it("Pulumi refreshes in each preview, keeps to a saved plan, ignores changes, and protects a resource, if told so", async () => {
  const { project, simulator, requests, appBundles } = await testbed({ program: blocked(["com.a"]) });
  succeeded(await project.up());
  project.declare(blocked(["com.a", "com.b"]));
  succeeded(await project.preview("--save-plan", "plan.json"));
  project.declare(blocked(["com.a", "com.b", "com.unplanned"]));
  failed(await project.up("--plan", "plan.json"));
  project.declare(blocked(["com.a", "com.b"]));
  succeeded(await project.up("--plan", "plan.json"));
  expect(appBundles()).toEqual(["com.a", "com.b"]);

  const ignored = blocked(["com.c"], {}, { ignoreChanges: ["appBundles"], protect: true });
  project.declare(ignored);
  succeeded(await project.up());
  expect(appBundles()).toEqual(["com.a", "com.b"]);
  failed(await project.destroy());

  requests();
  simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
  succeeded(await project.preview("--expect-no-changes"));
  expect(requests()).toEqual([]);
  project.write(
    "Pulumi.yaml",
    `${readFileSync(join(project.folder, "Pulumi.yaml"), "utf8")}options: { refresh: always }\n`,
  );
  expect(succeeded(await project.preview()).text).toContain('1 app bundle ("com.b") missing');
  expect(requests()).toEqual(["token 200", "remove 200"]);

  succeeded(await project.destroy("--ignore-protect"));
  expect(appBundles()).toEqual([]);
});

it("pulumi up --target hides the resource that an entry moved to, so the entry is removed", async () => {
  const program = { ...blocked(["com.a", "com.moved"]), other: inList(4321, ["com.b"]) };
  const { project, appBundles } = await testbed({ program });
  succeeded(await project.up());
  project.declare({ ...blocked(["com.a"]), other: inList(4321, ["com.b", "com.moved"]) });
  const { text } = succeeded(await project.pulumi("stack", "--show-urns"));
  const [urn = ""] = /urn:pulumi:\S+::blocked$/mu.exec(text) ?? [];
  succeeded(await project.up("--target", urn));
  expect(appBundles()).toEqual(["com.a", "com.b"]);
});

// Without the custom timeout, it takes 300 s.
it("the plugin ends a change after the customTimeouts of its resource", { timeout: 200_000 }, async () => {
  const { project } = await testbed({
    program: blocked(["com.a"], {}, { customTimeouts: { create: "2s" } }),
    faults: [{ on: { appListId: 4321 }, effect: "after", answer: { kind: "hang" } }],
  });
  expect(failed(await project.up()).text).toMatch(/[Tt]here was no response while .*the timeout was reached\./u);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pulumiHosts } from "../harness/hosts";
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

it.each(pulumiHosts)("ignoreChanges keeps declared what a refresh misses, so up adds it, with $name", async (host) => {
  const kinds = { placementIds: ["1-a", "2-b"], websites: ["a.example", "b.example"] };
  const program = blocked(["com.a", "com.b"], kinds, { ignoreChanges: ["*"] });
  const { project, simulator } = await testbed({ program, host });
  succeeded(await project.up());
  const held = simulator.list(4321);
  const gone = { appBundles: ["com.b"], placementIds: ["2-b"], websites: ["b.example"] };
  simulator.edit(4321, { remove: gone });
  const preview = await project.preview("--refresh", "--expect-no-changes");
  expect(failed(preview).text).toContain("missing. pulumi up adds the entries that are still declared.");
  succeeded(await project.up("--refresh"));
  expect(simulator.list(4321)).toEqual(held);
  simulator.edit(4321, { remove: gone });
  succeeded(await project.pulumi("refresh", "--yes"));
  succeeded(await project.up());
  expect(simulator.list(4321)).toEqual(held);
  succeeded(await project.preview("--refresh", "--expect-no-changes"));
});

import { expect, it } from "vitest";
import { dynamicHost } from "../harness/hosts";
import { olderNode } from "../harness/older-node";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

it("An older Node is refused with the one that is needed, by the program and by the provider, and nothing is sent", async () => {
  const bed = await testbed({ program: blocked(["com.own.a"]), host: dynamicHost });
  succeeded(await bed.project.up());
  bed.requests();
  const [option, path] = olderNode;
  bed.project.environment["NODE_OPTIONS"] += ` ${option}="${path}"`;
  // The first runs the program, the others only the provider.
  for (const command of ["preview --refresh", "refresh --yes", "destroy --yes --skip-preview"]) {
    const { text } = failed(await bed.project.pulumi(...command.split(" ")));
    expect(text).toContain("pulumi-app-list needs Node 22.19 or later, and this is Node 20.19.6");
    expect(text).not.toMatch(/TypeError|^\s+at /mu);
  }
  expect(bed.requests()).toEqual([]);
  expect(bed.appBundles()).toEqual(["com.own.a"]);
});

import { describe, expect, it } from "vitest";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

describe.each(oneOrAllHosts(pluginHost))("with $name, the life of a resource", (host) => {
  it("is created, changed, drifts, is healed and goes, and nobody else's entries change", async () => {
    const { project, simulator, requests, appBundles, state } = await testbed({
      host,
      program: blocked(["com.own.a", "com.shared.b"]),
      holds: ["com.existing.x", "com.shared.b"],
    });

    expect(succeeded(await project.preview("--diff")).text).toContain("+ 2 to create");
    expect(requests()).toEqual([]);

    const create = succeeded(await project.up());
    expect(create.text).toContain(
      'app list 4321 "brand-safety": adopted 1 app bundle ("com.shared.b") already in the list',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
    expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.shared.b"]);
    expect((await state()).outputs).toEqual({
      stateVersion: 2,
      appListId: 4321,
      baseUrl: simulator.url,
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
      name: "brand-safety",
      description: "",
      hasAssociatedCampaigns: false,
      unmanaged: 1,
      notVerified: [],
    });

    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(requests()).toEqual([]);

    project.declare(blocked(["com.own.a", "com.own.c", "com.own.d", "com.shared.b"]));
    succeeded(await project.up());
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);

    project.declare(blocked(["com.own.a", "com.own.d", "com.own.e", "com.shared.b"]));
    const change = succeeded(await project.up());
    expect(change.text).toContain(
      'app list 4321 "brand-safety": plan: +1 −1 app bundles → 4 managed, removes 1 of 4 entries (25%): +"com.own.e" −"com.own.c"',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200", "remove 200"]);
    expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.own.d", "com.own.e", "com.shared.b"]);

    simulator.edit(4321, { add: { appBundles: ["com.existing.y"] }, remove: { appBundles: ["com.own.a"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toContain('app list 4321 "brand-safety": drift: 1 app bundle ("com.own.a") missing');
    expect(drift.text).toMatch(/- com\.own\.a/u);
    expect(drift.text).toContain('plan: +1 app bundle → 4 managed: +"com.own.a"');
    expect(drift.text).not.toContain("com.existing.y");
    failed(await project.preview("--refresh", "--expect-no-changes"));
    // A refresh keeps what it found missing, until that is in the list again.
    succeeded(await project.refresh());
    const missing = { missing: { appBundles: "com.own.a\n" } };
    expect((await state()).outputs).toMatchObject(missing);
    requests();

    succeeded(await project.up("--refresh"));
    expect((await state()).outputs).not.toMatchObject(missing);
    const own = ["com.own.a", "com.own.d", "com.own.e"];
    expect(appBundles()).toEqual(["com.existing.x", "com.existing.y", ...own, "com.shared.b"]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");

    const destroy = succeeded(await project.destroy());
    expect(destroy.text).toContain('removed 3 app bundles ("com.own.a", "com.own.d", "com.own.e").');
    expect(destroy.text).toContain('kept adopted entries in the list: 1 app bundle ("com.shared.b")');
    expect(appBundles()).toEqual(["com.existing.x", "com.existing.y", "com.shared.b"]);
  });
});

import { describe, expect, it } from "vitest";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { blocked, emptyLists, inList, testbed } from "./testbed";

describe.each(oneOrAllHosts(pluginHost))("with $name, the life of a resource", (host) => {
  it("is created, changed, drifts, is healed and goes, and nobody else's entries change", async () => {
    const { project, simulator, requests, appBundles, state } = await testbed({
      host,
      program: blocked(["com.own.a", "com.shared.b"]),
      holds: ["com.existing.x", "com.shared.b"],
    });

    const preview = succeeded(await project.preview("--diff"));
    expect(preview.text).toContain("+ 2 to create");
    expect(requests()).toEqual([]);

    const create = succeeded(await project.up());
    expect(create.text).toContain(
      'app list 4321 "brand-safety": adopted 1 app bundle ("com.shared.b") already in the list',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
    expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.shared.b"]);
    expect((await state()).outputs).toEqual({
      stateVersion: 1,
      appListId: 4321,
      baseUrl: simulator.url,
      appBundles: "com.own.a\ncom.shared.b\n",
      adopted: { appBundles: "com.shared.b\n" },
      name: "brand-safety",
      description: "",
      hasAssociatedCampaigns: false,
      readBy: "probe",
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
      'app list 4321 "brand-safety": +1 −1 app bundles → 4 entries, removes 1 of 4 entries (25%): +"com.own.e" −"com.own.c"',
    );
    expect(requests()).toEqual(["token 200", "remove 200", "add 200", "remove 200"]);
    expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.own.d", "com.own.e", "com.shared.b"]);

    simulator.edit(4321, { add: { appBundles: ["com.existing.y"] }, remove: { appBundles: ["com.own.a"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toContain('app list 4321 "brand-safety": drift: 1 app bundle missing ("com.own.a")');
    expect(drift.text).toMatch(/\+ com\.own\.a/u);
    expect(drift.text).not.toContain("com.existing.y");
    failed(await project.preview("--refresh", "--expect-no-changes"));
    requests();

    succeeded(await project.up("--refresh"));
    expect(appBundles()).toEqual([
      "com.existing.x",
      "com.existing.y",
      "com.own.a",
      "com.own.d",
      "com.own.e",
      "com.shared.b",
    ]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");

    const destroy = succeeded(await project.destroy());
    expect(destroy.text).toContain('removed 3 app bundles ("com.own.a", "com.own.d", "com.own.e").');
    expect(destroy.text).toContain('kept adopted entries in the list: 1 app bundle ("com.shared.b")');
    expect(appBundles()).toEqual(["com.existing.x", "com.existing.y", "com.shared.b"]);
  });

  it("previews without credentials, a base URL or an API", async () => {
    const { project, requests } = await testbed({ host, program: blocked(["com.own.a"]), isConfigured: false });
    expect(succeeded(await project.preview()).text).toContain("+ 2 to create");
    expect(requests()).toEqual([]);
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, resources of one stack, each with a list of its own", (host) => {
  const [healed, unverified, expiring, gone, goneLater, noted] = [101, 102, 103, 104, 105, 106];
  const program = ({ until, note, hasGone }: Readonly<Record<"until" | "note", string>> & { hasGone: boolean }) => ({
    healed: inList(healed, ["com.own.a", "com.own.b"]),
    unverified: inList(unverified, ["com.own.a"]),
    expiring: inList(expiring, ["com.own.a", { entry: "com.own.b", until }]),
    goneLater: inList(goneLater, ["com.own.a"]),
    noted: inList(noted, [{ entry: "com.own.a", note }]),
    ...(hasGone && { gone: inList(gone, ["com.own.a"]) }),
  });

  it("are refreshed, healed, expire and are destroyed, each as its list and its lines ask for", async () => {
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program({ until: "2999-12-31", note: "first", hasGone: true }),
      lists: emptyLists(healed, unverified, expiring, gone, goneLater, noted),
    });
    /** The requests about a list since the last call for any list. */
    const requestsAbout = (...ids: readonly number[]): readonly string[] => {
      const requests = simulator.journal.filter(({ appListId = 0 }) => ids.includes(appListId));
      simulator.clearJournal();
      return requests.map(({ action }) => action);
    };
    succeeded(await project.up());
    expect((await state("unverified")).outputs).toMatchObject({ notVerified: [] });
    expect(appBundles(expiring)).toEqual(["com.own.a", "com.own.b"]);

    simulator.edit(healed, { remove: { appBundles: ["com.own.a"] } });
    simulator.deleteList(gone);
    simulator.addFault({
      on: { appListId: unverified, action: "remove" },
      effect: "before",
      answer: { kind: "status", status: 422 },
    });
    const refresh = succeeded(await project.refresh());
    // A refresh keeps what it found missing, until that is in the list again.
    expect((await state("healed")).outputs).toMatchObject({
      appBundles: "com.own.b\n",
      missing: { appBundles: "com.own.a\n" },
    });
    // What a refresh could not verify is no drift.
    expect(refresh.text).toContain("not verified, so drift is not known");
    expect((await state("unverified")).outputs).toMatchObject({
      appBundles: "com.own.a\n",
      notVerified: ["appBundles"],
    });
    // Neither is a list that may be gone: a person decides that.
    expect(refresh.text).toContain(`If app list ${gone} no longer exists, remove its resource from the program`);
    expect((await state("gone")).outputs).toMatchObject({ appBundles: "com.own.a\n" });
    succeeded(await project.pulumi("state", "delete", (await state("gone")).urn, "--yes"));
    expect(await resourcesOf(project)).toHaveLength(5);

    // An expired entry is no longer declared.
    project.declare(program({ until: "2020-01-31", note: "second", hasGone: false }));
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain(
      '1 app bundle has expired and is no longer declared: "com.own.b" (until 2020-01-31).',
    );
    simulator.clearJournal();
    succeeded(await project.up());
    expect(appBundles(expiring)).toEqual(["com.own.a"]);
    expect((await state("healed")).outputs).toMatchObject({ appBundles: "com.own.a\ncom.own.b\n" });
    expect((await state("healed")).outputs).not.toHaveProperty("missing");
    // Another note is no change, and neither is what could not be verified.
    expect(requestsAbout(unverified, noted)).toEqual([]);

    simulator.clearFaults();
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("6 unchanged");
    expect(requestsAbout(noted)).toEqual(["remove"]);

    // A list that was deleted before its resource. Nothing is requested about the forgotten one.
    simulator.deleteList(goneLater);
    const destroy = failed(await project.destroy("--continue-on-error"));
    expect(destroy.text).toContain(`If app list ${goneLater} no longer exists, remove its resource from the program`);
    expect(requestsAbout(gone)).toEqual([]);
    expect((await resourcesOf(project)).map(({ urn }) => urn)).toEqual([(await state("goneLater")).urn]);
  });
});

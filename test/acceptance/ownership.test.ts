import { describe, expect, it } from "vitest";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { programOf, programWith, testbed } from "./testbed";

describe("entries that stood in the list before", () => {
  it("are removed when their line is dropped from the program", async () => {
    const { project, appBundles } = await testbed({
      program: programOf(["com.shared.a", "com.shared.b"]),
      holds: ["com.foreign.x", "com.shared.a", "com.shared.b"],
    });
    succeeded(await project.up());
    project.write("index.js", programOf(["com.shared.a"]));
    expect(succeeded(await project.preview("--diff")).text).toMatch(/- com\.shared\.b/u);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.foreign.x", "com.shared.a"]);
  });

  it("go with destroy when the resource claims them, from the start or later", async () => {
    const { project, appBundles, requests } = await testbed({
      program: programOf(["com.shared.a"]),
      holds: ["com.foreign.x", "com.shared.a"],
    });
    succeeded(await project.up());
    requests();
    project.write("index.js", programOf(["com.shared.a"], "claimExisting: true"));
    expect(succeeded(await project.up()).text).toContain("claims 1 adopted");
    expect(requests()).toEqual([]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.foreign.x"]);
  });
});

describe("a resource that is renamed", () => {
  it("leaves everything as it is when an alias names the old one", async () => {
    const { project, appBundles, requests } = await testbed({ program: programOf(["com.own.a"], "", "before") });
    succeeded(await project.up());
    requests();
    project.write("index.js", programOf(["com.own.a"], "", "after", `{ aliases: [{ name: "before" }] }`));
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });

  it("leaves its entries in the list without an alias too, and says what that means", async () => {
    const { project, appBundles } = await testbed({ program: programOf(["com.own.a", "com.own.b"], "", "before") });
    succeeded(await project.up());
    // Another configuration makes another provider in the state: the run must know of both resources all the same.
    project.configure({ plain: { timeoutSeconds: "120" } });
    project.write("index.js", programOf(["com.own.a"], "", "after"));
    const rename = succeeded(await project.up());
    expect(rename.text).toContain("as another resource of this program declares");
    expect(appBundles()).toEqual(["com.own.a"]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("2 unchanged");
  });
});

describe("a resource that is replaced", () => {
  it("moves its entries when the id of the list changes, and leaves the old list as it was", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.own.a", "com.shared.b"]),
      lists: [
        { id: 4321, name: "old", appBundles: ["com.foreign.x", "com.shared.b"] },
        { id: 9876, name: "new", appBundles: ["com.foreign.y"] },
      ],
    });
    succeeded(await project.up());
    project.write("index.js", programOf(["com.own.a", "com.shared.b"]).replace("4321", "9876"));
    expect(succeeded(await project.preview()).text).toContain("replace");
    succeeded(await project.up());
    expect(appBundles(4321)).toEqual(["com.foreign.x", "com.shared.b"]);
    expect(appBundles(9876)).toEqual(["com.foreign.y", "com.own.a", "com.shared.b"]);
    expect(simulator.list(9876)?.name).toBe("new");
  });

  it("keeps what is its own when only the name of its account changes", async () => {
    const { project, appBundles, simulator } = await testbed({
      program: programOf(["com.own.a", "com.shared.b"]),
      holds: ["com.shared.b"],
    });
    succeeded(await project.up());
    project.configure({
      secret: { accounts: JSON.stringify({ main: { ...simulator.account } }) },
    });
    project.write("index.js", programOf(["com.own.a", "com.shared.b"], `account: "main"`));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a", "com.shared.b"]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.shared.b"]);
  });
});

describe("two resources on one list", () => {
  it("manage entries of their own, and one goes without the other's entries", async () => {
    const { project, appBundles } = await testbed({
      program: programWith(
        ["one", `{ appListId: 4321, appBundles: ["com.one.a"] }`],
        ["two", `{ appListId: 4321, appBundles: ["com.two.a"] }`],
      ),
      holds: ["com.foreign.x"],
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.foreign.x", "com.one.a", "com.two.a"]);
    project.write("index.js", programWith(["two", `{ appListId: 4321, appBundles: ["com.two.a"] }`]));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.foreign.x", "com.two.a"]);
  });

  it("are refused, with both names, when they declare the same entry", async () => {
    const { project, requests } = await testbed({
      program: programWith(
        ["one", `{ appListId: 4321, appBundles: ["com.own.a", "com.own.b"] }`],
        ["two", `{ appListId: 4321, appBundles: ["com.own.b"] }`],
      ),
    });
    const { code, text } = await project.preview();
    expect(code).not.toBe(0);
    expect(text).toMatch(
      /app list 4321: the app bundle "com\.own\.b" is declared by the resources "(one|two)" and "(one|two)"/u,
    );
    expect(requests()).toEqual([]);
  });

  it("are refused, with both names, when one of them is exclusive", async () => {
    const { project } = await testbed({
      program: programWith(
        ["one", `{ appListId: 4321, appBundles: ["com.own.a"], exclusive: true }`],
        ["two", `{ appListId: 4321, appBundles: ["com.own.b"] }`],
      ),
    });
    const { code, text } = await project.preview();
    expect(code).not.toBe(0);
    expect(text).toMatch(/declared by the resources "(one|two)" and "(one|two)", and "one" is exclusive/u);
  });

  it.each(["first", "second"])(
    "hand entries over, with what is their own, when lines move out of the %s of them",
    async (position) => {
      const programs = (from: readonly string[], to: readonly string[]): string => {
        const resources = [
          ["from", `{ appListId: 4321, appBundles: ${JSON.stringify(from)} }`],
          ["to", `{ appListId: 4321, appBundles: ${JSON.stringify(to)} }`],
        ] as const;
        return programWith(...(position === "first" ? resources : resources.toReversed()));
      };
      const { project, appBundles } = await testbed({
        program: programs(["com.a", "com.b", "com.shared.c"], ["com.d"]),
        holds: ["com.foreign.x", "com.shared.c"],
      });
      succeeded(await project.up());
      project.write("index.js", programs(["com.a"], ["com.b", "com.d", "com.shared.c"]));
      succeeded(await project.up());
      expect(appBundles()).toEqual(["com.a", "com.b", "com.d", "com.foreign.x", "com.shared.c"]);
      expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("unchanged");
      expect(new Set((await resourcesOf(project)).map(({ outputs }) => outputs["appBundles"]))).toEqual(
        new Set(["com.a\n", "com.b\ncom.d\ncom.shared.c\n"]),
      );
      succeeded(await project.destroy());
      expect(appBundles()).toEqual(["com.foreign.x", "com.shared.c"]);
    },
  );
});

describe("an exclusive list", () => {
  it("loses what is not declared, shows foreign entries as drift, and loses them again", async () => {
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.own.a", "com.own.b"], "exclusive: true"),
      holds: ["com.foreign.x", "com.own.b"],
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);

    simulator.edit(4321, { add: { appBundles: ["com.foreign.y"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toMatch(/- com\.foreign\.y/u);
    expect(drift.text).toContain('drift: 1 app bundle unexpected ("com.foreign.y")');
    succeeded(await project.up("--refresh"));
    expect(appBundles()).toEqual(["com.own.a", "com.own.b"]);
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.own.b"]);
  });

  it("fails where it cannot be seen, and is not taken for done", async () => {
    const { project, appBundles, state } = await testbed({
      program: programOf(["com.own.a"]),
      holds: ["com.foreign.x"],
    });
    succeeded(await project.up());
    project.configure({ plain: { observe: "off" } });
    project.write("index.js", programOf(["com.own.a"], "exclusive: true"));
    const failed = await project.up();
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain("exclusive requires that the list can be read, and it could not be");
    expect((await state()).outputs["exclusive"]).toBeUndefined();
    expect(appBundles()).toEqual(["com.foreign.x", "com.own.a"]);
  });

  it("can be refreshed again and again when it holds entries that no program could declare", async () => {
    const { project, simulator } = await testbed({ program: programOf(["com.own.a"], "exclusive: true") });
    succeeded(await project.up());
    simulator.edit(4321, { add: { appBundles: ["my app"] } });
    for (const _ of ["once", "twice"]) {
      const refresh = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
      expect(refresh.text).toContain('1 app bundle unexpected ("my app")');
    }
  });

  it("keeps entries of others when exclusive is taken away after a refresh", async () => {
    const foreign = Array.from({ length: 20 }, (_, index) => `com.foreign.x${index}`);
    const { project, simulator, appBundles } = await testbed({ program: programOf(["com.own.a"], "exclusive: true") });
    succeeded(await project.up());
    simulator.edit(4321, { add: { appBundles: foreign } });
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    project.write("index.js", programOf(["com.own.a"]));
    expect(succeeded(await project.up()).text).toContain("no longer exclusive, so unmanaged entries stay");
    expect(appBundles()).toHaveLength(21);
  });

  it("is guarded against losing too much at once", async () => {
    const foreign = Array.from({ length: 20 }, (_, index) => `com.foreign.x${index}`);
    const { project, appBundles } = await testbed({
      program: programOf(["com.own.a"], "exclusive: true"),
      holds: foreign,
    });
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain(
      "would remove 20 of 20 entries (100%), more than the limit of 30% at once. Nothing was changed.",
    );
    expect(appBundles()).toHaveLength(20);
    project.write("index.js", programOf(["com.own.a"], `exclusive: true, removalLimit: "100%"`));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
  });
});

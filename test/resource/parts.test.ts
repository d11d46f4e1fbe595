import { describe, expect, it } from "vitest";
import { hosts } from "../laws/hosts/index";
import { numbered, numberedText } from "./declared";
import { done, errorsOf, startStack } from "./started";

const placementIds = Array.from({ length: 80 }, (_, index) => `${1000 + index}-a\n`).join("");

describe.each(hosts)("an update that removes all entries of a kind, with $name,", (host) => {
  const bundles = { appListId: 1, appBundles: numberedText(200) };

  it("is stopped by default: 80 of 280", async () => {
    const { stack, simulator } = await startStack({}, {}, host);
    expect(await stack.up({ blocked: { ...bundles, placementIds } })).toEqual(done);
    simulator.clearJournal();
    // The class of the dynamic provider makes a text of an array.
    for (const emptied of host.name === "the plugin" ? ["", []] : [""]) {
      const program = { blocked: { ...bundles, placementIds: emptied } };
      for (const ended of [await stack.preview(program), await stack.up(program)]) {
        expect(errorsOf(ended)).toContain('removalLimit "30%" allows 24 of 80; this change removes 80 placement IDs.');
      }
    }
    expect(simulator.journal).toEqual([]);
  });

  it.each([
    ["left out", {}],
    ["null", { placementIds: null }],
  ])("is an error that nobody can approve if the kind is not given: %s", async (_, placementIds) => {
    const { stack, simulator } = await startStack({}, {}, host);
    expect(await stack.up({ blocked: { ...bundles, placementIds: "1000-a\n" } })).toEqual(done);
    simulator.clearJournal();
    const program = { blocked: { ...bundles, removalLimit: "100%", ...placementIds } };
    for (const ended of [await stack.preview(program), await stack.up(program)]) {
      expect(errorsOf(ended)).toContain(
        "The arguments are not valid: placementIds is not given, and this resource manages 1 placement ID. To declare " +
          "none, or if another resource declares them now, write placementIds: []. If the value comes from another " +
          "resource or stack: that one failed or was left out, or its output has another name. No request was sent",
      );
      expect(errorsOf(ended)).not.toContain("APP_LIST_APPROVE");
    }
    expect(simulator.journal).toEqual([]);
    // A refresh and a delete do not compare with a program, and a text without entries is given.
    expect(await stack.refresh()).toEqual(done);
    expect(await stack.up({ blocked: { ...bundles, placementIds: "" } })).toEqual(done);
    expect(await stack.up({ blocked: bundles })).toEqual(done);
  });
});

describe("missing entries", () => {
  const twenty = { appListId: 1, appBundles: numberedText(20) };

  it("are at risk: after 12 of 20 were removed by hand, an emptied file does not remove the other 8", async () => {
    const { stack, simulator, appBundles } = await startStack();
    expect(await stack.up({ blocked: twenty })).toEqual(done);
    simulator.edit(1, { remove: { appBundles: numbered(12) } });
    const ended = await stack.up({ blocked: { appListId: 1, appBundles: "" } }, { refresh: true });
    expect(errorsOf(ended)).toContain('removalLimit "30%" allows 6 of 20; this change removes 8 app bundles.');
    expect(appBundles()).toHaveLength(8);
  });

  it("that are no longer declared leave the state, so that no later digest or limit counts them", async () => {
    const { stack, simulator } = await startStack();
    expect(await stack.up({ blocked: twenty })).toEqual(done);
    simulator.edit(1, { remove: { appBundles: numbered(3) } });
    expect(await stack.refresh()).toEqual(done);
    expect(stack.state("blocked")).toMatchObject({ missing: { appBundles: numberedText(3) } });
    simulator.clearJournal();
    const rest = { ...twenty, appBundles: numberedText(17, 1003) };
    expect(await stack.up({ blocked: rest })).toEqual(done);
    expect(simulator.journal).toEqual([]);
    expect(stack.state("blocked")).not.toHaveProperty("missing");
    // Declared again, they are new.
    const again = { ...twenty, additionLimit: 2 };
    expect(errorsOf(await stack.up({ blocked: again }))).toContain(
      "additionLimit 2 allows 2 entries; this change adds 3 app bundles.",
    );
  });
});

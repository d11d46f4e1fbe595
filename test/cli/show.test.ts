import { describe, expect, it } from "vitest";
import { controls, listsAndFiles } from "./lists";
import { hidingWebsites, withoutWebsites } from "../harness/shows";

const list = {
  id: 4321,
  name: "brand safety",
  appBundles: ["com.b", "com.a"],
  websites: ["example.com"],
  hasAssociatedCampaigns: true,
};

describe("app-list show", () => {
  it("prints the entries of each kind, sorted, and whether campaigns use the list", async () => {
    const { run, simulator } = await listsAndFiles([list]);
    const { code, output, messages } = await run("show 4321");
    expect([code, messages]).toEqual([0, ""]);
    expect(output).toBe(
      'app list 4321 "brand safety"\nCampaigns use the list.\n\n2 app bundles\n  com.a\n  com.b\n\n' +
        "0 placement IDs\n\n1 website\n  example.com\n",
    );
    expect(simulator.list(4321)).toMatchObject({ appBundles: ["com.b", "com.a"], websites: ["example.com"] });
  });

  it("names the kinds that the API does not show, and no number of their entries", async () => {
    const { run } = await listsAndFiles([list], {}, { behavior: hidingWebsites });
    const { code, output } = await run("show 4321");
    expect(code).toBe(0);
    expect(output).toContain('Not verified: the API does not show the websites of app list 4321 "brand safety".\n');
    expect(output).not.toContain("0 websites");
  });

  it("prints the result as JSON, without the kinds that the API does not show", async () => {
    const { runJson } = await listsAndFiles([list], {}, { behavior: withoutWebsites });
    expect(await runJson("show 4321")).toEqual({
      version: 1,
      appListId: 4321,
      name: "brand safety",
      description: "",
      hasAssociatedCampaigns: true,
      notVerified: ["websites"],
      entries: { appBundles: ["com.a", "com.b"], placementIds: [] },
    });
  });

  const entry = "com.\u001b[2J\u202ea";
  it.each(["show 1", "show 1 --json", "diff 1 FOLDER/a.txt", `find ${entry} --file FOLDER/* --list 1`])(
    "escapes what a terminal would interpret: %j",
    async (command) => {
      const hostile = { id: 1, name: "\u001b]0;x\u0007\u009b", appBundles: [entry, "com.\u200bb"] };
      const files = { "a.txt": "com.c # \u009bnote\u202e\n", "b.txt": `${entry}\n` };
      const { run } = await listsAndFiles([hostile], files);
      const { output, messages } = await run(command);
      expect(output + messages).toMatch(/app list 1|"appListId": 1/u);
      expect(output + messages).not.toMatch(controls);
      if (command.endsWith("--json"))
        expect(JSON.parse(output)).toMatchObject({ entries: { appBundles: hostile.appBundles } });
    },
  );
});

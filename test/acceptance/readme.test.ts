import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { readPage, sectionOf } from "../docs/markdown";
import { useLanguage } from "../harness/language-host";
import { succeeded, withoutTypeChecks } from "../harness/project";
import { openClone, runPage } from "./page-run";
import { testbed } from "./testbed";

const page = readPage("README.md");
const holds = ["com.shopfast.mobile", "com.goldfever.bingo"];

describe("the README", () => {
  it("shows a program in TypeScript, and the same in YAML", async () => {
    const bed = await testbed({ program: "", language: "typescript", name: "brand-safety", holds });
    const { project, simulator, requests } = bed;
    const { block } = runPage(page.path, project);
    // test/docs/blocks.test.ts checks its types.
    Object.assign(project.environment, withoutTypeChecks);
    project.write("index.ts", block("Use it", "ts"));
    project.write("blocked-apps.txt", block("Your account", "text"));
    succeeded(await project.up());
    const placementIds = ["20418-rewardedb21c"];
    expect(simulator.list(4321)).toMatchObject({ appBundles: [...holds, "com.meetnow.chat"], placementIds });

    // The YAML program declares the same entries and takes the resource over.
    await useLanguage(project, "yaml");
    project.write("Pulumi.yaml", block("Use it", "yaml"));
    requests();
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    succeeded(await project.destroy());
    expect(simulator.list(4321)).toMatchObject({ appBundles: holds, placementIds: [] });
  });

  it("leads from an account to a list with entries, and back", async () => {
    const { simulator } = await testbed({ program: {}, holds });
    const { follow } = await openClone();
    const { username, ...secrets } = defaultAccount;
    const commands = await follow(page.path, sectionOf(page, "Your account").text, {
      values: { "https://api.example.com": simulator.url, "ad.ops@example.com": username },
      secrets,
      // Not the set-up: the tools of this clone are installed.
      without: /^(?:npm run|export) .*\n/gmu,
    });
    expect(commands).toBe(5);
    expect(simulator.list(4321)?.appBundles).toEqual(holds);
    expect(simulator.journal.map(({ action }) => action)).toContain("add");
  });
});

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root, succeeded, withoutTypeChecks } from "../harness/project";
import { testbed, type Testbed } from "./testbed";

const listed = {
  appBundles: Array.from({ length: 10_000 }, (_, index) => `com.example.app${index}`),
  placementIds: ["20418-rewardedb21c", "20419-interstitial9f"],
  websites: ["news.example.com", "weather.example.com"],
};

/** A project without a program yet, and a list that others have filled. */
async function bed(language: "javascript" | "typescript", content: Partial<typeof listed>): Promise<Testbed> {
  return testbed({ program: "", language, lists: [{ id: 4321, name: "brand safety", ...content }] });
}

/** Runs `app-list` in the folder of the project, with the settings of its stack, and returns what it prints. */
async function appList({ project }: Testbed, ...commandArguments: readonly string[]): Promise<string> {
  const main = join(root, "provider", "dist", "bundles", "app-list.js");
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...commandArguments, "--stack", "dev"], {
    cwd: project.folder,
    env: project.commandEnvironment(),
  });
  return stdout;
}

describe("a list that is pulled", () => {
  it("is adopted by the program that is written: neither up nor destroy changes anything in it", async () => {
    const testbed = await bed("typescript", listed);
    const { project, simulator, requests } = testbed;
    // The harness has written a program, an empty one.
    expect(await appList(testbed, "pull", "4321", "--program", "index.ts", "--force")).toBe("");
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect(readFileSync(join(project.folder, "app-list-4321", "websites.txt"), "utf8")).toBe(
      "news.example.com\nweather.example.com\n",
    );

    succeeded(await project.up());
    Object.assign(project.environment, withoutTypeChecks);
    expect(requests()).toEqual(["token 200", "remove 200"]);
    succeeded(await project.up("--expect-no-changes"));
    expect(requests()).toEqual([]);
    succeeded(await project.preview("--refresh", "--expect-no-changes"));
    succeeded(await project.destroy());
    expect(simulator.list(4321)).toMatchObject(listed);
  });

  it("goes with destroy when it is claimed", async () => {
    const testbed = await bed("javascript", { ...listed, appBundles: ["com.b", "com.a"] });
    const { project, simulator, requests } = testbed;
    const options = ["--language", "javascript", "--output", "lists", "--name", "blocked", "--claim", "--exclusive"];
    project.write("index.js", await appList(testbed, "pull", "4321", ...options));
    requests();
    succeeded(await project.up());
    expect(requests()).toEqual(["token 200", "remove 200"]);
    succeeded(await project.destroy());
    expect(simulator.list(4321)).toMatchObject({ appBundles: [], placementIds: [], websites: [] });
  });

  it("is not reached with the settings of a stack that there is not", async () => {
    const testbed = await bed("javascript", {});
    const main = join(root, "provider", "dist", "bundles", "app-list.js");
    const failed = promisify(execFile)(process.execPath, [main, "pull", "4321", "--stack", "nowhere"], {
      cwd: testbed.project.folder,
      env: testbed.project.commandEnvironment(),
    });
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: "" });
    await expect(failed).rejects.toThrow("no stack named 'nowhere' found");
    expect(testbed.requests()).toEqual([]);
  });
});

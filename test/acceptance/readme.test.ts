import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { defaultAccount } from "../../provider/simulator/index";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { type ReleaseServer, serveRelease } from "../harness/release-server";
import { openEmptyFolder } from "./page-run";
import { testbed } from "./testbed";

const page = readPage("README.md");
const [steps = "", inYaml = ""] = sectionOf(page, "Use it").text.split(/^(?=In YAML, )/mu);

/** The steps with what the page describes in place of them for a YAML program. */
function yamlSteps(): string {
  const program = codeBlocksOf({ path: page.path, text: inYaml })[0]?.code ?? "";
  return steps
    .replace(/^ *name: .*\n *runtime: .*\n/mu, program.replaceAll(/^(?=.)/gmu, "   "))
    .replace(/^ *The program is [^]*?^ *```\n/mu, "")
    .replace(/npm install .*/u, /`(npm install [^`]+)`/u.exec(inYaml)?.[1] ?? "");
}

let release: ReleaseServer;

beforeAll(async () => {
  release = await serveRelease();
});

afterAll(() => release.close());

describe("the README", () => {
  it.each([
    ["TypeScript", steps, "pulumi-nodejs:dynamic/app-list:AppListEntries"],
    ["YAML", yamlSteps(), "app-list:index:AppListEntries"],
  ])("leads from an empty folder and an empty home to a list with entries, and back, in %s", async (_, text, type) => {
    const holds = ["com.shopfast.mobile", "com.goldfever.bingo"];
    const { simulator, appBundles } = await testbed({ program: {}, holds });
    const { folder, follow } = await openEmptyFolder(release.environment);
    const { username, ...secrets } = defaultAccount;
    const tarball = `${release.url}/pulumi-app-list-${version}.tgz`;
    const account = { "https://api.example.com": simulator.url, "ad.ops@example.com": username };
    const reader = { values: { "URL-OF-THE-TARBALL": tarball, ...account }, secrets, isInstalled: true };
    const [untilUp = "", undo = ""] = text.split(/^(?=7\. )/mu);
    expect(await follow(page.path, untilUp, reader)).toBe(5);
    expect(appBundles()).toEqual([...holds, "com.meetnow.chat"].toSorted());

    // The line of a preview above the steps.
    const [shown = ""] = codeBlocksOf(page).flatMap(({ language, code }) => (language === "text" ? [code.trim()] : []));
    writeFileSync(
      join(folder, "blocked-apps.txt"),
      "com.goldfever.bingo # gambling\ncom.luckyreels.slots # gambling\n",
    );
    await follow(page.path, `Expected: \`${shown}\` and \`${type}\`.\n\n\`\`\`sh\npulumi preview\n\`\`\`\n`, reader);

    expect(await follow(page.path, undo, reader)).toBe(1);
    expect(appBundles()).toEqual(holds.toSorted());
  });
});

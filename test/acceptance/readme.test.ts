import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { version } from "../../provider/common/version";
import { defaultAccount } from "../../provider/simulator/index";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { openEmptyHome } from "./page-run";
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

it("the README leads from an empty folder and an empty home to a list and back, in TypeScript and then in YAML", async () => {
  const release = await serveRelease();
  onTestFinished(() => release.close());
  const tarball = join(temporaryFolder(), `pulumi-app-list-${version}.tgz`);
  writeFileSync(tarball, release.files.get(basename(tarball)) ?? "");
  const { username, ...secrets } = defaultAccount;
  const open = openEmptyHome(release.environment);
  for (const [folder, text, type] of [
    ["typescript", steps, "pulumi-nodejs:dynamic/app-list:AppListEntries"],
    ["yaml", yamlSteps(), "app-list:index:AppListEntries"],
  ] as const) {
    const holds = ["com.shopfast.mobile", "com.goldfever.bingo"];
    const { simulator, appBundles } = await testbed({ program: {}, holds });
    const place = await open(folder);
    const account = { "https://api.example.com": simulator.url, "ad.ops@example.com": username };
    const values = { "PATH-OF-THE-TARBALL": tarball, ...account };
    const reader = { values, secrets, isInstalled: true };
    const [untilUp = "", undo = ""] = text.split(/^(?=7\. )/mu);
    expect(await place.follow(page.path, untilUp, reader)).toBe(5);
    expect(appBundles()).toEqual([...holds, "com.meetnow.chat"].toSorted());

    expect(await place.follow(page.path, undo, reader)).toBe(1);
    expect(appBundles()).toEqual(holds.toSorted());

    // The line of a preview above the steps.
    const [shown = ""] = codeBlocksOf(page).flatMap(({ language, code }) => (language === "text" ? [code.trim()] : []));
    const write = (...entries: readonly string[]): void =>
      writeFileSync(join(place.folder, "blocked-apps.txt"), entries.map((entry) => `${entry}\n`).join(""));
    const others = Array.from({ length: 11 }, (_, index) => `com.example.app${index}`);
    write("com.meetnow.chat", ...others);
    // The steps have run as they do for a reader: what follows is no part of them.
    const quickly = "export PULUMI_NODEJS_TRANSPILE_ONLY=true PULUMI_OPTION_SKIP_PREVIEW=true";
    await place.follow(page.path, `\`\`\`sh\n${quickly}\npulumi up\n\`\`\`\n`, reader);
    write("com.luckyreels.slots", ...others);
    await place.follow(
      page.path,
      `Expected: \`${shown}\` and \`${type}\`.\n\n\`\`\`sh\npulumi preview\n\`\`\`\n`,
      reader,
    );
    await place.follow(page.path, undo.replace(/Expected: .*/u, ""), reader);
    expect(appBundles()).toEqual(holds.toSorted());
  }
});

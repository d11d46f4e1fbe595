import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { readPage, sectionOf } from "../docs/markdown";
import { serveRelease } from "../harness/release-server";
import { openEmptyHome } from "./page-run";
import { testbed } from "./testbed";

const page = readPage("README.md");
const partsOf = (...headings: readonly string[]): string =>
  headings.map((heading) => sectionOf(page, heading)).join("\n");

it("the README leads from an empty folder and an empty home to a simulated list, and then to one of an account and back", async () => {
  const release = await serveRelease();
  const { username, ...secrets } = defaultAccount;
  const open = openEmptyHome(release.environment);
  const values = { "PATH-OF-THE-TARBALL": release.tarball };
  const first = await open("brand-safety");
  const [untilDown = "", down = ""] = partsOf("A list as code", "Try it without an account").split(/^(?=6\. )/mu);
  expect(await first.follow(page.path, untilDown, { values, isInstalled: true })).toBe(5);
  const file = join(first.folder, "lists", "blocked-apps.txt");
  const entries = readFileSync(file, "utf8");
  writeFileSync(file, entries.replace(/^com\.meetnow\.chat .*/mu, "com.quickwager.sportsbook"));
  expect(await first.follow(page.path, partsOf("What a reviewer sees"), { isInstalled: true })).toBe(1);
  writeFileSync(file, entries);
  expect(await first.follow(page.path, down, { isInstalled: true })).toBe(1);

  const holds = ["com.shopfast.mobile", "com.goldfever.bingo"];
  const { simulator, appBundles } = await testbed({ program: {}, holds });
  const account = { "https://api.example.com": simulator.url, "ad.ops@example.com": username };
  const reader = { values: { ...values, ...account }, secrets, isInstalled: true };
  const second = await open("brand-safety");
  // The program in TypeScript, whose file is in the same folder.
  writeFileSync(join(second.folder, "Pulumi.yaml"), "name: brand-safety\nruntime: nodejs\n");
  expect(await second.follow(page.path, partsOf("Use it"), reader)).toBe(4);
  expect(appBundles()).toEqual([...holds, "com.meetnow.chat"].toSorted());
  expect(await second.follow(page.path, "```sh\npulumi destroy\n```\n", reader)).toBe(1);
  expect(appBundles()).toEqual(holds.toSorted());
});

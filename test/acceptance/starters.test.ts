import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { readPage } from "../docs/markdown";
import { root } from "../harness/project";
import { serveRelease } from "../harness/release-server";
import { temporaryFolder } from "../harness/shared-files";
import { openEmptyHome } from "./page-run";
import { testbed } from "./testbed";

it("pulumi new makes a project of the starter, whose secrets are encrypted, and which keeps a list", async () => {
  const release = await serveRelease();
  const surroundings = temporaryFolder();
  const { simulator, appBundles } = await testbed({ program: {}, isConfigured: false, holds: ["com.held"] });
  const state = { PULUMI_BACKEND_URL: `file://${surroundings}`, PULUMI_CONFIG_PASSPHRASE: "acceptance" };
  const { folder, run, follow } = await openEmptyHome({ ...release.environment, ...state })("reader");

  const { username, ...secrets } = defaultAccount;
  const answers = { appListId: "4321", "app-list:baseUrl": simulator.url, "app-list:username": username };
  const given = Object.entries(answers).map(([key, value]) => `-c '${key}=${value}'`);
  const values = {
    "../pulumi-app-list": root,
    "PATH-OF-THE-TARBALL": release.tarball,
    "pulumi new ../starter": `pulumi new ../starter --yes --name brand-safety --stack dev ${given.join(" ")}`,
  };
  const page = readPage("starters/README.md");
  expect(await follow(page.path, page.text, { values, isInstalled: true })).toBe(1);
  for (const [key, value] of Object.entries(secrets))
    await run(`pulumi config set --secret app-list:${key} '${value}'`);
  const stack = readFileSync(join(folder, "app-lists", "Pulumi.dev.yaml"), "utf8");
  expect(stack.match(/^ {4}secure: /gmu)).toHaveLength(Object.keys(secrets).length);
  for (const secret of Object.values(secrets)) expect(stack).not.toContain(secret);

  await run("pulumi up --yes --skip-preview");
  expect(appBundles()).toEqual(["com.held"]);
  appendFileSync(join(folder, "app-lists", "lists", "blocked-apps.txt"), "com.goldfever.bingo  # gambling\n");
  expect(await run("npx --no-install app-list validate 'lists/**'")).toContain("1 app bundle");
  expect(await run("pulumi preview")).toContain("com.goldfever.bingo");
  await run("pulumi up --yes --skip-preview");
  expect(appBundles()).toEqual(["com.goldfever.bingo", "com.held"]);
  await run("pulumi up --yes --skip-preview --expect-no-changes");
  await run("pulumi destroy --yes --skip-preview");
  expect(appBundles()).toEqual(["com.held"]);
});

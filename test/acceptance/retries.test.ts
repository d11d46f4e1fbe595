import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { pluginHost, pulumiHosts, type PulumiHost } from "../harness/hosts";
import { bundleFolder, executable } from "../../tools/setup/bundle.mjs";
import { testbed } from "./testbed";

/**
 * A program that runs itself with Pulumi's Automation API: Pulumi's language host of this engine, which is built from old
 * sources, does not know error hooks.
 */
const program = `const pulumi = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

const [module_, retries, ...appBundles] = process.argv.slice(2);
const program = async () => {
  const { AppListEntries } = require(module_);
  const onError = [new pulumi.ErrorHook("again", ({ errors }) => errors.length <= Number(retries))];
  new AppListEntries("blocked", { appListId: 4321, appBundles }, { hooks: { onError } });
};
LocalWorkspace.createOrSelectStack({ stackName: "dev", projectName: "acceptance", program }, { workDir: __dirname })
  .then((stack) => stack.up())
  .then(({ summary }) => console.log(JSON.stringify(summary.resourceChanges)))
  .catch((error) => console.log(error.message));
`;

const forbidden = { on: { action: "add", nth: 2 }, effect: "before", answer: { kind: "status", status: 403 } } as const;

async function start(host: PulumiHost) {
  const bed = await testbed({ host, program, holds: ["com.others"], faults: [forbidden] });
  bed.project.configure({ plain: { maxEntriesPerRequest: "1" } });
  /** Runs `pulumi up`, and returns what it printed last. */
  const up = async (retries: number, ...apps: readonly string[]): Promise<string> => {
    const words = [join(bed.project.folder, "index.js"), host.module, String(retries), ...apps];
    const options = { cwd: bed.project.folder, env: bed.project.commandEnvironment() };
    return (await promisify(execFile)(process.execPath, words, options)).stdout;
  };
  return { ...bed, up };
}

it.each(pulumiHosts)(
  "an onError hook repeats a create and an update, which continue from what the failed attempt did, with $name",
  async (host) => {
    const { project, simulator, appBundles, state, requests, up } = await start(host);
    expect(await up(1, "com.own.y", "com.own.z")).toContain('"create":');
    expect(requests()).toContain("add 403");
    const first = (await state()).outputs;
    expect(first).toMatchObject({ appBundles: "com.own.y\ncom.own.z\n" });
    expect(first).not.toHaveProperty("adopted");

    simulator.addFault(forbidden);
    expect(await up(1, "com.own.a", "com.own.b", "com.own.y")).toContain('"update":1');
    expect(requests()).toContain("add 403");
    const { outputs } = await state();
    expect(outputs).toMatchObject({ appBundles: "com.own.a\ncom.own.b\ncom.own.y\n" });
    expect(outputs).not.toHaveProperty("adopted");
    expect(appBundles()).toEqual(["com.others", "com.own.a", "com.own.b", "com.own.y"]);
    expect((await project.destroy()).code).toBe(0);
    expect(appBundles()).toEqual(["com.others"]);
  },
);

it("an attached plugin forgets the attempts of an up before the next one", async () => {
  const { project, simulator, appBundles, state, up } = await start(pluginHost);
  const plugin = spawn(process.execPath, [join(bundleFolder, executable)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: project.commandEnvironment(),
  });
  onTestFinished(() => void plugin.kill("SIGKILL"));
  const [port] = z.tuple([z.string()]).parse(await once(plugin.stdout.setEncoding("utf8"), "data"));
  project.environment["PULUMI_DEBUG_PROVIDERS"] = `app-list:${port.trim()}`;
  expect(await up(0, "com.own.a", "com.own.b")).toContain("com.own.b");
  expect(appBundles()).toEqual(["com.others", "com.own.a"]);
  // Somebody forgets the resource, and enters its entries by hand.
  const { urn } = await state();
  expect((await project.pulumi("state", "delete", urn, "--yes")).code).toBe(0);
  simulator.edit(4321, { add: { appBundles: ["com.own.b"] } });
  expect(await up(0, "com.own.a", "com.own.b")).toContain('"create":1');
  expect((await state()).outputs).toMatchObject({ adopted: { appBundles: "com.own.a\ncom.own.b\n" } });
});

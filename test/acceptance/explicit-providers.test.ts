import { describe, expect, it } from "vitest";
import { useLanguage } from "../harness/language-host";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { accounts, appListId, bothLists, listOf, open, rotated, withProviders } from "./regions";

describe("two accounts by explicit provider resources", () => {
  it("manage each their own list of the same ID, and their credentials are encrypted in the state", async () => {
    const scene = await open(withProviders + bothLists);
    const { project, appBundles, requests } = scene;
    const printed = [succeeded(await project.preview("--diff"))];
    expect(requests()).toEqual([]);
    printed.push(succeeded(await project.up("--diff")));
    expect([appBundles("eu"), appBundles("us")]).toEqual([
      ["com.eu.own", "com.eu.theirs"],
      ["com.us.own", "com.us.theirs"],
    ]);
    requests();
    printed.push(succeeded(await project.up("--expect-no-changes")));
    expect(requests()).toEqual([]);
    printed.push(succeeded(await project.pulumi("refresh", "--yes", "--skip-preview")));
    await scene.expectNoSecret(printed);
    succeeded(await project.destroy());
    expect([appBundles("eu"), appBundles("us")]).toEqual([["com.eu.theirs"], ["com.us.theirs"]]);
  });
});

describe("credentials that are outputs of another resource", () => {
  /** A resource that stores the logins, as a secrets manager does: a preview of its create does not know its outputs. */
  const withVault = `const pulumi = require("@pulumi/pulumi");
const { AppListEntries, Provider } = require("pulumi-app-list/plugin");
class Vault extends pulumi.dynamic.Resource {
  constructor(name, inputs) {
    const outs = (given) => ({ outs: { ...given, login: given.stored } });
    const provider = { create: async (given) => ({ id: name, ...outs(given) }), update: async (id, olds, news) => outs(news) };
    super(provider, name, { ...inputs, login: undefined }, { additionalSecretOutputs: ["stored", "login"] });
  }
}
const logins = JSON.parse(process.env.LOGINS);
const { login } = new Vault("vault", { stored: pulumi.secret(logins.eu) });
const providers = { eu: new Provider("eu", {
  baseUrl: process.env.BASE_URL,
  username: login.apply(({ username }) => username),
  password: login.apply(({ password }) => password),
  apiKey: login.apply(({ apiKey }) => apiKey),
  apiSecret: login.apply(({ apiSecret }) => apiSecret),
}) };
`;

  it("are unknown in the first preview, and a rotation updates the provider resource and nothing else", async () => {
    const scene = await open(withVault + listOf("eu", "com.eu.own"));
    const { project, appBundles, requests } = scene;
    const printed = [succeeded(await project.preview("--diff"))];
    expect(requests()).toEqual([]);
    printed.push(succeeded(await project.up()));
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    requests();

    await scene.rotate();
    scene.useLogins({ eu: rotated });
    printed.push(succeeded(await project.preview("--diff")));
    const updated = succeeded(await project.up("--diff"));
    expect(requests()).toEqual([]);
    expect(updated.text).not.toMatch(/replace/u);
    printed.push(updated, succeeded(await project.pulumi("refresh", "--yes", "--skip-preview")));
    expect(requests()).toEqual(["token 200", "remove 200"]);
    await scene.expectNoSecret(printed);
    succeeded(await project.destroy());
    expect(appBundles("eu")).toEqual(["com.eu.theirs"]);
  });

  it("are refused by the rules of a check in the update, when a preview could not check the resource", async () => {
    const wrong = `new AppListEntries("blocked", { appListId: ${appListId}, appBundles: ["a,b"] }, { provider: providers.eu });\n`;
    const { project, appBundles, requests } = await open(withVault + wrong);
    await project.preview();
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain("a,b");
    expect(requests()).toEqual([]);
    expect(appBundles("eu")).toEqual(["com.eu.theirs"]);
  });
});

describe("after a rotation of the credentials of a provider resource", () => {
  it("refresh and destroy name the way out, and work with --run-program", async () => {
    const scene = await open(withProviders + bothLists);
    const { project, appBundles, requests } = scene;
    succeeded(await project.up());
    await scene.rotate();
    scene.useLogins({ ...accounts, eu: rotated });
    requests();
    const failed = [await project.pulumi("refresh", "--yes", "--skip-preview"), await project.destroy()];
    for (const { code, text } of failed) {
      expect(code).not.toBe(0);
      expect(text).toContain(
        'Check username and password, and apiKey and apiSecret (or basicCredential) of the provider "eu".',
      );
      expect(text).toContain("run pulumi up without --refresh, and with the resource in the program.");
      expect(text).toContain("--run-program");
      expect(text).not.toContain("pulumi config set");
    }
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);

    const refreshed = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview", "--run-program"));
    await scene.expectNoSecret([...failed, refreshed]);
    succeeded(await project.destroy("--run-program"));
    expect([appBundles("eu"), appBundles("us")]).toEqual([["com.eu.theirs"], ["com.us.theirs"]]);
  });

  it("refresh and destroy work after an up, which sends nothing", async () => {
    const scene = await open(withProviders + listOf("eu", "com.eu.own"));
    const { project, appBundles, requests } = scene;
    scene.useLogins({ eu: accounts.eu });
    succeeded(await project.up());
    await scene.rotate();
    scene.useLogins({ eu: rotated });
    requests();
    const updated = succeeded(await project.up("--diff"));
    expect(requests()).toEqual([]);
    expect(updated.text).not.toMatch(/replace/u);
    await scene.expectNoSecret([updated]);
    succeeded(await project.destroy());
    expect(appBundles("eu")).toEqual(["com.eu.theirs"]);
  });
});

describe("a resource that moves from a named account to an explicit provider", () => {
  it("is updated: nothing is replaced or removed, and what is there is adopted", async () => {
    const program = `const { AppListEntries, Provider } = require("pulumi-app-list/plugin");
const { eu } = JSON.parse(process.env.LOGINS);
const entries = { appListId: ${appListId}, appBundles: ["com.eu.own", "com.eu.theirs"] };
`;
    const named = `${program}new AppListEntries("blocked", { ...entries, account: "eu" });\n`;
    const explicit = `${program}const provider = new Provider("eu", { baseUrl: process.env.BASE_URL, ...eu });
new AppListEntries("blocked", entries, { provider });
`;
    const scene = await open(named);
    const { project, appBundles, requests } = scene;
    const { baseUrl } = { baseUrl: scene.simulator().url };
    const { username, password, apiKey, apiSecret } = accounts.us;
    project.configure({
      plain: { baseUrl, username },
      secret: { password, apiKey, apiSecret, accounts: JSON.stringify({ eu: accounts.eu }) },
    });
    const printed = [succeeded(await project.up())];
    requests();

    project.write("index.js", explicit);
    const moved = succeeded(await project.up("--diff"));
    printed.push(moved);
    expect(moved.text).not.toMatch(/replace|deleted/u);
    expect(moved.text).toContain("~ 1 updated");
    expect(moved.text).toContain("This is another list");
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    const [after] = await resourcesOf(project);
    expect(after?.outputs["adopted"]).toEqual({ appBundles: "com.eu.own\ncom.eu.theirs\n" });
    succeeded(await project.up("--expect-no-changes"));
    // Back again.
    project.write("index.js", named);
    const back = succeeded(await project.up("--diff"));
    expect(back.text).not.toMatch(/replace/u);
    expect(back.text).toContain("~ 1 updated");
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    await scene.expectNoSecret([...printed, back]);
    succeeded(await project.destroy());
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
  });
});

describe("missing credentials of a provider resource", () => {
  it("let a preview succeed, and the first request fail with the names of the properties", async () => {
    const scene = await open(withProviders + bothLists);
    const { project, appBundles, requests } = scene;
    const { password: _, ...withoutPassword } = accounts.eu;
    scene.useLogins({ ...accounts, eu: withoutPassword });
    succeeded(await project.preview());
    const { code, text } = await project.up("--continue-on-error");
    expect(code).not.toBe(0);
    expect(text).toContain('The settings of the provider "eu" cannot be used. No request was sent with them.');
    expect(text).toContain('password of the provider "eu" is missing. Set it on this provider resource in the program');
    expect(text).not.toContain("pulumi config set");
    // The other account is not concerned.
    expect(appBundles("us")).toEqual(["com.us.own", "com.us.theirs"]);
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
    scene.useLogins(accounts);
    succeeded(await project.up());
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
  });
});

describe("explicit providers of a YAML program", () => {
  it("manage each their own list, and name their properties in errors", async () => {
    const settingsOf = (login: object): string =>
      Object.entries(login)
        .map(([key, value]) => `      ${key}: ${JSON.stringify(value)}\n`)
        .join("");
    const resource = (region: string) => `  blocked-${region}:
    type: app-list:AppListEntries
    properties: {appListId: ${appListId}, appBundles: [com.${region}.own]}
    options: {provider: "\${${region}}"}
`;
    const programOf = (eu: object): string => `name: acceptance
runtime: yaml
resources:
  eu:
    type: pulumi:providers:app-list
    properties:
      baseUrl: ${scene.simulator().url}
${settingsOf(eu)}  us:
    type: pulumi:providers:app-list
    properties:
      baseUrl: ${scene.simulator().url}
${settingsOf(accounts.us)}${resource("eu")}${resource("us")}`;
    const scene = await open("");
    const { project, appBundles } = scene;
    await useLanguage(project, "yaml");
    const { password: _, ...incomplete } = accounts.eu;
    project.write("Pulumi.yaml", programOf(incomplete));
    succeeded(await project.preview());
    const failed = await project.up("--continue-on-error");
    expect(failed.code).not.toBe(0);
    expect(failed.text).toContain('password of the provider "eu" is missing. Set it on this provider resource');
    project.write("Pulumi.yaml", programOf(accounts.eu));
    const updated = succeeded(await project.up());
    expect([appBundles("eu"), appBundles("us")]).toEqual([
      ["com.eu.own", "com.eu.theirs"],
      ["com.us.own", "com.us.theirs"],
    ]);
    await scene.expectNoSecret([failed, updated]);
    succeeded(await project.destroy());
    expect([appBundles("eu"), appBundles("us")]).toEqual([["com.eu.theirs"], ["com.us.theirs"]]);
  });
});

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, startSimulator, type KeyedAccount } from "../../provider/simulator/index";
import { codeBlocksOf, readPage, sectionOf, type Page } from "../docs/markdown";
import { expectOutput } from "../docs/shown-output";
import { useLanguage } from "../harness/language-host";
import { root, succeeded, withoutTypeChecks } from "../harness/project";
import { resultOf } from "./pulumi-output";
import { testbed } from "./testbed";

const languages = readPage("docs/installation-configuration.md");
const severalAccounts = readPage("docs/how-to/operate.md");
const rotateCredentials = readPage("docs/how-to/operate.md");

/** The first block of code of a section in a language. */
function blockOf(heading: string, language: string, page: Page = languages): string {
  const blocks = codeBlocksOf({ path: page.path, text: sectionOf(page, heading).text });
  const block = blocks.find((each) => each.language === language);
  if (block === undefined) throw new Error(`${page.path} has no ${language} in "${heading}".`);
  return block.code;
}

/** A simulator, and a project with a YAML program. */
async function yamlBed(program: string, options: Omit<Parameters<typeof testbed>[0], "program"> = {}) {
  const bed = await testbed({ program: "", ...options });
  await useLanguage(bed.project, "yaml");
  bed.project.write("Pulumi.yaml", program.replace(/^name: .*$/mu, "name: acceptance"));
  return bed;
}

describe("docs/installation-configuration.md", () => {
  it("moves a TypeScript program to the plugin and back, without a request", async () => {
    const program = blockOf("TypeScript and JavaScript", "ts");
    const dynamic = program.replace('"pulumi-app-list/plugin"', '"pulumi-app-list"');
    const bed = await testbed({ program: dynamic, language: "typescript", holds: ["com.b", "com.theirs"] });
    const { project, requests, simulator } = bed;
    Object.assign(project.environment, withoutTypeChecks);
    // As in a project of one's own, where npm has installed the package.
    symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
    project.write("blocked-apps.txt", "com.a\ncom.b\n");
    succeeded(await project.up());
    const { outputs } = await bed.state();
    requests();

    project.write("Pulumi.yaml", `name: acceptance\nruntime: nodejs\n${blockOf("TypeScript and JavaScript", "yaml")}`);
    project.write("index.ts", program);
    const { text } = succeeded(await project.up("--expect-no-changes"));
    expectOutput({ page: languages.path, command: "pulumi up", printed: resultOf(text) });
    expect((await bed.state()).urn).toContain("::app-list:index:AppListEntries::");
    expect((await bed.state()).outputs).toEqual(outputs);

    project.write("index.ts", dynamic);
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    expect((await bed.state()).urn).toContain("::pulumi-nodejs:dynamic/app-list:AppListEntries::");
    expect((await bed.state()).outputs).toEqual(outputs);
    simulator.edit(4321, { remove: { appBundles: ["com.a"] } });
    succeeded(await project.up("--refresh"));
    expect(bed.appBundles()).toEqual(["com.a", "com.b", "com.theirs"]);
    succeeded(await project.destroy());
    expect(bed.appBundles()).toEqual(["com.b", "com.theirs"]);
  });

  it("has a YAML program with all forms of entries, whose credentials are rotated as described", async () => {
    const { project, simulator, ...bed } = await yamlBed(blockOf("YAML, Python and Go", "yaml"));
    project.write("blocked-apps.txt", "# Agreed.\ncom.b # gambling\ncom.a\n");
    succeeded(await project.up());
    expect(simulator.list(4321)).toMatchObject({
      appBundles: ["com.a", "com.b"],
      websites: ["casino.example", "dating.example"],
    });

    const list = simulator.list(4321);
    const port = Number(new URL(simulator.url).port);
    await simulator.close();
    const rotated: KeyedAccount = { ...keyedAccount(), password: "rotated password" };
    const after = await startSimulator({ lists: list === undefined ? [] : [list], accounts: [rotated], port });
    onTestFinished(() => after.close());
    project.configure({ secret: { password: rotated.password } });
    const refused = await project.pulumi("refresh", "--yes", "--skip-preview");
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      blockOf("Rotate credentials", "text", rotateCredentials).trim().replaceAll("\n", " "),
    );
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview", "--run-program"));

    after.clearJournal();
    const { text } = succeeded(await project.up());
    expectOutput({ page: rotateCredentials.path, command: "pulumi up", printed: resultOf(text) });
    expect(after.journal).toEqual([]);
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    succeeded(await project.destroy());
    expect(after.list(4321)).toMatchObject({ appBundles: [], websites: [] });
    expect(bed.requests()).not.toEqual([]);
  });

  it("has a YAML program with two accounts", async () => {
    const { project, simulator } = await yamlBed(blockOf("Accounts as provider resources", "yaml", severalAccounts));
    const ofEurope: KeyedAccount = {
      username: "eu",
      password: "eu-password",
      apiKey: "eu-key",
      apiSecret: "eu-secret",
    };
    const europe = await startSimulator({ lists: [{ id: 4321, name: "europe" }], accounts: [ofEurope] });
    onTestFinished(() => europe.close());
    const { username, password, apiKey, apiSecret } = ofEurope;
    const plain = { euUrl: europe.url, euUser: username };
    const secret = { euPassword: password, euApiKey: apiKey, euApiSecret: apiSecret };
    const settings = [
      ...Object.entries(plain).flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
      ...Object.entries(secret).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
    ];
    succeeded(await project.pulumi("config", "set-all", ...settings));
    succeeded(await project.up());
    expect(simulator.list(4321)?.appBundles).toEqual(["com.goldfever.bingo", "com.meetnow.chat"]);
    expect(europe.list(4321)?.appBundles).toEqual(["com.goldfever.bingo"]);
    const state = await project.readState();
    expect(Object.values(secret).filter((value) => state.includes(value))).toEqual([]);
    succeeded(await project.destroy());
    expect(europe.list(4321)?.appBundles).toEqual([]);
  });

  it("has the code that an import prints, and a program with the option import", async () => {
    const holds = ["com.goldfever.bingo", "com.meetnow.chat"];
    const bed = await yamlBed(blockOf("Import in a program", "yaml"), { holds });
    const { project } = bed;
    const [, ...words] = blockOf("Import a list", "sh").trim().split(" ");
    const { text } = succeeded(await project.pulumi(...words, "--yes"));
    expect(text).toContain(blockOf("Import a list", "yaml").trimEnd());
    succeeded(await project.pulumi("state", "unprotect", "--all", "--yes"));
    succeeded(await project.pulumi("state", "delete", "--all", "--yes"));

    succeeded(await project.up());
    expect((await bed.state()).outputs).toMatchObject({ appBundles: "com.goldfever.bingo\n", unmanaged: 1 });
    expect(bed.appBundles()).toEqual(holds);
  });
});

/** The simulator's own account. */
function keyedAccount(): KeyedAccount {
  const { username, password, apiKey, apiSecret } = defaultAccount;
  return { username, password, apiKey, apiSecret };
}

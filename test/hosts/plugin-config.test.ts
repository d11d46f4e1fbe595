import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig, diffConfig, providerSettings } from "../../provider/hosts/plugin/provider-config";
import { folderWith } from "../files/folder";
import { decode, encode } from "../../provider/hosts/plugin/values";

const urn = "urn:pulumi:dev::blocking::pulumi:providers:app-list::default_0_1_0";
const explicit = urn.replace("default_0_1_0", "eu");

describe("the inputs of a provider resource", () => {
  it("are warned about if they are no settings, unless they can be keys of the project", () => {
    const given = encode({ passwrod: "p" });
    expect(checkConfig(urn, given).warnings).toEqual([
      expect.stringMatching(/^"app-list:passwrod" is not a setting and is ignored\. The settings are baseUrl, /u),
    ]);
    expect(checkConfig(explicit, given).warnings).toEqual([
      expect.stringMatching(/^"passwrod" of the provider "eu" is not a setting and is ignored\./u),
    ]);
    expect(checkConfig(urn.replace("blocking", "app-list"), given).warnings).toEqual([]);
  });

  it("are warned about if the stack's configuration file has them in plain text, though they are secrets", () => {
    const secrets = { password: "p", apiKey: "k", apiSecret: "s", accounts: "{}", readPath: "/{id}?key=1" };
    const given = encode({ ...secrets, basicCredential: "elsewhere", username: "u" });
    const config = [
      "config:",
      "  app-list:password: p",
      '  "app-list:apiKey":',
      "    secure: v1:abc",
      "  app-list:apiSecret: { secure: v1:abc }",
      "  app-list:accounts:",
      "    eu:",
      "      password: p",
      "  app-list:readPath: >-",
      "    /{id}?key=1",
      "  app-list:username: u",
      "  other:basicCredential: x",
      "encryptionsalt: v1:abc",
    ];
    const folder = folderWith({ "Pulumi.dev.yaml": config.join("\n") });
    const named = checkConfig(urn, given, folder).warnings.map(
      (warning) => /^app-list:(\w+) is in/u.exec(warning)?.[1],
    );
    expect(checkConfig(urn, given, join(folder, "src")).warnings).toHaveLength(3);
    expect(new Set(named)).toEqual(new Set(["accounts", "password", "readPath"]));
    expect(checkConfig(explicit, given, folder).warnings).toEqual([]);
    expect(checkConfig(urn.replace("dev", "other"), given, folder).warnings).toEqual([]);
  });

  it.each([
    ["/lists/node_modules/.bin/pulumi-resource-app-list", "npx --no-install app-list"],
    ["C:\\lists\\node_modules\\pulumi-app-list\\dist\\plugin\\pulumi-resource-app-list", "npx --no-install app-list"],
    ["/home/ana/.pulumi/plugins/resource-app-list-v0.1.0/pulumi-resource-app-list", "app-list"],
    ["/opt/old_node_modules/pulumi-resource-app-list", "app-list"],
  ])("come with the command that lies beside the plugin, in %s", (executable, program) => {
    expect(providerSettings({}, {}, { urn }, executable).appList).toEqual({ program, stack: "dev" });
  });

  it("are secret if they are credentials, or were secret before", () => {
    const given = encode({ baseUrl: "https://x", username: "a", password: "p" }, { secret: new Set(["baseUrl"]) });
    expect(decode(checkConfig(explicit, given).inputs).secret).toEqual(new Set(["baseUrl", "password"]));
  });

  it("differ in the inputs that are another, secret or not, or unknown", () => {
    const before = { username: "a", password: "p", baseUrl: "https://x", apiKey: "k" };
    const olds = encode(before, { secret: new Set(["password"]) });
    const news = encode({ username: "a", password: "q", apiKey: "k" }, { secret: new Set(["password", "apiKey"]) });
    expect(diffConfig(olds, news).toSorted()).toEqual(["baseUrl", "password"]);
    expect(diffConfig(olds, olds)).toEqual([]);
    expect(diffConfig(olds, encode({}, { unknown: new Set(["password"]) }))).toContain("password");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed, type Testbed, ownStackTrace } from "./testbed";

/** Writes a setting into the stack's configuration as somebody does in an editor, in YAML of any type. */
function edit({ project }: Testbed, key: string, yaml: string): void {
  const path = "Pulumi.dev.yaml";
  const lines = readFileSync(join(project.folder, path), "utf8").split("\n");
  const others = lines.filter((line) => !line.startsWith(`  app-list:${key}:`)).join("\n");
  project.write(path, others.replace(/^config:$/mu, `config:\n  app-list:${key}: ${yaml}`));
}

describe("a setting of a wrong type in the stack's configuration", () => {
  it("is refused with its name, and nothing is sent", async () => {
    const bed = await testbed({ program: {} });
    const timeout = "app-list:timeoutSeconds must be an integer from 1 to 3600.";
    for (const [account, ...wrong] of [
      [
        {},
        ["timeoutSeconds", "true", timeout],
        ["observe", "{a: {b: probe}}", 'app-list:observe must be "probe", "read" or "off".'],
      ],
      [{ account: "eu" }, ["accounts", "[1, 2]", "app-list:accounts must be a JSON object of accounts by name"]],
      [
        { account: "eu" },
        ["timeoutSeconds", "[60]", timeout],
        ["accounts", "{eu: {username: true}}", "app-list:accounts.eu.username must be text in quotes or an integer."],
      ],
      [{ account: "__proto__" }, ["accounts", "{__proto__: 5}", "app-list:accounts.__proto__ must be a JSON object."]],
    ] as const) {
      bed.project.declare(blocked(["com.own.a"], account));
      for (const [key, yaml] of wrong) edit(bed, key, yaml);
      succeeded(await bed.project.preview());
      const { text } = failed(await bed.project.up());
      for (const [, , sentence] of wrong) expect(text).toContain(sentence);
      expect(text).not.toContain("TypeError");
      expect(text).not.toMatch(ownStackTrace);
    }
    expect(bed.requests()).toEqual([]);
  });

  it("counts as not set if it is nothing, and a number if it is one", async () => {
    const bed = await testbed({ program: blocked(["com.own.a"]) });
    for (const key of ["observe", "accounts"]) edit(bed, key, "null");
    edit(bed, "timeoutSeconds", "60");
    succeeded(await bed.project.up());
    expect(bed.requests()).toEqual(["token 200", "remove 200", "add 200"]);
  });
});

describe("a program with many data functions and a wrong password", () => {
  it("tries the password once", async () => {
    const bed = await testbed({
      program: `const { getCampaigns } = require("pulumi-app-list");
exports.campaigns = Promise.all(Array.from({ length: 10 }, () => getCampaigns()));
`,
    });
    bed.project.configure({ secret: { password: "wrong" } });
    const { text } = failed(await bed.project.preview());
    expect(text).toContain("invalid login credentials");
    expect(bed.requests()).toEqual(["token 401"]);
  });
});

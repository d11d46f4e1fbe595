import { describe, expect, it } from "vitest";
import { listsAndFiles } from "./lists";

const list = { id: 4321, name: "brand safety", appBundles: ["com.secret.app"] };

const token = "POST /v1/authentication/token: 200";
const campaigns = "GET /v1/meta/campaigns?page=1&per_page=N: 200 in N ms";
const probe = "PATCH /v1/app_list/4321/remove: 200 in N ms";

describe("--verbose", () => {
  it.each([
    ["show 4321", [token, probe]],
    ["diff 4321 FOLDER/apps.txt --kind app-bundles", [token, probe]],
    ["find com.secret.app --list 4321 --list 4321", [token, probe]],
    ["campaigns", [token, campaigns]],
    ["doctor --list 4321", [token, token, probe]],
  ])("logs each request of app-list %s as a message, and the origin once", async (command, requests) => {
    const { run, simulator } = await listsAndFiles([list], { "apps.txt": "com.secret.app\n" });
    for (const json of ["", " --json"]) {
      const quiet = await run(command + json);
      const { code, output, messages } = await run(`${command}${json} --verbose`);
      expect([code, output]).toEqual([quiet.code, quiet.output]);
      const lines = messages
        .replaceAll(/[\d,]+ ms/gu, "N ms")
        .replaceAll(/per_page=\d+/gu, "per_page=N")
        .split("\n");
      const logged = lines.filter((line) => /^(?:GET|PATCH|POST|Requests) /u.test(line));
      expect(logged).toEqual([`Requests to ${simulator.url}:`, ...requests]);
      expect(messages.includes("com.secret.app")).toBe(false);
    }
  });

  it("logs retries", async () => {
    const fault = {
      on: { action: "remove", nth: 1 },
      effect: "before",
      answer: { kind: "status", status: 503 },
    } as const;
    const { run } = await listsAndFiles([list], {}, { faults: [fault] });
    const { code, messages } = await run("show 4321 --verbose");
    expect(code).toBe(0);
    expect(messages).toMatch(
      /remove: 503 in \d+ ms\n.*remove: retry in \d+ ms: the API failed \(503\)\n.*remove: 200 /u,
    );
  });

  it("is no option of commands that send nothing", async () => {
    const { run } = await listsAndFiles([]);
    expect((await run("validate --verbose FOLDER")).messages).toContain("unknown option '--verbose'");
  });
});

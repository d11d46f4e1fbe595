import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { providerType, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { inList, listsOf, testbed } from "./testbed";

/** A stack, and what `app-list report` prints for its previews. */
async function open(lists: ReturnType<typeof listsOf>) {
  const { project, simulator, report } = await testbed({ program: {}, lists });
  /** Expects parts that the report of a preview has once each. Default program: that of the step before. */
  const expectReport = async (parts: readonly string[], program?: Program): Promise<string> => {
    if (program !== undefined) project.declare(program);
    const { code, output: text } = await report("--refresh");
    expect(code).toBe(exitCodes.changes);
    for (const part of parts) expect([part, text.split(part).length - 1]).toEqual([part, 1]);
    return text;
  };
  return { project, simulator, expectReport };
}

describe("a report on a preview by the real engine", () => {
  // report-examples.test.ts has those with drift and with changes over a limit.
  it("shows what moves with a replacement, also with an incomplete one, and what stays with a rename", async () => {
    const { project, simulator, expectReport } = await open(listsOf({ 4321: ["com.b"], 9876: [] }));
    const ofList = (name: string, id: number): Program => ({ [name]: inList(id, ["com.a", "com.b"]) });
    project.declare(ofList("blocked", 4321));
    succeeded(await project.up());
    const kept = "  2 app bundles kept in the list, no longer managed here\n      com.a\n      com.b\n";
    const renamed = ["1 app list will change: up to +2\n", kept];
    await expectReport(renamed, ofList("renamed", 4321));
    const replaced = [
      "2 app lists will change: up to +2, −1\n",
      "app list 9876 (resource blocked, replace)\n  Change: up to +2\n  Removed: nothing\n  2 app bundles added\n",
    ];
    await expectReport(replaced, ofList("blocked", 9876));

    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { action: "remove", appListId: 4321 }, effect: "before", answer });
    failed(await project.up());
    simulator.clearFaults();
    const incomplete = [
      "1 of 2 app lists will change: −1\n",
      'app list 4321 "list 4321" (resource blocked, delete)\n  Change: −1\n  Removed: 1 of 2 managed (50%); limit 30%\n',
    ];
    await expectReport(incomplete);
  });

  it("shows explicit providers and imports, and no secrets", async () => {
    const { simulator, expectReport } = await open(listsOf({ 4321: [], 9876: ["com.a", "com.b", "com.c"] }));
    const canary = "canary-of-a-secret";
    const { plain, secret } = settingsFor(simulator);
    const settings = { ...plain, ...secret };
    const program: Program = {
      eu: { type: providerType, properties: settings },
      later: { type: providerType, properties: { ...settings, apiKey: canary, password: "${hidden.name}" } },
      unknown: inList(5432, ["${hidden.name}"]),
      allowed: inList(9876, ["com.a", "com.new"], {}, { provider: "eu", import: "9876" }),
      hidden: {
        properties: { appListId: 4321, websites: { "fn::secret": [`${canary}.example`] } },
        options: { provider: "eu" },
      },
      unchecked: inList(4321, [{ entry: "com.z", note: "dating" }, "com.y"], {}, { provider: "later" }),
    };
    const expected = [
      `app list 9876 "list 9876" (resource allowed, update, provider eu)
  Change: up to +1
  Removed: nothing
  adopted, in the list before this resource declared them: 2 entries
  1 app bundle added
    + com.new
  2 app bundles kept in the list, no longer managed here
      com.b
      com.c
`,
      "(resource hidden, create, provider eu)\n  Change: additions and removals not known yet\n",
      '  Secret, or not known yet, so changes are not shown: "websites"',
      `app list 4321 (resource unchecked, create, provider later)
  Change: up to +2
  Removed: nothing
  2 app bundles added
    + com.y
    + com.z  # dating
`,
      '  Secret, or not known yet, so changes are not shown: "appBundles"',
    ];
    const text = await expectReport(expected, program);
    expect(text).not.toMatch(new RegExp(`${canary}|pulumi:providers`, "u"));
  });
});

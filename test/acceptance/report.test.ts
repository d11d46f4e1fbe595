import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { providerType, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { blocked, inList, listsOf, testbed } from "./testbed";

const { changes, error, notVerified } = exitCodes;

/** A stack, and what `app-list report` prints for its previews, without the line that names the stack. */
async function open(options: Omit<Parameters<typeof testbed>[0], "program">) {
  const bed = await testbed({ program: {}, ...options });
  const { project } = bed;
  /** Expects the whole report, or parts that it has once each. Default program: that of the step before. */
  const expectReport = async (
    code: number,
    expected: string | readonly string[],
    program?: Program,
    ...previewArguments: readonly string[]
  ): Promise<string> => {
    if (program !== undefined) project.declare(program);
    const { text: input } = await project.preview("--json", ...previewArguments);
    const terminal = testTerminal({ input });
    const ended = await runProgram(["report"], terminal);
    const text = terminal.output().replace(/^stack .*\n/mu, "");
    expect([ended, text]).toEqual([code, typeof expected === "string" ? expected : text]);
    if (typeof expected !== "string")
      for (const part of expected) expect([part, text.split(part).length - 1]).toEqual([part, 1]);
    return text;
  };
  const up = async (program: Program) => {
    project.declare(program);
    return project.up();
  };
  return { ...bed, expectReport, up };
}

/** A program with entries that have notes. */
const noted = (...entries: readonly string[]): Program =>
  blocked(entries.map((entry) => ({ entry, note: "gambling" })));
const twenty = Array.from({ length: 20 }, (_, index) => `com.app${index}`);

describe("a report on a preview by the real engine", () => {
  it.each(oneOrAllHosts(pluginHost))(
    "shows drift apart from the changes of the program, and what is unknown, with $name",
    async (host) => {
      const lists = listsOf({ 4321: [], 9876: [] });
      const { simulator, up, expectReport } = await open({ host, lists });
      const both = (...entries: readonly string[]): Program => ({
        ...noted(...entries),
        exclusive: inList(9876, ["com.x"], { exclusive: true, removalLimit: "100%" }),
      });
      succeeded(await up(both("com.a", "com.b")));
      simulator.edit(4321, { remove: { appBundles: ["com.b"] }, add: { appBundles: ["com.existing.y"] } });
      simulator.edit(9876, { add: { appBundles: ["com.existing.z"] } });
      const drifted = [
        "2 app lists will change: up to +2, −1\n",
        `app list 4321 "list 4321" (resource blocked, update)
  1 app bundle added
    + com.c  # gambling
  1 app bundle missing (drift): added again
    + com.b  # gambling
`,
        `  1 app bundle added by hand, will be removed (drift)
    - com.existing.z
`,
      ];
      await expectReport(changes, drifted, both("com.a", "com.b", "com.c"), "--refresh");

      succeeded(await up(blocked(["com.a"])));
      simulator.setBehavior({ removeAbsent: "error" });
      const unverified = "not verified: the API refused the probe";
      await expectReport(notVerified, ["No changes; 1 not verified\n", unverified], undefined, "--refresh");
    },
  );

  it.each(oneOrAllHosts(pluginHost))(
    "shows all changes that are over their limits in one preview, which changes nothing, with $name",
    async (host) => {
      const lists = listsOf({ 4321: [], 9876: [], 8765: [] });
      const { project, simulator, up, expectReport } = await open({ host, lists });
      const program = (...entries: readonly string[]): Program => ({
        ...blocked(entries),
        other: inList(9876, entries),
        cleared: inList(8765, ["com.a"], { exclusive: true }),
      });
      succeeded(await up(program(...twenty)));
      simulator.edit(8765, { add: { appBundles: ["com.x", "com.y"] } });
      const reason = (list: string) =>
        `app list ${list} "list ${list}": removalLimit "30%" allows 6 of 20; this change removes 15`;
      const fewer = program(...twenty.slice(15));
      // The engine stops at the first failed diff.
      const failing = [
        "The preview failed with 1 error\n",
        'removalLimit "30%" allows 6 of 20; this change removes 15',
      ];
      await expectReport(error, failing, fewer);

      project.environment["APP_LIST_OVER_LIMIT"] = "report";
      simulator.clearJournal();
      const shown = ["Over the limit; 2 app lists would change: −30\n"];
      const text = await expectReport(error, [...shown, reason("4321"), reason("9876")]);
      expect(text.match(/^ +- com\./gmu)).toHaveLength(30);
      expect(text).toMatch(/APP_LIST_APPROVE=[0-9a-f]{16},[0-9a-f]{16} pulumi up\n/u);
      for (const command of [project.up, project.destroy]) {
        expect(failed(await command()).text).toContain("[PREVIEW_ONLY]");
      }
      expect(simulator.journal).toEqual([]);

      // Without a refresh, nobody knows the unmanaged entries of the exclusive list; with one, it has a digest as well.
      const cleared = await expectReport(error, ["3 app lists would change: −32\n"], undefined, "--refresh");
      const [approval = ""] = /APP_LIST_APPROVE=\S+/u.exec(cleared) ?? [];
      const APP_LIST_APPROVE = approval.replace("APP_LIST_APPROVE=", "");
      Object.assign(project.environment, { APP_LIST_OVER_LIMIT: undefined, APP_LIST_APPROVE });
      succeeded(await project.up("--refresh"));
      expect(simulator.list(8765)?.appBundles).toEqual(["com.a"]);
    },
  );

  it("shows what moves with a replacement, also with an incomplete one, and what stays with a rename", async () => {
    const { simulator, up, expectReport } = await open({ lists: listsOf({ 4321: ["com.b"], 9876: [] }) });
    const ofList = (name: string, id: number): Program => ({ [name]: inList(id, ["com.a", "com.b"]) });
    succeeded(await up(ofList("blocked", 4321)));
    const taken = "  Takes over 2 app bundles from another resource, unchanged in the list.\n";
    const renamed = ["1 app list will change: no entries\n", taken];
    await expectReport(changes, renamed, ofList("renamed", 4321), "--refresh");
    const replaced = [
      "2 app lists will change: up to +2, −1\n",
      "app list 9876 (resource blocked, replace)\n  2 app bundles added\n",
    ];
    await expectReport(changes, replaced, ofList("blocked", 9876), "--refresh");

    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { action: "remove", appListId: 4321 }, effect: "before", answer });
    failed(await up(ofList("blocked", 9876)));
    simulator.clearFaults();
    const incomplete = [
      "1 of 2 app lists will change: −1\n",
      'app list 4321 "list 4321" (resource blocked, delete)\n  removes 1 of the 2 entries that this program manages (50%); no limit: deleted\n',
    ];
    await expectReport(changes, incomplete, undefined, "--refresh");
  });

  it("shows explicit providers and imports, and no secrets", async () => {
    const { simulator, expectReport } = await open({ lists: listsOf({ 4321: [], 9876: ["com.a", "com.b", "com.c"] }) });
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
  adopted, in the list before this resource declared them: 2 entries
  app list 9876 "list 9876": imported 3 app bundles ("com.a", "com.b", "com.c"). They count as adopted: pulumi destroy keeps them, unless claimExisting is true.
  app list 9876 "list 9876": imported, but not declared: 2 app bundles ("com.b", "com.c"). The resource does not manage these entries, and they stay in the list.
  1 app bundle added
    + com.new
  2 app bundles kept in the list, no longer managed here
      com.b
      com.c
`,
      "(resource hidden, create, provider eu)\n  Its websites are secret: their changes are not shown.\n",
      `app list 4321 (resource unchecked, create, provider later)
  2 app bundles added
    + com.y
    + com.z  # dating
`,
      "Its app bundles are outputs of another resource and not known yet",
    ];
    const text = await expectReport(changes, expected, program, "--refresh");
    expect(text).not.toMatch(new RegExp(`${canary}|pulumi:providers`, "u"));
  });
});

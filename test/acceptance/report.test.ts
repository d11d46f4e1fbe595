import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import type { Simulator } from "../../provider/simulator/index";
import { testTerminal } from "../cli/terminal";
import { dynamicHost, oneOrAllHosts, pluginHost, pulumiHosts, type PulumiHost } from "../harness/hosts";
import { providerType, type Program } from "../harness/program";
import { failed, succeeded, type CreatedProject as Project, type Printed } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { blocked, inList, listsOf, testbed, type Testbed } from "./testbed";

const { changes, done, error, notVerified } = exitCodes;

/** What `app-list report` prints for a preview by the real engine, without its line that names the stack. */
async function reportOn(project: Project, previewArguments: readonly string[] = []) {
  const preview = await project.preview("--json", ...previewArguments);
  const terminal = testTerminal({ input: preview.text });
  const code = await runProgram(["report"], terminal);
  return { code, text: terminal.output().replace(/^stack .*\n/mu, "") };
}

/** A stack of one host, and the reports on it. */
interface Reported extends Testbed {
  up(program: Program): Promise<Printed>;
  /** Runs an up, which sends to each list the numbers of entries that the report before showed, such as "+2 −1". */
  expectSent(program: Program, sent: Readonly<Record<number, string>>, ...up: string[]): Promise<void>;
  /** Expects the whole report, or parts that it has once each. Default program: that of the step before. */
  expectReport(code: number, text: string | readonly string[], program?: Program, ...preview: string[]): Promise<void>;
}

/** Reports of one stack, one after the other. */
interface History extends Pick<Parameters<typeof testbed>[0], "holds" | "lists"> {
  readonly name: string;
  /** The hosts whose reports must be equal; `npm run lab -- hosts` compares all histories with all hosts. */
  readonly hosts: readonly PulumiHost[];
  readonly run: (stack: Reported) => Promise<void>;
}

/** The numbers of entries that were sent to each list, without probes. */
function sentTo({ journal }: Simulator): Readonly<Record<number, string>> {
  const numbers: Record<number, { readonly add: number; readonly remove: number }> = {};
  for (const { appListId, action, entries = {} } of journal) {
    const sent = Object.values(entries).flat();
    const count = sent.filter((entry) => !entry.startsWith(reservedAppBundlePrefix)).length;
    const { [appListId ?? 0]: before = { add: 0, remove: 0 } } = numbers;
    if (appListId === undefined || (action !== "add" && action !== "remove")) continue;
    numbers[appListId] = { ...before, [action]: before[action] + count };
  }
  return Object.fromEntries(Object.entries(numbers).map(([id, { add, remove }]) => [id, `+${add} −${remove}`]));
}

/** Runs a history, and returns the reports without what is that of one simulator. */
async function reportsOf(host: PulumiHost, { run, holds = [], lists }: History) {
  const bed = await testbed({ program: {}, host, holds, ...(lists && { lists }) });
  const reports: (readonly [code: number, lines: readonly string[]])[] = [];
  const declared = (program: Program | undefined): Project => {
    if (program !== undefined) bed.project.declare(program);
    return bed.project;
  };
  await run({
    ...bed,
    up: async (program) => declared(program).up(),
    expectSent: async (program, sent, ...up) => {
      bed.simulator.clearJournal();
      succeeded(await declared(program).up(...up));
      expect(sentTo(bed.simulator)).toEqual(sent);
    },
    expectReport: async (code, expected, program, ...preview) => {
      const { text, ...report } = await reportOn(declared(program), preview);
      expect([report.code, text]).toEqual([code, typeof expected === "string" ? expected : text]);
      if (typeof expected !== "string")
        for (const part of expected) expect([part, text.split(part).length - 1]).toEqual([part, 1]);
      const comparable = text.replaceAll(/(?<=APP_LIST_APPROVE=)\S+|(?<=127\.0\.0\.1:)\d+/gu, "…");
      // The engine changes resources of a program in YAML in any order.
      reports.push([
        code,
        comparable
          .replaceAll(/^The preview did not read .*\n/gmu, "")
          .split("\n")
          .toSorted(),
      ]);
    },
  });
  return reports;
}

/**
 * Keeps the port of a closed server until the test ends, without listening: otherwise a server of the engine could get it,
 * and answer.
 */
async function keepUnused(url: string): Promise<void> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const socket = connect({ host: "127.0.0.1", port, localPort: Number(new URL(url).port) });
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, "connect");
}

/** A program with entries that have notes. */
const noted = (...entries: readonly string[]): Program =>
  blocked(entries.map((entry) => ({ entry, note: "gambling" })));
const exclusive = { exclusive: true };
const unlimited = { removalLimit: "100%" };
const twenty = Array.from({ length: 20 }, (_, index) => `com.app${index}`);
const driftUnknown =
  "The preview did not read the lists. The numbers come from the last deployment; drift is unknown. To read the " +
  "lists: pulumi preview --json --refresh\n";

const histories: readonly History[] = [
  {
    name: "exactly what a change adds and removes, what a delete removes, and when there is nothing to do",
    hosts: oneOrAllHosts(pluginHost),
    holds: ["com.b", "com.existing.x"],
    run: async ({ up, expectReport, expectSent }) => {
      const created = `1 app list will change: up to +2

app list 4321 (resource blocked, create)
  2 app bundles added
    + com.a  # gambling
    + com.b  # gambling
`;
      await expectReport(changes, created, noted("com.a", "com.b"));
      succeeded(await up(noted("com.a", "com.b")));
      await expectReport(done, `No changes\n${driftUnknown}`);
      await expectReport(done, ["No changes, and no drift in 1 list\n"], undefined, "--refresh");
      const changed = `1 app list will change: +1 −1 (the list was not read)
${driftUnknown}
app list 4321 "brand-safety" (resource blocked, update)
  removes 1 of 2 entries (50%)
  1 app bundle removed
    - com.b  (adopted)  # gambling
  1 app bundle added
    + com.c  # gambling
`;
      await expectReport(changes, changed, noted("com.a", "com.c"));
      const deleted = `  removes 1 of 2 entries (50%)
  1 app bundle removed
    - com.a  # gambling
  1 app bundle kept in the list, no longer managed here
      com.b  (adopted)  # gambling
`;
      await expectReport(changes, [deleted], {});
      await expectSent(noted("com.a", "com.c"), { 4321: "+1 −1" });
    },
  },
  {
    name: "drift, apart from the changes of the program, and also if an up does not fix it",
    hosts: pulumiHosts,
    lists: [
      { id: 4321, name: "brand-safety" },
      { id: 9876, name: "exclusive" },
    ],
    run: async ({ simulator, up, expectReport, expectSent }) => {
      const both = (...entries: readonly string[]): Program => ({
        ...noted(...entries),
        exclusive: inList(9876, ["com.x"], { ...exclusive, ...unlimited }),
      });
      succeeded(await up(both("com.a", "com.b")));
      simulator.edit(4321, { remove: { appBundles: ["com.b"] }, add: { appBundles: ["com.existing.y"] } });
      simulator.edit(9876, { add: { appBundles: ["com.existing.z"] } });
      const drifted = [
        "2 app lists will change: up to +2, −1; drift in 2 (1 missing, 1 unexpected)\n",
        `app list 4321 "brand-safety" (resource blocked, update)
  app list 4321 "brand-safety": drift: 1 app bundle missing ("com.b"). The next pulumi up adds the entries that are still declared.
  1 app bundle added
    + com.c  # gambling
  1 app bundle missing (drift): added again
    + com.b  # gambling
`,
        `app list 9876 "exclusive" (resource exclusive, update, exclusive)
  removes 1 of 2 entries (50%); limit 100%
  app list 9876 "exclusive": drift: 1 app bundle unexpected ("com.existing.z"). The next pulumi up removes the entries that are not declared.
  app list 9876 "exclusive": update: exclusive, so unmanaged entries will be removed (1 when the list was last read)
  1 app bundle unexpected (drift): removed
    - com.existing.z
`,
      ];
      await expectReport(changes, drifted, both("com.a", "com.b", "com.c"), "--refresh");
      await expectSent(both("com.a", "com.b", "com.c"), { 4321: "+2 −0", 9876: "+0 −1" }, "--refresh");

      const ignoring = blocked(["com.a", "com.b"], {}, { ignoreChanges: ["appBundles"] });
      succeeded(await up(blocked(["com.a", "com.b"])));
      simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
      const unfixed = ["No changes, but drift in 1 app list\n", 'drift: 1 app bundle missing ("com.b")'];
      await expectReport(changes, unfixed, ignoring, "--refresh");
      await expectReport(changes, unfixed, blocked(["com.a"]), "--refresh");
      await expectReport(changes, unfixed, undefined, "--refresh", "--run-program");
      simulator.deleteList(4321);
      await expectReport(changes, ["not verified, so drift is not known: the API returns 404"], {}, "--refresh");
    },
  },
  {
    name: "once why a preview fails, and what it cannot verify",
    hosts: pulumiHosts,
    run: async ({ project, simulator, up, expectReport }) => {
      succeeded(await up(blocked(twenty, exclusive)));
      // Too much would be removed, also when exclusive is dropped from the program.
      await expectReport(error, ["would remove 15 of 20 entries (75%)"], blocked(twenty.slice(15)));
      const preview = (await project.preview("--json")).text;
      project.environment["APP_LIST_APPROVE"] = /APP_LIST_APPROVE=(\S+) pulumi up/u.exec(preview)?.[1];
      project.write("approved.json", (await project.preview("--json")).text);
      project.environment["APP_LIST_APPROVE"] = undefined;
      const terminal = testTerminal({ input: preview });
      expect(await runProgram(["report", "--approved", join(project.folder, "approved.json")], terminal)).toBe(error);
      expect(terminal.output()).toContain(
        "Refused by the removal guard: 1 app list will change: −15 (the list was not read)\n",
      );
      expect(terminal.output().match(/^ +- com\./gmu)).toHaveLength(15);

      const reason = 'app list 4321 "brand-safety": this change would remove 18 of 20 entries (90%)';
      const refused = ["Refused by the removal guard: changes not known\n", `  resource "blocked": ${reason}`];
      await expectReport(error, refused, blocked(twenty.slice(0, 2), exclusive));

      const unverified = "not verified, so drift is not known";
      simulator.setBehaviour({ removeAbsent: "error" });
      await expectReport(
        notVerified,
        ["No changes; 1 not verified\n", unverified],
        blocked(twenty, exclusive),
        "--refresh",
      );
      simulator.setBehaviour({ removeAbsent: "ignore" });
      simulator.deleteList(4321);
      const gone = `app list 4321 "brand-safety": ${unverified}: the API returns 404`;
      await expectReport(notVerified, [gone], undefined, "--refresh");
      await simulator.close();
      await keepUnused(simulator.url);
      await expectReport(error, ["could not be reached"], undefined, "--refresh");
    },
  },
  {
    name: "what moves with a replacement, also with an incomplete one, and what stays with a rename",
    hosts: oneOrAllHosts(pluginHost),
    lists: listsOf({ 4321: ["com.b"], 9876: [] }),
    run: async ({ simulator, up, expectReport, expectSent }) => {
      const ofList = (name: string, id: number): Program => ({ [name]: inList(id, ["com.a", "com.b"]) });
      succeeded(await up(ofList("blocked", 4321)));
      const taken = "  Takes over 2 app bundles from another resource, unchanged in the list.\n";
      const renamed = ["1 app list will change: 2 kept in the list\n", taken];
      await expectReport(changes, renamed, ofList("renamed", 4321), "--refresh");
      const replaced = [
        "2 app lists will change: up to +2, −1; 1 kept in the list\n",
        "app list 9876 (resource blocked, replace)\n  2 app bundles added\n",
      ];
      await expectReport(changes, replaced, ofList("blocked", 9876), "--refresh");

      const answer = { kind: "status", status: 403 } as const;
      simulator.addFault({ on: { action: "remove", appListId: 4321 }, effect: "before", answer });
      failed(await up(ofList("blocked", 9876)));
      simulator.clearFaults();
      const incomplete = [
        "1 of 2 app lists will change: −1; 1 kept in the list\n",
        'app list 4321 "list 4321" (resource blocked, delete)\n  removes 1 of 2 entries (50%)\n',
      ];
      await expectReport(changes, incomplete, undefined, "--refresh");
      await expectSent(ofList("blocked", 9876), { 4321: "+0 −1" });
      expect(simulator.list(4321)?.appBundles).toEqual(["com.b"]);
    },
  },
];

describe("a report on a preview by the real engine", () => {
  it.each(histories)("shows $name", async (history) => {
    const [first, ...others] = await Promise.all(history.hosts.map((host) => reportsOf(host, history)));
    for (const other of others) expect(other).toEqual(first);
  });

  it("shows a stack that moves to the plugin, explicit providers, imports and secrets", async () => {
    const { project, simulator, requests } = await testbed({
      program: {},
      host: pluginHost,
      lists: [
        { id: 4321, name: "brand-safety", appBundles: ["com.x"] },
        { id: 9876, name: "allowed", appBundles: ["com.a", "com.b", "com.c"] },
      ],
    });
    project.declare(blocked(["com.a", "com.b"]), dynamicHost);
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] } });

    project.declare(blocked(["com.a", "com.b", "com.c"]));
    const missing = (entry: string): string =>
      `  app list 4321 "brand-safety": drift: 1 app bundle missing ("${entry}"). The next pulumi up adds the entries that are still declared.\n`;
    expect(await reportOn(project, ["--refresh"])).toEqual({
      code: changes,
      text: `1 app list will change: up to +2; drift in 1 (1 missing)

app list 4321 "brand-safety" (resource blocked, update)
${missing("com.b")}  1 app bundle added
    + com.c
  1 app bundle missing (drift): added again
    + com.b
`,
    });
    project.declare(blocked(["com.a", "com.b"]));
    succeeded(await project.up("--refresh"));
    simulator.edit(4321, { remove: { appBundles: ["com.a"] } });
    requests();

    const canary = "canary-of-a-secret";
    const { plain, secret } = settingsFor(simulator);
    const settings = { ...plain, ...secret };
    project.declare({
      eu: { type: providerType, properties: settings },
      later: { type: providerType, properties: { ...settings, apiKey: canary, password: "${hidden.name}" } },
      ...blocked(["com.a", "com.b"]),
      unknown: inList(5432, ["${hidden.name}"]),
      allowed: inList(9876, ["com.a", "com.new"], {}, { provider: "eu", import: "9876" }),
      hidden: {
        properties: { appListId: 4321, websites: { "fn::secret": [`${canary}.example`] } },
        options: { provider: "eu" },
      },
      unchecked: inList(4321, [{ entry: "com.z", note: "dating" }, "com.y"], {}, { provider: "later" }),
    });
    const { code, text } = await reportOn(project, ["--refresh"]);
    expect(code).toBe(changes);
    expect(text).not.toMatch(new RegExp(`${canary}|pulumi:providers`, "u"));
    for (const part of [
      `app list 4321 "brand-safety" (resource blocked, update)
${missing("com.a")}  1 app bundle missing (drift): added again
    + com.a
`,
      `app list 9876 "allowed" (resource allowed, update, provider eu)
  app list 9876 "allowed": imported 3 app bundles ("com.a", "com.b", "com.c"). They count as adopted: pulumi destroy keeps them, unless claimExisting is true.
  app list 9876 "allowed": 2 app bundles of the imported list ("com.b", "com.c") are not declared. The resource no longer manages them, and they stay in the list.
  1 app bundle added
    + com.new
  2 app bundles kept in the list, no longer managed here
      com.b  (adopted)
      com.c  (adopted)
`,
      "(resource hidden, create, provider eu)\n  Its websites are secret: their changes are not shown.\n",
      `app list 4321 (resource unchecked, create, provider later)
  2 app bundles added
    + com.y
    + com.z  # dating
`,
      "Its app bundles are outputs of another resource and not known yet",
    ])
      expect(text).toContain(part);
  });
});

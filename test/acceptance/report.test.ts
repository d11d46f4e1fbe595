import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { succeeded, type Project } from "../harness/project";
import { programOf, testbed } from "./testbed";

/** The text of `app-list report` for a preview by the real engine, without its line that names the stack. */
async function reportOn(project: Project, ...previewArguments: readonly string[]) {
  const preview = await project.preview("--json", ...previewArguments);
  const terminal = testTerminal({ input: preview.text });
  const code = await runProgram(["report"], terminal);
  return { code, text: terminal.output().replace(/^stack .*\n/mu, ""), messages: terminal.messages() };
}

const driftUnknown =
  "Drift is not known, and the numbers are those of the state, because the preview did not read the lists. To read " +
  "them: pulumi preview --json --refresh\n";

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
function notedProgram(entries: readonly string[]): string {
  const noted = entries.map((entry) => `{ entry: "${entry}", note: "gambling" }`);
  return `const { AppListEntries } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: [${noted.join(", ")}] });
`;
}

// Another test compares the reports on both hosts.
describe.each(oneOrAllHosts(pluginHost))("with $name, a report on a preview by the real engine", (host) => {
  it("reports exactly what a change adds and removes, what a delete removes, and when there is nothing to do", async () => {
    const { project } = await testbed({
      host,
      program: notedProgram(["com.a", "com.b"]),
      holds: ["com.b", "com.existing.x"],
    });
    const created = await reportOn(project);
    expect(created.code).toBe(exitCodes.changes);
    expect(created.text).toBe(`1 app list to change: up to +2

app list 4321 (resource blocked, create)
  2 app bundles added
    + com.a  # gambling
    + com.b  # gambling
`);
    succeeded(await project.up());

    expect(await reportOn(project)).toEqual({
      code: exitCodes.done,
      text: `No changes\n${driftUnknown}`,
      messages: "",
    });
    const unchanged = await reportOn(project, "--refresh");
    expect(unchanged.code).toBe(exitCodes.done);
    expect(unchanged.text).toContain("No changes, and no drift in 1 list\n");

    project.write("index.js", notedProgram(["com.a", "com.c"]));
    const changed = await reportOn(project);
    expect(changed.code).toBe(exitCodes.changes);
    expect(changed.text).toBe(`1 app list to change: up to +1, −1 by the state
${driftUnknown}
app list 4321 "brand-safety" (resource blocked, update)
  removes 1 of 2 (50%)
  1 app bundle removed
    - com.b  (adopted)  # gambling
  1 app bundle added
    + com.c  # gambling
`);

    project.write("index.js", "");
    const deleted = await reportOn(project);
    expect(deleted.code).toBe(exitCodes.changes);
    expect(deleted.text).toContain(`  removes 1 of 2 (50%)
  1 app bundle removed
    - com.a  # gambling
  1 app bundle kept in the list, no longer managed here
      com.b  (adopted)  # gambling
`);
  });

  it("reports drift, apart from the changes of the program", async () => {
    const { project, simulator } = await testbed({
      host,
      program: programOf(["com.a", "com.b"]),
      lists: [
        { id: 4321, name: "brand-safety" },
        { id: 9876, name: "exclusive" },
      ],
    });
    const exclusive = programOf(["com.x"], `exclusive: true, removalLimit: "100%"`, "exclusive").replace(
      "4321",
      "9876",
    );
    const both = (appBundles: readonly string[]): string => `${programOf(appBundles)}{${exclusive}}`;
    project.write("index.js", both(["com.a", "com.b"]));
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] }, add: { appBundles: ["com.existing.y"] } });
    simulator.edit(9876, { add: { appBundles: ["com.existing.z"] } });
    project.write("index.js", both(["com.a", "com.b", "com.c"]));
    const { code, text } = await reportOn(project, "--refresh");
    expect(code).toBe(exitCodes.changes);
    expect(text).toContain("2 app lists to change: up to +2, −1; drift in 2 (1 missing, 1 unexpected)\n");
    expect(text).toContain(`  1 app bundle added
    + com.c
  1 app bundle missing (drift): added again
    + com.b
`);
    expect(text).toContain(`app list 9876 "exclusive" (resource exclusive, update, exclusive)
  removes 1 of 2 (50%)
  app list 9876 "exclusive": drift: 1 app bundle unexpected ("com.existing.z"). The next pulumi up removes the entries that are not declared.
  1 app bundle unexpected (drift): removed
    - com.existing.z
`);
    expect(text).not.toContain("com.existing.y");
  });

  it("reports drift also if an up does not fix it", async () => {
    const options = '{ ignoreChanges: ["appBundles"] }';
    const { project, simulator } = await testbed({
      host,
      program: programOf(["com.a", "com.b"], "", "blocked", options),
    });
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
    const drifted = "No changes, but drift in 1 app list\n";
    for (const [program, refresh] of [
      [programOf(["com.a", "com.b"], "", "blocked", options), ["--refresh"]],
      [programOf(["com.a"]), ["--refresh"]],
      [programOf(["com.a"]), ["--refresh", "--run-program"]],
    ] as const) {
      project.write("index.js", program);
      const { code, text } = await reportOn(project, ...refresh);
      expect(code).toBe(exitCodes.changes);
      expect(text).toContain(drifted);
      expect(text).toContain('drift: 1 app bundle missing ("com.b")');
    }
    simulator.deleteList(4321);
    project.write("index.js", "");
    const gone = await reportOn(project, "--refresh");
    expect(gone.code).toBe(exitCodes.changes);
    expect(gone.text).toContain("not verified, so drift is not known: the API returns 404");
  });

  it("reports what an incomplete replacement still deletes", async () => {
    const { project, simulator } = await testbed({
      host,
      program: programOf(["com.a", "com.b"]),
      lists: [
        { id: 4321, name: "brand-safety" },
        { id: 9876, name: "other" },
      ],
    });
    succeeded(await project.up());
    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { action: "remove", appListId: 4321 }, effect: "before", answer });
    project.write("index.js", programOf(["com.a", "com.b"]).replace("4321", "9876"));
    expect((await project.up()).code).not.toBe(0);
    simulator.clearFaults();
    const { code, text } = await reportOn(project, "--refresh");
    expect(code).toBe(exitCodes.changes);
    expect(text).toContain("1 of 2 app lists to change: −2\n");
    expect(text).toContain('app list 4321 "brand-safety" (resource blocked, delete)\n  removes 2 of 2 (100%)\n');
    succeeded(await project.up());
    expect(simulator.list(4321)?.appBundles).toEqual([]);
  });

  it("reports once why a preview fails, and what it cannot verify", async () => {
    const entries = Array.from({ length: 20 }, (_, index) => `com.app${index}`);
    const exclusive = "exclusive: true";
    const { project, simulator } = await testbed({ host, program: programOf(entries, exclusive) });
    succeeded(await project.up());

    // Too much would be removed, also when exclusive is dropped from the program.
    project.write("index.js", programOf(entries.slice(15)));
    const released = await reportOn(project);
    expect(released.code).toBe(exitCodes.error);
    expect(released.text).toContain("would remove 15 of 20 entries (75%)");
    project.write("index.js", programOf(entries.slice(0, 2), exclusive));
    const refused = await reportOn(project);
    expect(refused.code).toBe(exitCodes.error);
    expect(refused.text).toContain("The preview failed with 1 error\n");
    expect(refused.text.split("would remove 18 of 20 entries (90%)")).toHaveLength(2);
    expect(refused.text).toContain('  resource "blocked": app list 4321 "brand-safety": this change would remove');

    // The list cannot be read.
    project.write("index.js", programOf(entries, exclusive));
    simulator.setBehaviour({ removeAbsent: "error" });
    const unverified = await reportOn(project, "--refresh");
    expect(unverified.code).toBe(exitCodes.notVerified);
    expect(unverified.text).toContain("No changes; 1 not verified\n");
    expect(unverified.text.split("not verified, so drift is not known")).toHaveLength(2);

    // The list is gone.
    simulator.setBehaviour({ removeAbsent: "ignore" });
    simulator.deleteList(4321);
    const gone = await reportOn(project, "--refresh");
    expect(gone.code).toBe(exitCodes.notVerified);
    expect(gone.text).toContain(
      'app list 4321 "brand-safety": not verified, so drift is not known: the API returns 404',
    );

    // The API cannot be reached.
    await simulator.close();
    await keepUnused(simulator.url);
    const unreachable = await reportOn(project, "--refresh");
    expect(unreachable.code).toBe(exitCodes.error);
    expect(unreachable.text.split("could not be reached")).toHaveLength(2);
    expect(unreachable.text).not.toContain("Unchanged");
  });

  it("shows what moves with a replacement and what stays with a rename", async () => {
    const { project } = await testbed({
      host,
      program: programOf(["com.a", "com.b"]),
      lists: [
        { id: 4321, name: "brand-safety", appBundles: ["com.b"] },
        { id: 9876, name: "other" },
      ],
    });
    succeeded(await project.up());
    project.write("index.js", programOf(["com.a", "com.b"]).replace("4321", "9876"));
    const replaced = await reportOn(project, "--refresh");
    expect(replaced.text).toContain("2 app lists to change: up to +2, −1; 1 kept in the list\n");
    expect(replaced.text).toContain(
      "app list 9876 (resource blocked, replace)\n  The resource moves from app list 4321.\n",
    );

    project.write("index.js", programOf(["com.a", "com.b"], "", "renamed"));
    const renamed = await reportOn(project, "--refresh");
    expect(renamed.text).toContain("1 app list to change: 2 kept in the list\n");
    expect(renamed.text).toContain('  Takes over 2 app bundles from "blocked", unchanged in the list.\n');
  });

  it("does not guess what a preview hides: secrets, and values that it does not know yet", async () => {
    const { project } = await testbed({ host, program: programOf(["com.a"]) });
    succeeded(await project.up());
    project.write(
      "index.js",
      `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
class Source extends pulumi.dynamic.Resource {
  constructor() { super({ create: async () => ({ id: "1", outs: { bundle: "com.z" } }) }, "source", { bundle: undefined }); }
}
new AppListEntries("blocked", { appListId: 4321, appBundles: pulumi.secret(["com.a", "com.secret"]) });
new AppListEntries("unknown", { appListId: 9876, appBundles: [new Source().bundle] });
`,
    );
    const { code, text } = await reportOn(project);
    expect(code).toBe(exitCodes.changes);
    expect(text).not.toContain("com.secret");
    expect(text).toContain("Its app bundles are secret: their changes are not shown.\n");
    expect(text).toContain("Its app bundles are outputs of another resource and not known yet");
    expect(text).toContain("  pulumi-nodejs:dynamic:Resource source (create)\n");
  });

  it("is refused for what is no preview: the events of an up, and a refresh", async () => {
    const { project } = await testbed({ host, program: programOf(["com.a"]) });
    const events = await project.pulumi("up", "--yes", "--skip-preview", "--json");
    const refresh = await project.pulumi("refresh", "--preview-only", "--json");
    for (const [input, problem] of [
      [events.text, "stream of the engine's events"],
      [refresh.text, "the output of pulumi refresh"],
    ] as const) {
      const terminal = testTerminal({ input });
      expect(await runProgram(["report"], terminal)).toBe(exitCodes.error);
      expect(terminal.messages()).toContain(problem);
    }
  });
});

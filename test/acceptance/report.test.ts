import { once } from "node:events";
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { reportOn } from "./report-on";
import { blocked, inList, listsOf, testbed } from "./testbed";

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
function notedProgram(entries: readonly string[]): Program {
  return blocked(entries.map((entry) => ({ entry, note: "gambling" })));
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

    project.declare(notedProgram(["com.a", "com.c"]));
    const changed = await reportOn(project);
    expect(changed.code).toBe(exitCodes.changes);
    expect(changed.text).toBe(`1 app list to change: up to +1, −1 by the state
${driftUnknown}
app list 4321 "brand-safety" (resource blocked, update)
  removes 1 of 2 entries (50%)
  1 app bundle removed
    - com.b  (adopted)  # gambling
  1 app bundle added
    + com.c  # gambling
`);

    project.declare({});
    const deleted = await reportOn(project);
    expect(deleted.code).toBe(exitCodes.changes);
    expect(deleted.text).toContain(`  removes 1 of 2 entries (50%)
  1 app bundle removed
    - com.a  # gambling
  1 app bundle kept in the list, no longer managed here
      com.b  (adopted)  # gambling
`);
  });

  it("reports drift, apart from the changes of the program", async () => {
    const both = (appBundles: readonly string[]): Program => ({
      ...blocked(appBundles),
      exclusive: inList(9876, ["com.x"], { exclusive: true, removalLimit: "100%" }),
    });
    const { project, simulator } = await testbed({
      host,
      program: both(["com.a", "com.b"]),
      lists: [
        { id: 4321, name: "brand-safety" },
        { id: 9876, name: "exclusive" },
      ],
    });
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] }, add: { appBundles: ["com.existing.y"] } });
    simulator.edit(9876, { add: { appBundles: ["com.existing.z"] } });
    project.declare(both(["com.a", "com.b", "com.c"]));
    const { code, text } = await reportOn(project, "--refresh");
    expect(code).toBe(exitCodes.changes);
    expect(text).toContain("2 app lists to change: up to +2, −1; drift in 2 (1 missing, 1 unexpected)\n");
    expect(text).toContain(`  1 app bundle added
    + com.c
  1 app bundle missing (drift): added again
    + com.b
`);
    expect(text).toContain(`app list 9876 "exclusive" (resource exclusive, update, exclusive)
  removes 1 of 2 entries (50%)
  app list 9876 "exclusive": drift: 1 app bundle unexpected ("com.existing.z"). The next pulumi up removes the entries that are not declared.
  app list 9876 "exclusive": update: exclusive, so unmanaged entries will be removed (1 when the list was last read)
  1 app bundle unexpected (drift): removed
    - com.existing.z
`);
    expect(text).not.toContain("com.existing.y");
  });

  it("reports drift also if an up does not fix it", async () => {
    const ignoring = blocked(["com.a", "com.b"], {}, { ignoreChanges: ["appBundles"] });
    const { project, simulator } = await testbed({ host, program: ignoring });
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
    const drifted = "No changes, but drift in 1 app list\n";
    for (const [program, refresh] of [
      [ignoring, ["--refresh"]],
      [blocked(["com.a"]), ["--refresh"]],
      [blocked(["com.a"]), ["--refresh", "--run-program"]],
    ] as const) {
      project.declare(program);
      const { code, text } = await reportOn(project, ...refresh);
      expect(code).toBe(exitCodes.changes);
      expect(text).toContain(drifted);
      expect(text).toContain('drift: 1 app bundle missing ("com.b")');
    }
    simulator.deleteList(4321);
    project.declare({});
    const gone = await reportOn(project, "--refresh");
    expect(gone.code).toBe(exitCodes.changes);
    expect(gone.text).toContain("not verified, so drift is not known: the API returns 404");
  });

  it("reports once why a preview fails, and what it cannot verify", async () => {
    const entries = Array.from({ length: 20 }, (_, index) => `com.app${index}`);
    const exclusive = { exclusive: true };
    const { project, simulator } = await testbed({ host, program: blocked(entries, exclusive) });
    succeeded(await project.up());

    // Too much would be removed, also when exclusive is dropped from the program.
    project.declare(blocked(entries.slice(15)));
    const released = await reportOn(project);
    expect(released.code).toBe(exitCodes.error);
    expect(released.text).toContain("would remove 15 of 20 entries (75%)");
    project.declare(blocked(entries.slice(0, 2), exclusive));
    const refused = await reportOn(project);
    expect(refused.code).toBe(exitCodes.error);
    expect(refused.text).toContain("The preview failed with 1 error\n");
    expect(refused.text.split("would remove 18 of 20 entries (90%)")).toHaveLength(2);
    expect(refused.text).toContain('  resource "blocked": app list 4321 "brand-safety": this change would remove');

    // The list cannot be read.
    project.declare(blocked(entries, exclusive));
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

  it("shows what moves with a replacement, also with an incomplete one, and what stays with a rename", async () => {
    const { project, simulator } = await testbed({
      host,
      program: blocked(["com.a", "com.b"]),
      lists: listsOf({ 4321: ["com.b"], 9876: [] }),
    });
    succeeded(await project.up());
    project.declare({ renamed: inList(4321, ["com.a", "com.b"]) });
    const renamed = await reportOn(project, "--refresh");
    expect(renamed.text).toContain("1 app list to change: 2 kept in the list\n");
    expect(renamed.text).toContain("  Takes over 2 app bundles from another resource, unchanged in the list.\n");

    project.declare({ blocked: inList(9876, ["com.a", "com.b"]) });
    const replaced = await reportOn(project, "--refresh");
    expect(replaced.text).toContain("2 app lists to change: up to +2, −1; 1 kept in the list\n");
    expect(replaced.text).toContain("app list 9876 (resource blocked, replace)\n  2 app bundles added\n");

    const answer = { kind: "status", status: 403 } as const;
    simulator.addFault({ on: { action: "remove", appListId: 4321 }, effect: "before", answer });
    failed(await project.up());
    simulator.clearFaults();
    const incomplete = await reportOn(project, "--refresh");
    expect(incomplete.code).toBe(exitCodes.changes);
    expect(incomplete.text).toContain("1 of 2 app lists to change: −1; 1 kept in the list\n");
    expect(incomplete.text).toContain(
      'app list 4321 "list 4321" (resource blocked, delete)\n  removes 1 of 2 entries (50%)\n',
    );
    succeeded(await project.up());
    expect(simulator.list(4321)?.appBundles).toEqual(["com.b"]);
  });
});

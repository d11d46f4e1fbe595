import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { run as runCommand } from "../../tools/commands.mjs";
import { startServer } from "../api/server";
import { createProject, failed, root, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { commitList, gitIn } from "./git";
import { openPage, unrunCommands } from "./page-run";
import { blocked } from "./testbed";

const path = "docs/how-to/common-tasks.md";
const file = "lists/blocked-apps.txt";
const fromFile = { "fn::readFile": file };

const lines = "com.goldfever.bingo  # gambling\ncom.meetnow.chat\ncom.theirs";

describe.each([
  ["without a final line break", lines, {}],
  ["with line breaks of Windows, and a comment at its end", `${lines}\n# Agreed.`.replaceAll("\n", "\r\n"), {}],
  ["of an exclusive list", `${lines}\n`, { exclusive: true }],
])("in a file %s", (_, content, more) => {
  it("the tasks block an app, find out why, and take one off", async () => {
    const bed = await openPage(path, { program: blocked(fromFile, more), holds: ["com.theirs"] });
    const { project, run } = bed;
    const git = gitIn(project);
    project.write(file, content);
    succeeded(await project.up());

    await run("Block an app now", "printf");
    await run("Block an app now", "pulumi up");
    expect(bed.appBundles()).toEqual([
      "com.goldfever.bingo",
      "com.meetnow.chat",
      "com.quickwager.sportsbook",
      "com.theirs",
    ]);
    commitList(git, "Block a betting app");
    const found = await run("Find out who blocked an app, and why");
    expect(found).toMatch(/blocked-apps\.txt:\d {2}app bundle {2}# fraud, OPS-311, ana/u);
    expect(found).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d Ana: Block a betting app$/mu);

    const places = await run("Take an app off", "npx");
    const [, line] = /blocked-apps\.txt:(\d+)/u.exec(places) ?? [];
    const kept = readFileSync(join(project.folder, file), "utf8").split("\n");
    project.write(file, kept.filter((_, index) => index + 1 !== Number(line)).join("\n"));
    await run("Take an app off", "pulumi preview");
    await run("Take an app off", "pulumi up");
    expect(bed.appBundles()).toEqual(["com.meetnow.chat", "com.quickwager.sportsbook", "com.theirs"]);
  });
});

describe("docs/how-to/common-tasks.md", () => {
  it("undoes a commit, and a merge, for which the first command fails", async () => {
    const bed = await openPage(path, { program: blocked(fromFile) });
    const { project, run } = bed;
    const git = gitIn(project);
    const heading = "Undo a change";
    const before = ["com.goldfever.bingo", "com.meetnow.chat", "com.theirs"];
    const change = async (message: string): Promise<void> => {
      project.write(file, `${lines}\ncom.mistake.app\n`);
      commitList(git, message);
      succeeded(await project.up());
    };
    project.write(file, lines);
    commitList(git, "Declare the list");

    await change("Block an app by mistake");
    await run(heading, "git log");
    await run(heading, "git revert --no-edit HEAD");
    await run(heading, "pulumi up");
    expect(bed.appBundles()).toEqual(before);

    git("checkout", "--quiet", "-b", "mistake");
    await change("Block it once more");
    git("checkout", "--quiet", "main");
    git("merge", "--quiet", "--no-ff", "--message", "Merge a mistake", "mistake");
    await run(heading, "git revert --no-edit HEAD", { exitCode: "failure" });
    await run(heading, "git revert --no-edit -m 1");
    await run(heading, "pulumi up");
    expect(bed.appBundles()).toEqual(before);
  });

  it("restores what somebody changed in the dashboard, and accepts it, in an exclusive list as well", async () => {
    const heading = "Restore or accept a change of the dashboard";
    const bed = await openPage(path, { program: blocked(fromFile, { exclusive: true, removalLimit: 1 }) });
    const { project, simulator, requests, run } = bed;
    project.write(file, lines);
    succeeded(await project.up());
    const before = bed.appBundles();
    const edit = (): void => {
      simulator.edit(4321, { remove: { appBundles: ["com.meetnow.chat"] }, add: { appBundles: ["com.new.app"] } });
    };

    edit();
    await run(heading, "pulumi preview");
    await run(heading, "pulumi up");
    expect(bed.appBundles()).toEqual(before);

    edit();
    const after = bed.appBundles();
    requests();
    project.write(file, lines.replace("com.meetnow.chat", "com.new.app"));
    succeeded(await project.up());
    expect([bed.appBundles(), requests()]).toEqual([after, ["token 200", "remove 200"]]);
  });

  it("adds entries to a full list after an up that only removes", async () => {
    const { project, simulator, appBundles } = await openPage(path, { program: blocked(["com.a", "com.b", "com.c"]) });
    succeeded(await project.up());
    const body = JSON.stringify({ error: "list size limit of 3 reached" });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 422, body } });
    project.declare(blocked(["com.b", "com.c", "com.d"]));
    expect(failed(await project.up()).text).toContain("run one pulumi up that only removes");
    expect(appBundles()).toEqual(["com.a", "com.b", "com.c"]);
    project.declare(blocked(["com.b", "com.c"]));
    succeeded(await project.up());
    simulator.clearFaults();
    project.declare(blocked(["com.b", "com.c", "com.d"]));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.b", "com.c", "com.d"]);
  });

  it.each([3, 12])("splits a list of %i entries between two teams without removing any", async (count) => {
    const heading = "Split a list between two teams";
    const bed = await openPage(path, { program: "", language: "typescript" });
    const { project, simulator, run, block } = bed;
    const entries = Array.from({ length: count }, (_, index) => `com.own.x${index + 10}\n`);
    const one = `import { AppListEntries, entriesFromFile } from "pulumi-app-list";
new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("lists/blocked-apps.txt") });
`;
    project.write("index.ts", one);
    project.write(file, entries.join(""));
    succeeded(await project.up());
    simulator.clearJournal();
    const before = bed.appBundles();
    project.write(file, entries.slice(0, 2).join(""));
    project.write("lists/blocked-chat.txt", entries.slice(2).join(""));
    project.write("index.ts", block(heading, "ts"));
    const [digest = ""] = /(?<=APP_LIST_APPROVE=)[0-9a-f]{16}/u.exec((await project.preview()).text) ?? [];
    expect(digest === "").toBe(count === 3);
    await run(heading, "pulumi up", { environment: { APP_LIST_APPROVE: digest } });
    project.write("index.ts", block(heading, "ts").replace(", claimExisting: true", "").replace(", { dependsOn }", ""));
    succeeded(await project.up());
    expect(simulator.journal.map(({ entries: { appBundles = [] } = {} }) => appBundles.length)).toEqual([0, 1, 1]);
    expect(bed.appBundles()).toEqual(before);
    expect((await bed.state("blocked-chat")).outputs).not.toHaveProperty("adopted");
  });

  // A pipeline deploys both projects at any time, also between two steps.
  it.each([true, false])(
    "moves a list to another project, and no deployment between removes entries (new first: %s)",
    async (isNewFirst) => {
      const bed = await openPage(path, { program: blocked(["com.a", "com.b"]) });
      const options = { program: {}, name: "other", settings: settingsFor(bed.simulator) };
      const other = await createProject(options);
      onTestFinished(() => other.remove());
      const deploy = async (): Promise<void> => {
        for (const each of isNewFirst ? [other, bed.project] : [bed.project, other]) succeeded(await each.up());
        expect(bed.appBundles()).toEqual(["com.a", "com.b"]);
      };
      await deploy();
      bed.project.declare(blocked(["com.a", "com.b"], {}, { retainOnDelete: true }));
      await deploy();
      other.declare(blocked(["com.a", "com.b"], { claimExisting: true }));
      if (isNewFirst) await deploy();
      bed.project.declare({});
      await deploy();
      other.declare(blocked(["com.a", "com.b"]));
      await deploy();
      succeeded(await other.destroy());
      expect(bed.appBundles()).toEqual([]);
    },
  );

  it.each(["by an option", "in the state first"])(
    "stops managing a list, %s, and a deployment after each step keeps it",
    async (way) => {
      const heading = "Stop managing a list";
      const bed = await openPage(path, { program: blocked(["com.a", "com.b"], {}, { protect: true }) });
      const { project, requests, run, block } = bed;
      const deploy = async (): Promise<void> => {
        succeeded(await project.up());
        expect(bed.appBundles()).toEqual(["com.a", "com.b"]);
      };
      await deploy();
      requests();
      if (way === "by an option") {
        project.declare(blocked(["com.a", "com.b"], {}, { retainOnDelete: true }));
        await deploy();
      } else {
        const forget = "pulumi state delete";
        const [, shown = ""] = /pulumi state delete (urn:\S+)/u.exec(block(heading, "sh")) ?? [];
        const values = { [shown]: (await bed.state()).urn };
        await run(heading, forget, { values, exitCode: "failure" });
        await run(heading, forget, { values: { ...values, [forget]: `${forget} --force` } });
      }
      project.declare({});
      await deploy();
      expect(requests()).toEqual([]);
      await expect(bed.state()).rejects.toThrow("The stack has no AppListEntries");
    },
  );

  it("leaves the tool, and keeps the entries of a protected resource as well", async () => {
    const bed = await openPage(path, { program: blocked(["com.a", "com.b"], {}, { protect: true }) });
    succeeded(await bed.project.up());
    bed.requests();
    await bed.run("Leave this tool, and keep the lists");
    expect([bed.appBundles(), bed.requests()]).toEqual([["com.a", "com.b"], []]);
    expect(succeeded(await bed.project.pulumi("stack", "ls")).text).not.toContain("dev");
  });

  it("posts a headline and a link to a chat", async () => {
    const { baseUrl, requests } = await startServer((_, response) => void response.end());
    const { project, block } = await openPage("docs/how-to/special-pipelines.md");
    const [step] = z.array(z.object({ run: z.string() })).parse(parse(block("Tell the chat", "yaml")));
    const REPORT = join(root, "test", "report", "examples", "everyday.md");
    const RUN = "https://forge.example.com/runs/7";
    const env = { ...project.commandEnvironment(), REPORT, RUN, WEBHOOK: baseUrl };
    writeFileSync(join(project.folder, "step.sh"), step?.run ?? "");
    await runCommand("bash", ["-eo", "pipefail", "step.sh"], { cwd: project.folder, env });
    const [headline = ""] = /(?<=^### ).*$/mu.exec(readFileSync(REPORT, "utf8")) ?? [];
    expect(requests.map(({ body }) => body)).toEqual([JSON.stringify({ text: `${headline}: ${RUN}` })]);
  });

  it("has no other commands", () => {
    expect(unrunCommands(path)).toEqual([]);
  });
});

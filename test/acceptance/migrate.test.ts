import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentFor } from "../cli/terminal";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { expectShown } from "../docs/shown-output";
import { root, withoutTypeChecks, type Project } from "../harness/project";
import { resultOf } from "./pulumi-output";
import { testbed } from "./testbed";

const path = "docs/how-to/migrate.md";
const page = readPage(path);

/** The first block of code in a language of a section. */
function blockOf(heading: string, language: string): string {
  const blocks = codeBlocksOf({ path, text: sectionOf(page, heading).text });
  const block = blocks.find((each) => each.language === language);
  if (block === undefined) throw new Error(`${path} has no ${language} in "${heading}".`);
  return block.code;
}

/** A script of the page, and the output that the page shows of it. */
interface ShownScript {
  readonly script: string;
  readonly output?: string;
  /** Both as they are on the page. */
  readonly shown: string;
}

/** The scripts of a section. */
function scriptsOf(heading: string): readonly ShownScript[] {
  const { text } = sectionOf(page, heading);
  return Array.from(text.matchAll(/```sh\n([^`]*)```(?:\n\n```text\n(.*?)```)?/gsu), ([shown, script = "", output]) => {
    return { shown, script, output };
  });
}

/** Runs a script of the page with the commands of this repository, and compares its output. Returns the output. */
async function run({ folder, commandEnvironment }: Project, { script, output, shown }: ShownScript): Promise<string> {
  const environment = { ...commandEnvironment(), PULUMI_SKIP_CONFIRMATIONS: "true" };
  const PATH = [commandEnvironment()["PATH"] ?? "", join(root, "node_modules", ".bin")].join(delimiter);
  const command = script.replaceAll("npx --no-install ", "").replace("::brand-safety::", "::acceptance::");
  const printed = await new Promise<string>((resolve) => {
    // app-list ends with 1 for a refusal, and with 2 for a report of changes.
    execFile("bash", ["-c", command], { cwd: folder, env: { ...environment, PATH } }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
  if (output !== undefined) {
    const isResult = ["pulumi preview\n", "pulumi up\n"].includes(script);
    const result = isResult ? resultOf(printed.slice(Math.max(0, printed.lastIndexOf("Updating (dev)")))) : printed;
    const text = result.trimEnd().replace("acceptance/dev", "brand-safety/dev");
    // The order in which Pulumi prints the messages of parallel requests is up to chance.
    const comparable = (part: string): readonly string[] => part.split("\n").toSorted();
    const place = shown.lastIndexOf(output);
    expectShown({ page: path, shown, printed: `${shown.slice(0, place)}${text}\n\`\`\``, comparable });
  }
  return printed;
}

/** The scripts of a section: at least one. */
function scripts(heading: string): readonly [ShownScript, ...ShownScript[]] {
  const [first, ...others] = scriptsOf(heading);
  if (first === undefined) throw new Error(`${path} has no script in "${heading}".`);
  return [first, ...others];
}

describe("docs/how-to/migrate.md", { timeout: 120_000 }, () => {
  it("takes lists from the dashboard into a project, without a change of the lists", async () => {
    const bed = await testbed({
      program: 'import * as pulumi from "@pulumi/pulumi";\n',
      language: "typescript",
      lists: [
        {
          id: 4321,
          name: "brand-safety",
          appBundles: ["com.goldfever.bingo", "com.meetnow.chat"],
          websites: ["casino.example"],
          hasAssociatedCampaigns: true,
        },
        { id: 4322, name: "gambling", appBundles: ["com.goldfever.keno", "com.luckyreels.slots"] },
      ],
    });
    const { project, simulator, requests } = bed;
    // test/docs/programs.test.ts checks its types.
    Object.assign(project.environment, withoutTypeChecks);
    const before = [simulator.list(4321), simulator.list(4322)];
    const [pull, preview, up] = scripts("From the dashboard");
    await run(project, pull);
    expect(readFileSync(join(project.folder, "index.ts"), "utf8")).toBe(
      `import * as pulumi from "@pulumi/pulumi";\n${blockOf("From the dashboard", "ts")}`,
    );
    requests();
    for (const script of [preview, up]) if (script !== undefined) await run(project, script);
    expect(requests().toSorted()).toEqual(["remove 200", "remove 200", "token 200"]);
    expect([simulator.list(4321), simulator.list(4322)]).toEqual(before);

    project.write("yaml/Pulumi.yaml", "name: brand-safety\nruntime: yaml\n");
    const settings = Object.entries(environmentFor(simulator)).map(([name, value]) => `${name}=${value}`);
    const script = `cd yaml && ${settings.join(" ")} app-list pull 4321 4322 2> /dev/null`;
    expect(await run(project, { script, shown: "" })).toBe(blockOf("In YAML, Python and Go", "yaml"));

    const [again, refused] = scripts("Pull again");
    simulator.edit(4322, { add: { appBundles: ["com.spinpalace.roulette"] } });
    await run(project, again);
    simulator.edit(4322, { remove: { appBundles: ["com.goldfever.keno"] } });
    if (refused !== undefined) await run(project, refused);
    expect(readFileSync(join(project.folder, "app-list-4322", "app-bundles.txt"), "utf8")).toBe(
      "com.goldfever.keno\ncom.luckyreels.slots\ncom.spinpalace.roulette\n",
    );
  });

  it("takes a spreadsheet into a list, and then a change that its report shows", async () => {
    const heading = "From spreadsheets";
    const bed = await testbed({
      program: blockOf(heading, "ts"),
      language: "typescript",
      holds: ["com.goldfever.bingo", "com.unmanaged.a"],
    });
    const { project, simulator } = bed;
    Object.assign(project.environment, withoutTypeChecks);
    const [table = "", addition = ""] = codeBlocksOf({ path, text: sectionOf(page, heading).text })
      .filter(({ language }) => language === "csv")
      .map(({ code }) => code);
    project.write("blocked.csv", table);
    const [validate, up, report, change] = scripts(heading);
    for (const script of [validate, up]) if (script !== undefined) await run(project, script);
    expect(simulator.list(4321)).toMatchObject({
      appBundles: ["com.goldfever.bingo", "com.unmanaged.a", "com.goldfever.keno", "com.meetnow.chat"],
      placementIds: ["20418-rewardedb21c"],
      websites: ["casino.example"],
    });

    const [, added = ""] = addition.split("\n");
    project.write("blocked.csv", `${table.replace(/^com\.goldfever\.keno.*\n/mu, "")}${added}\n`);
    for (const script of [report, change]) if (script !== undefined) await run(project, script);
    const after = ["com.goldfever.bingo", "com.luckyreels.slots", "com.meetnow.chat", "com.unmanaged.a"];
    expect(bed.appBundles()).toEqual(after);

    for (const script of scripts("Go back")) await run(project, script);
    await expect(bed.state()).rejects.toThrow("The stack has no AppListEntries");
    expect(bed.appBundles()).toEqual(after);
  });
});

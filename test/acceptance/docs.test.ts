import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { codeBlocksOf, placeOf, readPage, readPages, sectionOf, tableRows } from "../docs/markdown";
import { argumentsOf as wordsBehind, commandsOf } from "../docs/shell";
import { expectShown } from "../docs/shown-output";
import { oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import { succeeded } from "../harness/project";
import { argsOf, programOf, programWith, testbed, type Testbed } from "./testbed";

/** What a row of docs/reference/requests.md needs before its command runs. */
interface Step {
  /** The row, by its second column. */
  readonly when: string;
  readonly program?: string;
  /** A change of the lists that this program does not make. */
  readonly meanwhile?: (simulator: Testbed["simulator"]) => void;
  readonly fails?: true;
  /** A part of the command's output. */
  readonly prints?: string;
  /** The resource that the command names. */
  readonly resource?: string;
}

const page = readPage("docs/reference/requests.md");
const [first, second] = [4321, 4322];

/** The requests that the simulator received, in the terms of the page. */
function requestsOf(simulator: Testbed["simulator"]): string {
  const sentinels = new Set<string>();
  const words = simulator.journal.map(({ action, entries }) => {
    const [reserved] = entries?.appBundles?.filter((entry) => entry.startsWith(reservedAppBundlePrefix)) ?? [];
    if (reserved === undefined) return action;
    if (action === "remove") return sentinels.has(reserved) ? "remove sentinel" : "probe";
    sentinels.add(reserved);
    return "sentinel";
  });
  simulator.clearJournal();
  return words.length === 0 ? "nothing" : words.join(", ");
}

/** The options that the test adds to a command, so that it does not prompt. The page names them. */
const addedOptions = new Map<string, readonly string[]>([
  ...["up", "destroy", "refresh", "import"].map((verb) => [verb, ["--yes", "--skip-preview"]] as const),
  ...["state", "stack"].map((verb) => [verb, ["--yes"]] as const),
]);

/** The command of a row as a test runs it: with the options that it adds, and the URN of the resource. */
function argumentsOf(command: string, { resource }: Step, { type }: PulumiHost): readonly string[] {
  const words = command.replaceAll("`", "").split(" ").slice(1);
  const urn = `urn:pulumi:dev::acceptance::${type}::${resource ?? ""}`;
  if (words[0] === "import") words.push(type, "blocked", String(first));
  const [verb = ""] = words;
  return [...words, ...(resource === undefined ? [] : [urn]), ...(addedOptions.get(verb) ?? [])];
}

/** The arguments and options of resources that change what Pulumi or the provider does. */
const decisive = [
  "account",
  "aliases",
  "claimExisting",
  "dependsOn",
  "exclusive",
  "import",
  "protect",
  "provider",
  "removalLimit",
  "retainOnDelete",
];

/** The decisive arguments and options that the programs of a section set and its text does not name. */
function unnamedOptions(text: string, steps: readonly Step[]): readonly string[] {
  const programs = steps.map(({ program = "" }) => program).join("\n");
  return decisive.filter((name) => new RegExp(`\\b${name}: `, "u").test(programs) && !text.includes(`\`${name}`));
}

/**
 * Runs the rows of a section's table from top to bottom, and compares the requests of each with the table. Its cells are
 * the command, the situation in which it runs, and the requests.
 */
async function expectTable(host: PulumiHost, heading: string, bed: Testbed, steps: readonly Step[]): Promise<void> {
  const { project, simulator } = bed;
  const { text } = sectionOf(page, heading);
  const rows = tableRows(text);
  expect(rows).toHaveLength(steps.length);
  expect(unnamedOptions(text, steps)).toEqual([]);
  const lines: string[] = [];
  for (const [index, step] of steps.entries()) {
    const [command = ""] = rows[index] ?? [];
    if (step.program !== undefined) project.write("index.js", step.program);
    step.meanwhile?.(simulator);
    const { code, text: output } = await project.pulumi(...argumentsOf(command, step, host));
    expect(code === 0, `${command}, ${step.when}:\n${output}`).toBe(step.fails !== true);
    expect(output).toContain(step.prints ?? "");
    lines.push(`| ${command} | ${step.when} | ${requestsOf(simulator)} |\n`);
  }
  const shown = /(?:^\|.*\|$\n?)+/mu.exec(text)?.[0] ?? "";
  const head = shown.split("\n").slice(0, 2).join("\n");
  expectShown({ page: page.path, shown, printed: `${head}\n${lines.join("")}`, comparable: tableRows });
}

// Many commands of two to four seconds each.
describe.each(oneOrAllHosts(pluginHost))("docs/reference/requests.md, with $name", { timeout: 600_000 }, (host) => {
  it("lists the requests of creates and updates", async () => {
    const bed = await testbed({
      host,
      program: programOf(["com.own.a", "com.own.b"]),
      holds: ["com.existing.x", "com.existing.y"],
    });
    const noted = (more: string): string =>
      programOf([], more).replace("appBundles: []", `appBundles: [{ entry: "com.own.b", note: "gambling" }]`);
    const many = Array.from({ length: 12 }, (_, index) => `com.own.x${index}`);
    await expectTable(host, "Create and update", bed, [
      { when: "the resource is new" },
      { when: "the resource is new" },
      { when: "nothing has changed" },
      {
        when: "one entry is added to the program and one removed",
        program: programOf(["com.own.b", "com.own.c"]),
      },
      { when: "one entry is added to the program and one removed" },
      { when: "entries are added to the program", program: programOf(["com.own.b", "com.own.c", "com.own.d"]) },
      { when: "entries are removed from the program", program: programOf(["com.own.b"]) },
      { when: "only a note has changed", program: noted("") },
      {
        when: "only `claimExisting` and `removalLimit` have changed",
        program: noted('claimExisting: true, removalLimit: "20%"'),
      },
      {
        when: "the program declares an entry that is already in the list",
        program: programOf(["com.own.b", "com.existing.x"]),
      },
      { when: "the program declares twelve other entries", program: programOf(many) },
      {
        when: "the change removes more than the default `removalLimit`: it fails",
        program: programOf([]),
        fails: true,
      },
      { when: "the same: it fails", fails: true },
      {
        when: "an entry was removed in the dashboard: the preview shows its addition",
        program: programOf(many),
        meanwhile: ({ edit }) => edit(first, { remove: { appBundles: ["com.own.x0"] } }),
      },
      { when: "the same: the state records the missing entry" },
      { when: "the same: the entry is added again" },
      {
        when: "an entry was removed in the dashboard",
        meanwhile: ({ edit }) => edit(first, { remove: { appBundles: ["com.own.x1"] } }),
      },
      {
        when: "an entry was removed in the dashboard, and nothing else has changed",
        meanwhile: ({ edit }) => edit(first, { remove: { appBundles: ["com.own.x2"] } }),
      },
      {
        when: "the resource becomes `exclusive`, with `removalLimit: 5`: unmanaged entries are removed",
        program: programOf(many, "exclusive: true, removalLimit: 5"),
      },
    ]);
  });

  it("lists the requests of renames and replacements", async () => {
    const named = (name: string, options = "{}", more = ""): string => programOf(["com.own.a"], more, name, options);
    const withOther = (program: string): string =>
      `${program}new AppListEntries("other", { appListId: ${second}, appBundles: ["com.own.b"] });\n`;
    const third = 4323;
    const lists = [first, second, third].map((id) => ({ id, name: `list ${id}` }));
    const bed = await testbed({ host, program: named("blocked"), lists });
    const claiming = named("unwanted", "{}", "claimExisting: true");
    await expectTable(host, "Rename and replace", bed, [
      { when: "the resource is new" },
      { when: "a second resource, for another list, is new", program: withOther(named("blocked")) },
      {
        when: "the first resource is renamed, with `aliases`",
        program: withOther(named("banned", `{ aliases: [{ name: "blocked" }] }`)),
      },
      {
        when: "it is renamed without `aliases`, with `claimExisting: true`: its entries stay",
        program: withOther(claiming),
      },
      {
        when: "it gets another `appListId`: the new list is filled, then the old one is emptied",
        program: withOther(claiming.replace(`appListId: ${first}`, `appListId: ${third}`)),
      },
      { when: "the second resource is replaced: its entries stay", resource: "other" },
      { when: "the second resource is deleted from the state", resource: "other" },
      { when: "the program still declares it: its entries are adopted" },
    ]);
    expect([bed.appBundles(first), bed.appBundles(second), bed.appBundles(third)]).toEqual([
      [],
      ["com.own.b"],
      ["com.own.a"],
    ]);
  });

  it("lists the requests of commands with targets", async () => {
    const program = (one: readonly string[], more: string, two?: readonly string[]): string =>
      programWith(
        ["one", argsOf(first, one, more)],
        ...(two === undefined ? [] : [["two", argsOf(first, two), `{ dependsOn: resources["one"] }`] as const]),
      );
    const bed = await testbed({ host, program: program(["com.a", "com.moved"], "", ["com.b"]) });
    await expectTable(host, "Only some of the resources", bed, [
      { when: "two resources of a list are new" },
      {
        when: "an entry moves from the target to the other resource: the preview shows its removal",
        program: program(["com.a"], "", ["com.b", "com.moved"]),
        resource: "one",
        prints: '−1 app bundle → 1 (removes 50%): −"com.moved"',
      },
      { when: "the same: the entry is removed from the list", resource: "one" },
      { when: "without a target: the other resource adds the entry" },
      {
        when: "the target becomes `exclusive`, and the program no longer declares the other resource: it fails",
        program: program(["com.a"], "exclusive: true"),
        resource: "one",
        fails: true,
        prints: "would remove",
      },
    ]);
    expect(bed.appBundles()).toEqual(["com.a", "com.b", "com.moved"]);
  });

  it("lists the requests of deletions", async () => {
    const program = (options = "{}"): string => programOf(["com.own.a", "com.shared.b"], "", "blocked", options);
    const bed = await testbed({ host, program: program(), holds: ["com.shared.b"] });
    await expectTable(host, "Delete", bed, [
      { when: "the resource is new" },
      { when: "the option `protect: true` is set", program: program("{ protect: true }") },
      { when: "the resource is protected: it fails", fails: true },
      { when: "the option is removed", program: program() },
      { when: "the stack still has the resource: it fails", fails: true },
      { when: "only this resource: the added entry is removed, the adopted one stays", resource: "blocked" },
      { when: "the program still declares the resource: it is created again" },
      { when: "the program no longer declares the resource", program: "" },
      {
        when: "the program declares it again, with `retainOnDelete: true`",
        program: program("{ retainOnDelete: true }"),
      },
      { when: "with that option: the list is not changed" },
      { when: "the program declares it again, without the option: all entries are adopted", program: program() },
      { when: "all entries are adopted, so they stay" },
      { when: "the stack has no resources" },
    ]);
    expect(bed.appBundles()).toEqual(["com.own.a", "com.shared.b"]);
  });

  it("lists the requests to an API that refuses the probe", async () => {
    const bed = await testbed({
      host,
      program: programOf(["com.own.a", "com.shared.b"]),
      holds: ["com.shared.b"],
      behaviour: { removeAbsent: "error" },
    });
    await expectTable(host, "An API that refuses the probe", bed, [
      { when: "the resource is new: it adds one entry and adopts another" },
      {
        when: "an entry is added to the program",
        program: programOf(["com.own.a", "com.own.c", "com.shared.b"]),
      },
      { when: "drift is not known, because a preview adds nothing" },
      { when: "the added entries are removed, the adopted one stays" },
    ]);
    expect(bed.appBundles()).toEqual(["com.shared.b"]);
  });

  it("lists the requests about a list that does not exist", async () => {
    const bed = await testbed({ host, program: programOf(["com.own.a"]), lists: [] });
    const list = { id: first, name: "brand-safety" };
    await expectTable(host, "A list that does not exist", bed, [
      { when: "the resource is new, and the list does not exist: it fails", fails: true },
      { when: "the list exists now", meanwhile: ({ addList }) => addList(list) },
      {
        when: "the list was deleted: it is not verified",
        meanwhile: ({ deleteList }) => deleteList(first),
        prints: "If app list 4321 no longer exists",
      },
      { when: "the same: it fails", fails: true, prints: "If app list 4321 no longer exists" },
      { when: "the resource is removed from the state", resource: "blocked" },
      { when: "the program no longer declares it", program: "" },
    ]);
  });
});

describe("docs/reference/requests.md, with what only the plugin has,", { timeout: 600_000 }, () => {
  it("lists the requests of imports", async () => {
    const importing = (...entries: readonly string[]): string =>
      programOf(entries, `removalLimit: "100%"`, "blocked", `{ import: "${first}" }`);
    const bed = await testbed({ host: pluginHost, program: "", holds: ["com.a", "com.b", "com.c", "com.d"] });
    await expectTable(pluginHost, "Import", bed, [
      {
        when: "a new resource with the option `import` declares two of the entries",
        program: importing("com.a", "com.b"),
      },
      {
        when: "the same: the other two entries stay in the list and are not managed",
        prints: "imported 4 app bundles",
      },
      { when: "nothing has changed, and the option is still set" },
      { when: "an entry is removed from the program: it is removed from the list", program: importing("com.a") },
      { when: "the remaining entry is adopted, so it stays" },
      { when: "the list is imported on the command line", program: "" },
    ]);
    expect(bed.appBundles()).toEqual(["com.a", "com.c", "com.d"]);
  });

  it("lists the requests of explicit providers", async () => {
    const program = (
      of: Readonly<Record<"one" | "two", readonly string[]>>,
      seconds = 60,
      provider = "first",
    ): string =>
      `const { Config } = require("@pulumi/pulumi");
const { AppListEntries, Provider } = require("pulumi-app-list/plugin");
const config = new Config("app-list");
const settings = Object.fromEntries(
  ["baseUrl", "username", "apiKey", "apiSecret", "password"].map((key) => [key, config.requireSecret(key)]),
);
const providers = {
  first: new Provider("first", { ...settings, timeoutSeconds: ${seconds} }),
  second: new Provider("second", settings),
};
const one = new AppListEntries("one", { appListId: ${first}, appBundles: ${JSON.stringify(of.one)}, removalLimit: "100%" }, {
  provider: providers.${provider},
});
new AppListEntries("two", { appListId: ${first}, appBundles: ${JSON.stringify(of.two)} }, {
  provider: providers.second,
  dependsOn: one,
});
`;
    const before = { one: ["com.a", "com.moved"], two: ["com.b"] };
    const after = { one: ["com.a"], two: ["com.b", "com.moved"] };
    const bed = await testbed({ host: pluginHost, program: program(before), holds: ["com.existing"] });
    await expectTable(pluginHost, "Explicit providers", bed, [
      { when: "two providers, and a new resource of each, for one list" },
      { when: "nothing has changed" },
      {
        when: "a setting of one provider has changed: the provider is updated",
        program: program(before, 90),
      },
      {
        when: "an entry moves to the resource of the other provider",
        program: program(after, 90),
      },
      {
        when: "a resource gets the other `provider`, which has the same account",
        program: program(after, 90, "second"),
      },
      { when: "the added entries are removed" },
    ]);
    expect(bed.appBundles()).toEqual(["com.existing"]);
  });
});

describe("the commands of Pulumi in the documentation", () => {
  it("have the options that are shown", async () => {
    const scripts = readPages("*.md", "docs/**/*.md", "examples/**/*.md")
      .flatMap(codeBlocksOf)
      .filter(({ language }) => language === "sh");
    const { project } = await testbed({ program: "", isConfigured: false });
    const helps = new Map<string, string>();
    const problems: string[] = [];
    for (const block of scripts) {
      for (const words of commandsOf(block.code).flatMap((command) => [wordsBehind("pulumi", command) ?? []])) {
        const [verb = "", second = ""] = words;
        if (verb === "" || verb.startsWith("-")) continue;
        const command =
          ["config", "stack", "state", "plugin", "package"].includes(verb) && /^[a-z-]+$/u.test(second)
            ? [verb, second]
            : [verb];
        const name = command.join(" ");
        const help = helps.get(name) ?? succeeded(await project.pulumi(...command, "--help")).text;
        helps.set(name, help);
        const options = words.filter((word) => /^--?[a-z]/u.test(word)).map((word) => word.split("=")[0] ?? "");
        const unknown = options.filter((option) => !new RegExp(`(?<![\\w-])${option}(?![\\w-])`, "u").test(help));
        problems.push(...unknown.map((option) => `${placeOf(block)}: pulumi ${name} has no option ${option}`));
      }
    }
    expect(helps.size).toBeGreaterThan(3);
    expect(problems).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import type { Simulator, SimulatorOptions } from "../../provider/simulator/index";
import { environmentFor } from "../cli/terminal";
import { codeBlocksOf, placeOf, readPage, readPages, sectionOf, tableRows } from "../docs/markdown";
import { argumentsOf as wordsBehind, commandsOf } from "../docs/shell";
import { expectShown } from "../docs/shown-output";
import { pluginHost } from "../harness/hosts";
import { useLanguage } from "../harness/language-host";
import { succeeded } from "../harness/project";
import { testbed } from "./testbed";

/** A resource of a program: its arguments, and Pulumi's options. */
interface Declared {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The resources of a program, by their names; a provider is one, too. */
type Program = Readonly<Record<string, Declared>>;

/** A command, and what it needs before it runs. */
interface Step {
  /** As in the page, such as `up --refresh`. */
  readonly command: string;
  /** The situation, as the page describes it. */
  readonly situation: string;
  /** The requests of a step that the page does not show, as it only leads to the next one. */
  readonly sends?: string;
  readonly program?: Program;
  /** A change of the lists that this program does not make. */
  readonly meanwhile?: (simulator: Simulator) => void;
  readonly fails?: true;
  /** A part of the command's output. */
  readonly prints?: string;
  /** The resource that the command names. */
  readonly resource?: string;
}

/** Commands of one stack, one after the other. */
interface History {
  readonly name: string;
  readonly holds?: readonly string[];
  readonly simulator?: SimulatorOptions;
  readonly steps: readonly Step[];
  /** The app bundles in the lists at the end. */
  readonly leaves: Readonly<Record<number, readonly string[]>>;
}

const page = readPage("docs/reference/requests.md");
const [first, second, third] = [4321, 4322, 4323];

const list = (appBundles: readonly string[], more: object = {}, options: object = {}): Declared => ({
  args: { appListId: first, appBundles, ...more },
  options: { ...options },
});
const remove = (entry: string) => (simulator: Simulator) => simulator.edit(first, { remove: { appBundles: [entry] } });

const many = Array.from({ length: 12 }, (_, index) => `com.own.x${index}`);
const unlimited = { removalLimit: "100%" };

const changes: History = {
  name: "creates and updates",
  holds: ["com.existing.x", "com.existing.y"],
  steps: [
    { command: "preview", situation: "the resource is new", program: { blocked: list(["com.own.a", "com.own.b"]) } },
    { command: "up", situation: "the resource is new" },
    { command: "up", situation: "nothing has changed" },
    {
      command: "preview",
      situation: "one entry is added to the program and one removed",
      program: { blocked: list(["com.own.b", "com.own.c"]) },
    },
    { command: "up", situation: "one entry is added to the program and one removed" },
    {
      command: "up",
      situation: "entries are only removed from the program",
      program: { blocked: list(["com.own.b"]) },
    },
    {
      command: "up",
      situation: "only a note, `claimExisting` or `removalLimit` has changed",
      program: {
        blocked: {
          args: {
            appListId: first,
            appBundles: [{ entry: "com.own.b", note: "gambling" }],
            claimExisting: true,
            removalLimit: "20%",
          },
        },
      },
    },
    {
      command: "up",
      situation: "the program declares an entry that is already in the list",
      program: { blocked: list(["com.own.b", "com.existing.x"]) },
    },
    {
      command: "up",
      situation: "the program declares twelve other entries",
      sends: "token, probe, add, remove",
      program: { blocked: list(many) },
    },
    {
      command: "preview",
      situation: "the change removes more than `removalLimit`: it fails",
      program: { blocked: list([]) },
      fails: true,
    },
    { command: "up", situation: "the change removes more than `removalLimit`: it fails", fails: true },
    {
      command: "preview --refresh",
      situation: "an entry was removed in the dashboard",
      program: { blocked: list(many) },
      meanwhile: remove("com.own.x0"),
    },
    { command: "refresh", situation: "an entry was removed in the dashboard" },
    { command: "up", situation: "after that refresh: the entry is added again" },
    {
      command: "up --refresh",
      situation: "an entry was removed in the dashboard",
      meanwhile: remove("com.own.x1"),
    },
    {
      command: "up",
      situation: "an entry was removed in the dashboard, and nothing else has changed",
      meanwhile: remove("com.own.x2"),
    },
    {
      command: "up",
      situation: "the resource becomes `exclusive`: it removes unmanaged entries, and adds missing ones",
      program: { blocked: list(many, { exclusive: true, removalLimit: 5 }) },
    },
  ],
  leaves: { [first]: many.toSorted() },
};

const other: Declared = { args: { appListId: second, appBundles: ["com.own.b"] } };
const claiming = { claimExisting: true };

const renames: History = {
  name: "renames and replacements",
  simulator: { lists: [first, second, third].map((id) => ({ id, name: `list ${id}` })) },
  steps: [
    {
      command: "up",
      situation: "two resources are new",
      sends: "token, probe, add, probe, add",
      program: { blocked: list(["com.own.a"]), other: { ...other, options: { dependsOn: ["${blocked}"] } } },
    },
    {
      command: "up",
      situation: "a resource is renamed, with `aliases`",
      program: { banned: list(["com.own.a"], {}, { aliases: [{ name: "blocked" }] }), other },
    },
    {
      command: "up",
      situation: "it is renamed without `aliases`: its entries stay",
      program: { unwanted: list(["com.own.a"], claiming), other },
    },
    {
      command: "up",
      situation: "it gets another `appListId`: the new list is filled, then the old one is emptied",
      program: { unwanted: list(["com.own.a"], { ...claiming, appListId: third }), other },
    },
    { command: "up --replace", situation: "a resource is replaced: its entries stay", resource: "other" },
    { command: "state delete", situation: "its resource is deleted from the state", resource: "other" },
    {
      command: "up",
      situation: "the program still declares it: its entries are adopted",
    },
  ],
  leaves: { [first]: [], [second]: ["com.own.b"], [third]: ["com.own.a"] },
};

const both = (one: readonly string[], two: readonly string[]): Program => ({
  one: list(one),
  two: list(two, {}, { dependsOn: ["${one}"] }),
});

const targets: History = {
  name: "targets",
  steps: [
    {
      command: "up",
      situation: "two resources of a list are new",
      sends: "token, probe, add, probe, add",
      program: both(["com.a", "com.moved"], ["com.b"]),
    },
    {
      command: "preview --target",
      situation: "an entry moves from the target to another resource",
      program: both(["com.a"], ["com.b", "com.moved"]),
      resource: "one",
      prints: '−1 app bundle → 1 (removes 50%): −"com.moved"',
    },
    { command: "up --target", situation: "an entry moves from the target to another resource", resource: "one" },
    { command: "up", situation: "after that: the other resource adds the entry" },
    {
      command: "preview --target",
      situation: "the target becomes `exclusive`, and hides another resource: it fails",
      program: { one: list(["com.a"], { exclusive: true }) },
      resource: "one",
      fails: true,
      prints: "would remove",
    },
  ],
  leaves: { [first]: ["com.a", "com.b", "com.moved"] },
};

const deletable = (options = {}): Program => ({ blocked: list(["com.own.a", "com.shared.b"], {}, options) });

const deletions: History = {
  name: "deletions",
  holds: ["com.shared.b"],
  steps: [
    { command: "up", situation: "the resource is new", sends: "token, probe, add", program: deletable() },
    { command: "up", situation: "the option `protect: true` is set", program: deletable({ protect: true }) },
    { command: "destroy", situation: "the resource is protected: it fails", fails: true },
    {
      command: "up",
      situation: "the option `protect: true` is removed",
      sends: "nothing",
      program: deletable(),
    },
    { command: "stack rm", situation: "the stack still has a resource: it fails", fails: true },
    {
      command: "destroy --target",
      situation: "the added entries are removed, the adopted ones stay",
      resource: "blocked",
    },
    { command: "up", situation: "the resource is created again", sends: "token, probe, add" },
    { command: "up", situation: "the program no longer declares the resource", program: {} },
    {
      command: "up",
      situation: "the program declares it again, with `retainOnDelete: true`",
      sends: "token, probe, add",
      program: deletable({ retainOnDelete: true }),
    },
    { command: "destroy", situation: "with the option `retainOnDelete: true`: the list is not changed" },
    {
      command: "up",
      situation: "the program declares it again, without the option: all entries are adopted",
      sends: "token, probe",
      program: deletable(),
    },
    { command: "destroy", situation: "all entries are adopted, so they stay" },
    { command: "stack rm", situation: "the stack has no resources" },
  ],
  leaves: { [first]: ["com.own.a", "com.shared.b"] },
};

const importing = (...entries: readonly string[]): Program => ({
  blocked: list(entries, unlimited, { import: `${first}` }),
});

const imports: History = {
  name: "imports",
  holds: ["com.a", "com.b", "com.c", "com.d"],
  steps: [
    {
      command: "preview",
      situation: "a new resource with the option `import` declares two of four entries",
      program: importing("com.a", "com.b"),
    },
    {
      command: "up",
      situation: "a new resource with the option `import`: the other two entries are not managed",
      prints: "imported 4 app bundles",
    },
    { command: "up", situation: "nothing has changed, and the option is still set", sends: "nothing" },
    {
      command: "up",
      situation: "an entry is removed from the program",
      sends: "token, probe, remove",
      program: importing("com.a"),
    },
    { command: "destroy", situation: "the remaining entry is adopted", sends: "token, probe" },
    { command: "import --generate-code=false", situation: "the list is imported on the command line", program: {} },
  ],
  leaves: { [first]: ["com.a", "com.c", "com.d"] },
};

/** Two resources of one list, each with a provider of its own; the second one depends on the first. */
function ofProviders(one: readonly string[], two: readonly string[], seconds = 60, provider = "p1"): Program {
  return {
    p1: { args: { timeoutSeconds: seconds } },
    p2: { args: {} },
    one: list(one, unlimited, { provider: `\${${provider}}` }),
    two: list(two, {}, { provider: "${p2}", dependsOn: ["${one}"] }),
  };
}

const providers: History = {
  name: "explicit providers",
  holds: ["com.existing"],
  steps: [
    {
      command: "up",
      situation: "two provider resources, and a new resource of each, for one list",
      program: ofProviders(["com.a", "com.moved"], ["com.b"]),
    },
    { command: "up", situation: "nothing has changed", sends: "nothing" },
    {
      command: "up",
      situation: "a setting of one provider resource has changed",
      program: ofProviders(["com.a", "com.moved"], ["com.b"], 90),
    },
    {
      command: "up",
      situation: "an entry moves to the resource of the other provider",
      program: ofProviders(["com.a"], ["com.b", "com.moved"], 90),
    },
    {
      command: "up",
      situation: "a resource gets the other `provider`, which has the same account",
      program: ofProviders(["com.a"], ["com.b", "com.moved"], 90, "p2"),
    },
    {
      command: "destroy",
      situation: "the added entries are removed",
      sends: "token, probe, remove, probe, remove",
    },
  ],
  leaves: { [first]: ["com.existing"] },
};

const refusals: History = {
  name: "an API that refuses the probe",
  holds: ["com.shared.b"],
  simulator: { behaviour: { removeAbsent: "error" } },
  steps: [
    {
      command: "up",
      situation: "the API refuses the probe: the resource is new",
      program: { blocked: list(["com.own.a", "com.shared.b"]) },
    },
    {
      command: "up",
      situation: "the API refuses the probe: an entry is added to the program",
      sends: "token, probe, sentinel, remove sentinel, add",
      program: { blocked: list(["com.own.a", "com.own.c", "com.shared.b"]) },
    },
    { command: "preview --refresh", situation: "the API refuses the probe: drift is not known" },
    { command: "destroy", situation: "the API refuses the probe: the adopted entry stays" },
  ],
  leaves: { [first]: ["com.shared.b"] },
};

const absences: History = {
  name: "a list that does not exist",
  simulator: { lists: [] },
  steps: [
    {
      command: "up",
      situation: "the list does not exist: it fails",
      program: { blocked: list(["com.own.a"]) },
      fails: true,
    },
    {
      command: "up",
      situation: "the list exists now",
      sends: "token, probe, add",
      meanwhile: ({ addList }) => addList({ id: first, name: "brand-safety" }),
    },
    {
      command: "refresh",
      situation: "the list was deleted: it is not verified",
      meanwhile: ({ deleteList }) => deleteList(first),
      prints: "If app list 4321 no longer exists",
    },
    {
      command: "destroy",
      situation: "the list was deleted: it fails",
      fails: true,
      prints: "If app list 4321 no longer exists",
    },
    {
      command: "state delete",
      situation: "the resource is removed from the state",
      sends: "nothing",
      resource: "blocked",
    },
    { command: "up", situation: "the program no longer declares it", sends: "nothing", program: {} },
  ],
  leaves: { [first]: [] },
};

const histories = [changes, renames, targets, deletions, imports, providers, refusals, absences];

/** The requests that the simulator received, in the terms of the page. */
function requestsOf(simulator: Simulator): string {
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

/** The options that the test adds to a command, so that it does not prompt. The page names those that change requests. */
const addedOptions = new Map<string, readonly string[]>([
  ...["up", "destroy", "refresh", "import"].map((verb) => [verb, ["--yes", "--skip-preview"]] as const),
  ...["state", "stack"].map((verb) => [verb, ["--yes"]] as const),
]);

/** The command of a step as a test runs it: with the options that it adds, and the URN of the resource. */
function argumentsOf({ command, resource }: Step): readonly string[] {
  const words = command.split(" ");
  const urn = `urn:pulumi:dev::acceptance::${pluginHost.type}::${resource ?? ""}`;
  if (words[0] === "import") words.push(pluginHost.type, "blocked", String(first));
  return [...words, ...(resource === undefined ? [] : [urn]), ...(addedOptions.get(words[0] ?? "") ?? [])];
}

/** A program as a Pulumi.yaml: JSON is YAML. */
function projectFile(program: Program): string {
  const resources = Object.entries(program).map(([name, { args: properties, options }]) => {
    const type = "appListId" in properties ? "app-list:AppListEntries" : "pulumi:providers:app-list";
    return [name, { type, properties, options }] as const;
  });
  return JSON.stringify({ name: "acceptance", runtime: "yaml", resources: Object.fromEntries(resources) });
}

const rows: string[] = [];

describe("docs/reference/requests.md", { timeout: 600_000 }, () => {
  it.each(histories)("lists the requests of $name", async ({ holds, simulator: options, steps, leaves }) => {
    const { project, simulator, appBundles } = await testbed({ program: "", ...(holds && { holds }), ...options });
    await useLanguage(project, "yaml");
    // Of the provider resources, which do not read the stack's configuration.
    Object.assign(project.environment, environmentFor(simulator));
    for (const step of steps) {
      if (step.program !== undefined) project.write("Pulumi.yaml", projectFile(step.program));
      step.meanwhile?.(simulator);
      const { code, text } = await project.pulumi(...argumentsOf(step));
      expect(code === 0, `${step.command}, ${step.situation}:\n${text}`).toBe(step.fails !== true);
      expect(text).toContain(step.prints ?? "");
      const requests = requestsOf(simulator);
      if (step.sends === undefined) rows.push(`| \`pulumi ${step.command}\` | ${step.situation} | ${requests} |\n`);
      else expect([step.situation, requests]).toEqual([step.situation, step.sends]);
    }
    for (const [id, entries] of Object.entries(leaves)) expect(appBundles(Number(id))).toEqual(entries);
  });

  it("has a row for each command with its requests", () => {
    const shown = /(?:^\|.*\|$\n?)+/mu.exec(sectionOf(page, "Commands").text)?.[0] ?? "";
    const printed = `| command | situation | requests |\n| --- | --- | --- |\n${rows.join("")}`;
    expectShown({ page: page.path, shown, printed, comparable: tableRows });
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

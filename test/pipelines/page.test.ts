import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, readPage, sectionOf, tableRows } from "../docs/markdown";
import { expectShown } from "../docs/shown-output";
import { githubFiles, gitlabFiles, readAction, readComponent } from "./files";

const page = readPage("docs/how-to/pipelines.md");

/** The YAML of a section, by the path that the line before it names. */
function filesOf(heading: string): ReadonlyMap<string, string> {
  const { text } = sectionOf(page, heading);
  const paths = [...text.matchAll(/^`(\S+)`:$/gmu)].map(([, path = ""]) => path);
  const blocks = codeBlocksOf({ ...page, text }).filter(({ language }) => language === "yaml");
  expect(blocks).toHaveLength(paths.length);
  return new Map(paths.map((path, index) => [path, blocks[index]?.code ?? ""]));
}

describe("the page about pipelines", () => {
  it("shows the files for GitHub", () => {
    const shown = filesOf("Set up GitHub");
    expect(shown.size).toBe(githubFiles.length);
    for (const { name, text } of githubFiles) {
      expectShown({ page: page.path, shown: shown.get(`.github/workflows/${name}`) ?? "", printed: text });
    }
  });

  it("shows the file for GitLab", () => {
    const shown = filesOf("Set up GitLab");
    expect(shown.size).toBe(gitlabFiles.length);
    for (const { name, text } of gitlabFiles) {
      expectShown({ page: page.path, shown: shown.get(name) ?? "", printed: text });
    }
  });

  it.each([
    ["GitHub", [".github/actions/app-list/action.yml", ...githubFiles.map(({ name }) => `.github/workflows/${name}`)]],
    ["GitLab", [".gitlab/app-list.yml", ...gitlabFiles.map(({ name }) => name)]],
  ])("shows the commands that copy the files for %s", (forge, paths) => {
    const parent = mkdtempSync(join(tmpdir(), "pipelines-"));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    symlinkSync(root, join(parent, "pulumi-app-list"));
    const project = join(parent, "project");
    mkdirSync(project);
    const [block] = codeBlocksOf({ ...page, text: sectionOf(page, `Set up ${forge}`).text });
    execFileSync("bash", ["-e"], { cwd: project, input: block?.code });
    const copied = readdirSync(project, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(copied.map(({ parentPath, name }) => relative(project, join(parentPath, name))).toSorted()).toEqual(
      [...paths].toSorted(),
    );
  });

  it("shows the inputs of the action and of the component", () => {
    const { inputs: ofAction } = readAction();
    const { inputs: ofComponent } = readComponent();
    const standard = (input?: {
      readonly default?: string | boolean | undefined;
      readonly required?: boolean;
    }): string => {
      if (input === undefined) return "not an input";
      if (input.default === undefined) return input.required === false ? "" : "required";
      return input.default === "" ? "" : `\`${String(input.default)}\``;
    };
    const names = new Set([...Object.keys(ofAction), ...Object.keys(ofComponent)]);
    const rows = [...names].map((name) => {
      const [action, component] = [ofAction[name], ofComponent[name]];
      const [effect = ""] = (action ?? component)?.description.trim().split(/(?<=\.) /u) ?? [];
      return [`\`${name}\``, standard(action), standard(component), effect];
    });
    const header = ["input", "default on GitHub", "default on GitLab", "effect"];
    const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`);
    const { text } = sectionOf(page, "Options");
    expectShown({
      page: page.path,
      shown: /(?:^\|.*\|$\n?)+/mu.exec(text)?.[0] ?? "",
      printed: lines.join(""),
      comparable: tableRows,
    });
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { codeBlocksOf, inlineCodeOf, readPage, sectionOf } from "../docs/markdown";
import { expectShown } from "../docs/shown-output";
import { temporaryFolder } from "../harness/shared-files";
import { githubFiles, gitlabFiles, readAction, readComponent } from "./files";

const page = readPage("docs/how-to/pipelines.md");

describe("the page about pipelines", () => {
  it("shows the workflow for pull requests", () => {
    const [shown] = codeBlocksOf({ ...page, text: sectionOf(page, "Set up GitHub").text }).slice(1);
    const printed = githubFiles.find(({ name }) => name === "pull-request.yaml")?.text ?? "";
    expectShown({ page: page.path, shown: shown?.code ?? "", printed });
  });

  it.each([
    ["GitHub", [".github/actions/app-list/action.yml", ...githubFiles.map(({ name }) => `.github/workflows/${name}`)]],
    ["GitLab", [".gitlab/app-list.yml", ...gitlabFiles.map(({ name }) => name)]],
  ])("shows the commands that copy the files for %s", (forge, paths) => {
    const parent = temporaryFolder();
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

  it("names inputs of the action and of the component", () => {
    const names = inlineCodeOf({ ...page, text: sectionOf(page, "Inputs").text }).map(({ code }) => code.split(":")[0]);
    const inputs = names.filter((name = "") => /^[a-z-]+$/u.test(name));
    expect(inputs.length).toBeGreaterThan(4);
    for (const { inputs: known } of [readAction(), readComponent()]) {
      expect(inputs.filter((name = "") => known[name] === undefined)).toEqual([]);
    }
  });
});

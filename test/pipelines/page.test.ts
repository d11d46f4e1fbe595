import { describe, expect, it } from "vitest";
import { codeBlocksOf, readPage, sectionOf, tableRows } from "../docs/markdown";
import { expectShown } from "../docs/shown-output";
import { actionText, componentText, githubFiles, gitlabFiles } from "./files";
import { readAction } from "./run/action";
import { readComponent } from "./run/component";

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

  it("shows the inputs of the action and of the component", () => {
    const { inputs: ofAction } = readAction(actionText);
    const { inputs: ofComponent } = readComponent(componentText);
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

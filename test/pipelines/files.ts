import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../tools/paths.mjs";

const folder = join(root, "examples", "pipelines");

/** A pipeline that users copy. */
export interface PipelineFile {
  readonly name: string;
  readonly text: string;
}

function filesIn(forge: string): readonly PipelineFile[] {
  return readdirSync(join(folder, forge), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/u.test(entry.name))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, forge, name), "utf8") }));
}

/** The workflows for GitHub. */
export const githubFiles = filesIn("github");

/** The pipeline for GitLab. */
export const gitlabFiles = filesIn("gitlab");

/** The action for GitHub, which the workflows use. */
export const actionText = readFileSync(join(root, "action.yml"), "utf8");

/** The component for GitLab, which the pipeline includes. */
export const componentText = readFileSync(join(root, "templates", "app-list.yml"), "utf8");

/** Parses YAML 1.2, in which `on` is no boolean. */
export function parseYaml(text: string): unknown {
  return parse(text);
}

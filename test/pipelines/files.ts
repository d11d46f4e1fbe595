import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../tools/paths.mjs";

const folder = join(root, "examples", "pipelines");

/** A pipeline that people copy. */
export interface PipelineFile {
  readonly name: string;
  readonly text: string;
}

function filesIn(forge: string): readonly PipelineFile[] {
  return readdirSync(join(folder, forge), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/u.test(entry.name))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, forge, name), "utf8") }));
}

/** The workflows of GitHub, as they stand on disk. */
export const githubFiles = filesIn("github");

/** The pipeline of GitLab. */
export const gitlabFiles = filesIn("gitlab");

/** The script that compares two commits, which both need in the folder of the project. */
export const comparison = join(folder, "compare-with-base.mjs");

/** What a YAML file says. It is parsed as YAML 1.2, where `on` is no boolean. */
export function parseYaml(text: string): unknown {
  return parse(text);
}

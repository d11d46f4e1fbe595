import { createRequire } from "node:module";
import { run } from "../../tools/commands.mjs";
import { pinnedNode } from "../../tools/paths.mjs";
import { gitlabToken } from "./forge";
import type { Place, RunPipeline, Values } from "./place";

/** How a pipeline is started, and what GitLab then sets. An empty value stands for a variable that is not set. */
export const gitlabEvents = {
  "merge request": {
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_COMMIT_BRANCH: "",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_PROJECT_ID: "12",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "12",
  },
  push: { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" },
  "nightly deployment": { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", APP_LISTS: "deploy" },
  "nightly drift": { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main", APP_LISTS: "drift" },
} as const satisfies Record<string, Values>;

/** The words with which gitlab-ci-local takes the variables of a pipeline. */
function wordsFor({ folder, home, forge }: Place, variables: Values): readonly string[] {
  const all = {
    CI_PROJECT_ID: "12",
    CI_PROJECT_DIR: folder,
    CI_DEFAULT_BRANCH: "main",
    CI_API_V4_URL: `${forge.url}/api/v4`,
    CI_JOB_URL: "https://gitlab.example.com/jobs/1",
    GITLAB_TOKEN: gitlabToken,
    ...variables,
  };
  const set = Object.entries(all).flatMap(([name, value]) =>
    value === "" ? ["--unset-variable", name] : ["--variable", `${name}=${value}`],
  );
  const options = ["--home", home, "--no-color", "--force-shell-executor"];
  return [createRequire(import.meta.url).resolve("gitlab-ci-local"), ...options, ...set];
}

const events = {
  preview: gitlabEvents["merge request"],
  deploy: gitlabEvents.push,
  repair: gitlabEvents.push,
  "cancel and repair": gitlabEvents.push,
  drift: gitlabEvents["nightly drift"],
} as const;

/** Runs a pipeline of the component with gitlab-ci-local. A variable can also replace one of its event. */
export const runOnGitlab: RunPipeline = async (place, pipeline, variables = {}) => {
  // A manual job is the only one that runs.
  const job = pipeline.endsWith("repair") ? [`app-list-${pipeline.replaceAll(" ", "-")}`] : [];
  const words = [...wordsFor(place, { ...events[pipeline], ...variables }), ...job];
  const ended = await run(pinnedNode, words, { cwd: place.folder, env: place.environment });
  // It exits with 0 if a job may fail with some codes, also if it fails with another one.
  const ends = (mark: string): boolean => ended.output.includes(`\n ${mark}  app-list-`);
  const isFailed = ended.kind !== "exited" || ended.status !== 0 || ends("FAIL");
  return { code: isFailed ? 1 : 0, text: ended.output, isWarning: ends("WARN") };
};

/** The jobs that an event starts, each with how it starts. Throws if the pipeline is not valid. */
export async function listJobs(place: Place, event: Values): Promise<readonly string[]> {
  const words = [...wordsFor(place, event), "--list-csv"];
  const ended = await run(pinnedNode, words, { cwd: place.folder, env: place.environment });
  if (ended.kind !== "exited" || ended.status !== 0) throw new Error(ended.output);
  const rows = ended.standardOutput.split("\n").map((line) => line.split(";"));
  return rows.flatMap(([name = "", , when = ""]) => (name.startsWith("app-list-") ? [`${name} ${when}`] : []));
}

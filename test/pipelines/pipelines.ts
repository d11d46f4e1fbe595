import { join } from "node:path";
import { readWorkflow } from "./files";
import { pullRequest, runAction, runJob, valueOf, type Place } from "./run";

/** How a pipeline ended. */
interface Ended {
  readonly code: number;
  readonly text: string;
}

type Values = Readonly<Record<string, string>>;
type Inputs = Readonly<Record<string, string | boolean>>;

interface PreviewInputs {
  readonly refresh?: boolean;
  readonly paths?: string;
  readonly "base-url"?: string;
  readonly "comment-on-pr"?: boolean;
}

/** The pipelines of one forge. The inputs are added to those of the examples. */
export interface Pipelines {
  /** The folder of the reports. */
  readonly results: string;
  /** @param base the commit before the changes. On GitHub, it is that before the commit of the pull request. */
  previewPullRequest(inputs?: PreviewInputs, base?: string): Promise<Ended>;
  /** Runs the pipeline of a fork, whose base is the commit before, without secrets. */
  previewFork(base: string): Promise<Ended>;
  deploy(inputs?: { readonly refresh?: boolean }): Promise<Ended>;
  checkDrift(inputs?: { readonly issue?: boolean }): Promise<Ended>;
}

const account = {
  username: "${{ secrets.APP_LIST_USERNAME }}",
  password: "${{ secrets.APP_LIST_PASSWORD }}",
  "api-key": "${{ secrets.APP_LIST_API_KEY }}",
  "api-secret": "${{ secrets.APP_LIST_API_SECRET }}",
};

/** The workflows of the examples, with the secrets of a repository. */
export function onGithub(place: Place, secrets: Values, head = (): string => "a".repeat(40)): Pipelines {
  const known = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value]));
  const run = (workflow: string, event: Values, more: Inputs = {}) => {
    const steps = Object.values(readWorkflow(workflow).jobs).flatMap((job) => job.steps);
    const given = steps.find(({ uses }) => uses?.startsWith("./") === true)?.with ?? {};
    const inputs = Object.entries({ ...given, ...more }).map(
      ([name, value]) => [name, valueOf(String(value), known)] as const,
    );
    return runAction(place, Object.fromEntries(inputs), event);
  };
  return {
    results: join(place.temporary, "app-list"),
    previewPullRequest: (inputs) => {
      const event = { ...pullRequest, "github.event.pull_request.head.sha": head(), GITHUB_SHA: head() };
      return run("pull-request.yaml", event, { ...inputs, ...(inputs?.refresh === true && account) });
    },
    previewFork: () => {
      const event = { ...pullRequest, "github.event.pull_request.head.repo.full_name": "stranger/lists" };
      return runAction(place, { command: "preview", "stack-name": "dev" }, event);
    },
    deploy: (inputs) => run("deploy.yaml", { "github.sha": head() }, inputs),
    checkDrift: (inputs) => run("nightly-drift.yaml", { "github.sha": head() }, inputs),
  };
}

/** The jobs of the component, with the secrets of a project. */
export function onGitlab(place: Place, secrets: Values, head = (): string => "a".repeat(40)): Pipelines {
  const run = (name: string, variables: Values, inputs: Inputs = {}) => {
    const all = { ...secrets, CI_COMMIT_SHA: head(), ...variables };
    return runJob(place, `app-list-${name}`, all, { "stack-name": "dev", ...inputs });
  };
  return {
    results: join(place.folder, "app-list-results"),
    previewPullRequest: ({ ...inputs } = {}, base = "") =>
      run("preview", { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }, inputs),
    previewFork: (base) => {
      const ofFork = { CI_PROJECT_ID: "99", CI_MERGE_REQUEST_DIFF_BASE_SHA: base, GITLAB_TOKEN: "" };
      return runJob(place, "app-list-preview", ofFork);
    },
    deploy: ({ ...inputs } = {}) => run("deploy", {}, inputs),
    checkDrift: (inputs) => run("drift", {}, inputs),
  };
}

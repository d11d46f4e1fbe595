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

/** The pipelines of one forge. The inputs are added to those of the examples. */
export interface Pipelines {
  /** The folder of the reports. */
  readonly results: string;
  /** @param base the commit before the changes. On GitHub, it is that before the commit of the pull request. */
  previewPullRequest(inputs?: Inputs, base?: string): Promise<Ended>;
  /** Runs the pipeline of a fork, whose base is the commit before, without secrets. */
  previewFork(base: string): Promise<Ended>;
  deploy(inputs?: Inputs): Promise<Ended>;
  checkDrift(inputs?: Inputs): Promise<Ended>;
}

/** The inputs of the action in a workflow of the examples. */
function inputsIn(workflow: string): Inputs {
  const steps = Object.values(readWorkflow(workflow).jobs).flatMap((job) => job.steps);
  return steps.find(({ uses }) => uses?.startsWith("./") === true)?.with ?? {};
}

/** The workflows of the examples, with the secrets of a repository. */
export function onGithub(place: Place, secrets: Values, head = (): string => "a".repeat(40)): Pipelines {
  const known = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value]));
  const run = (inputs: Inputs, event: Values) => {
    const given = Object.entries(inputs).map(([name, value]) => [name, valueOf(String(value), known)] as const);
    return runAction(place, Object.fromEntries(given), event);
  };
  return {
    results: join(place.temporary, "app-list"),
    previewPullRequest: (inputs = {}) => {
      const event = { ...pullRequest, "github.event.pull_request.head.sha": head(), GITHUB_SHA: head() };
      // As the page describes, a preview that reads the lists has the account, too.
      const account = inputs["refresh"] === true ? inputsIn("deploy.yaml") : {};
      return run({ ...account, ...inputsIn("pull-request.yaml"), ...inputs }, event);
    },
    previewFork: () => {
      const event = { ...pullRequest, "github.event.pull_request.head.repo.full_name": "stranger/lists" };
      return runAction(place, { command: "preview", "stack-name": "dev" }, event);
    },
    deploy: (inputs) => run({ ...inputsIn("deploy.yaml"), ...inputs }, { "github.sha": head() }),
    checkDrift: (inputs) => run({ ...inputsIn("nightly-drift.yaml"), ...inputs }, { "github.sha": head() }),
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
    previewPullRequest: (inputs, base = "") => run("preview", { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }, inputs),
    previewFork: (base) => {
      const ofFork = { CI_PROJECT_ID: "99", CI_MERGE_REQUEST_DIFF_BASE_SHA: base, GITLAB_TOKEN: "" };
      return runJob(place, "app-list-preview", ofFork);
    },
    deploy: (inputs) => run("deploy", {}, inputs),
    checkDrift: (inputs) => run("drift", {}, inputs),
  };
}

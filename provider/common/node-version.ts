import { AppListError, messageWithCode } from "./error";

/** The oldest Node that the package runs on, as in "engines" of its package.json, which npm only warns about. */
export const oldestNode = "22.19";

export class NodeTooOldError extends AppListError {
  readonly code = "NODE_TOO_OLD";

  constructor(running: string, path = process.execPath) {
    super(
      `pulumi-app-list needs Node ${oldestNode} or later, and this is Node ${running} (${path}). Install a ` +
        "newer Node, put it first on PATH, and retry.",
    );
    // Printed for a module that cannot be loaded; the place of this check helps nobody.
    this.stack = messageWithCode(this);
  }

  /** Pulumi prints `${error}: ${error.stack}` of a provider that cannot be loaded. */
  override toString(): string {
    return "pulumi-app-list";
  }
}

export function findNodeProblem(running = process.versions.node): NodeTooOldError | undefined {
  // Not with localeCompare: the first use of Intl takes 8 ms of each process.
  const [oldest = 0, current = 0] = [oldestNode, running].map((version) => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    return major * 1000 + minor;
  });
  return current < oldest ? new NodeTooOldError(running) : undefined;
}

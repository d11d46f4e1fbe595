import { AppListError, messageWithCode } from "./error";

/** The oldest Node that the package runs on, as in "engines" of its package.json. */
export const oldestNode = "22.19";

export class NodeTooOldError extends AppListError {
  readonly code = "NODE_TOO_OLD";
  readonly needed = oldestNode;
  readonly running: string;

  constructor(running: string, path: string) {
    super(
      `pulumi-app-list needs Node ${oldestNode} or later, and this is Node ${running} (${path}). Install a newer Node, put ` +
        "it first on PATH, and retry.",
    );
    this.running = running;
    // Printed for a module that cannot be loaded; the place of this check helps nobody.
    this.stack = messageWithCode(this);
  }

  /** Pulumi prints `${error}: ${error.stack}` of a provider that cannot be loaded. */
  override toString(): string {
    return "pulumi-app-list";
  }
}

export function findNodeProblem({ versions, execPath }: Pick<NodeJS.Process, "execPath" | "versions"> = process):
  NodeTooOldError | undefined {
  const [major = 0, minor = 0] = versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split(".").map(Number);
  const isEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isEnough ? undefined : new NodeTooOldError(versions.node, execPath);
}

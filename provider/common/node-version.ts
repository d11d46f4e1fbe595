import { AppListError, messageWithCode } from "./error";

/**
 * The oldest Node that the package runs on. package.json has the same version in "engines", but npm only warns about
 * it.
 */
export const oldestNode = "22.19";

export class NodeTooOldError extends AppListError {
  readonly code = "NODE_TOO_OLD";

  constructor(running: string, path = process.execPath) {
    super(
      `pulumi-app-list needs Node ${oldestNode} or later, and this is Node ${running} (${path}). Install a ` +
        "newer Node, put it first on PATH, and retry.",
    );
    // Node prints the stack of an error in a module that it cannot load. The place of this check would help nobody.
    this.stack = messageWithCode(this);
  }

  /** Pulumi prints `${error}: ${error.stack}` if it cannot load a provider. */
  override toString(): string {
    return "pulumi-app-list";
  }
}

export function findNodeProblem(running = process.versions.node): NodeTooOldError | undefined {
  // Compared as texts, not with localeCompare: the first use of Intl takes 8 ms of each process.
  const padded = (version: string): string => version.replaceAll(/\d+/gu, (digits) => digits.padStart(3, "0"));
  return padded(running) < padded(oldestNode) ? new NodeTooOldError(running) : undefined;
}

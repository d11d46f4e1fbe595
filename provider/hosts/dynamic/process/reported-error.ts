/**
 * An error of an operation, in the form in which Pulumi shows it well.
 *
 * Of what check, diff, read and delete throw, Pulumi shows the message as the error of the resource, and prints
 * `${error}: ${error.stack}` besides. A person needs the sentence once, and no stack.
 */
export class ReportedError extends Error {
  override readonly stack = "failed, see the error of the resource";

  constructor(cause: Error) {
    super(cause.message, { cause });
  }

  override toString(): string {
    return "pulumi-app-list";
  }
}

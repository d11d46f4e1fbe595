/**
 * An error of check, diff, read or delete. Pulumi shows its message as the error of the resource, and also prints
 * `${error}: ${error.stack}`: so the message would appear twice, with a stack trace.
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

import * as pulumi from "@pulumi/pulumi";
import { AppListError } from "../../common/error";

/** Makes an error of this package one that Pulumi prints without the stack trace of the program. */
export function toRunError(error: unknown): unknown {
  return error instanceof AppListError ? new pulumi.RunError(error.message) : error;
}

import * as pulumi from "@pulumi/pulumi";
import { AppListError } from "../../../common/error";

/** An error of this package as one that Pulumi shows by its sentence alone, without the stack of the program. */
export function asRunError(error: unknown): unknown {
  return error instanceof AppListError ? new pulumi.RunError(error.message) : error;
}

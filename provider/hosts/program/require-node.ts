/**
 * The first import of a program. It has the check of `common/require-node`, with an error that Pulumi prints without a
 * stack trace.
 */
import { RunError } from "@pulumi/pulumi";
import { messageWithCode } from "../../common/error";
import { findNodeProblem } from "../../common/node-version";

const problem = findNodeProblem();
if (problem !== undefined) throw new RunError(messageWithCode(problem));

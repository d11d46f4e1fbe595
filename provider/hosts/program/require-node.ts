/** The first import of a program: the same as `common/require-node`, as an error that Pulumi prints without a stack trace. */
import { findNodeProblem } from "../../common/node-version";
import { toRunError } from "./run-error";

const problem = findNodeProblem();
if (problem !== undefined) throw toRunError(problem);

/**
 * The first import of each entry point. In an older Node, other modules cannot be loaded, or fail much later without
 * the reason.
 */
import { findNodeProblem } from "./node-version";

const problem = findNodeProblem();
if (problem !== undefined) throw problem;

// `npm run lab -- matrix`, after the set-up: packs the package, installs the tarball into empty projects of many kinds, and
// runs a program in each with a real Pulumi engine and the simulator. It fetches Nodes, package managers and packages
// from the package registry, which makes it a tool and not a test. It leaves nothing behind.
import { runMatrix } from "./matrix/run-matrix.ts";
import { runProgram } from "./tool-error.mjs";

await runProgram(runMatrix);

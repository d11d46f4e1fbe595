// Each mutant runs the properties that reach it: a few cases of each, the same ones every time, and without a search
// for the smallest failure, which nobody reads.
import fc from "fast-check";

fc.configureGlobal({ numRuns: 20, seed: 5, endOnFailure: true });

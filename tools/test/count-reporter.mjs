import { writeFileSync } from "node:fs";

/** @import { Reporter, TestModule } from "vitest/node" */

/**
 * Writes the counts of a run to the file COUNTS_FILE. A test file that cannot be run counts as a failed test.
 *
 * @implements {Reporter}
 */
export default class CountReporter {
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => {
      const ofTests = Array.from(module.children.allTests(), (test) => test.result().state);
      return module.state() === "failed" && !ofTests.includes("failed") ? [...ofTests, "failed"] : ofTests;
    });
    const count = (/** @type {string} */ state) => states.filter((each) => each === state).length;
    const [passed, failed] = [count("passed"), count("failed")];
    const counts = { passed, failed, skipped: states.length - passed - failed };
    writeFileSync(process.env["COUNTS_FILE"] ?? "", JSON.stringify(counts));
  }
}

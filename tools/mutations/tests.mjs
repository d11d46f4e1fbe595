import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, createVitest } from "vitest/node";

/** @import { TestSpecification } from "vitest/node" */

/** The longest time between the ends of two tests, in milliseconds. Only a loop without an end has no timeout before it. */
const timeLimit = 4 * 60_000;

/** Keeps the order in which files are given. */
class AsGiven extends BaseSequencer {
  /**
   * @override
   * @param {TestSpecification[]} files
   */
  sort(files) {
    return Promise.resolve(files);
  }
}

/**
 * The tests of a copy of the sources, in one process that keeps what it has compiled. Those that fail without a defect are
 * left out.
 *
 * @param {string} copy
 * @param {readonly string[]} excluded  parts of the paths of test files
 */
export async function openTests(copy, excluded) {
  /** The failed tests of a run, and what each file took, in milliseconds. */
  let run = { failures: [""], durations: new Map([["", 0]]), isBailing: false, timer: setTimeout(() => {}) };
  /**
   * @param {string} failure
   * @param {readonly { readonly message: string, readonly diff?: string }[]} errors
   */
  const fail = (failure, errors = []) => {
    const reasons = errors
      .slice(0, 1)
      .map(({ message, diff = "" }) => `${message}\n${diff}`.split("\n", 6).join("\n    "));
    run.failures.push([failure, ...reasons].join("\n    "));
    if (run.isBailing && run.failures.length === 1) void vitest.cancelCurrentRun("test-failure");
  };
  const pathOf = (/** @type {{ readonly moduleId: string }} */ { moduleId }) => relative(copy, moduleId);
  const vitest = await createVitest({
    root: copy,
    watch: false,
    silent: true,
    project: ["fast", "isolated", "built"],
    sequence: { sequencer: AsGiven },
    // Other defects have other texts.
    fsModuleCache: false,
    reporters: [
      {
        onTestCaseResult: (test) => {
          run.timer.refresh();
          const { state, errors } = test.result();
          if (state === "failed") fail(`${pathOf(test.module)} > ${test.fullName}`, errors);
        },
        onTestModuleEnd: (module) => {
          const { duration, collectDuration } = module.diagnostic();
          if (module.state() === "failed") fail(pathOf(module), module.errors());
          else run.durations.set(module.moduleId, duration + collectDuration);
        },
        onTestRunEnd: (_, errors) => void (errors.length > 0 && fail("an error outside of the tests", errors)),
      },
    ],
  });

  /**
   * @param {TestSpecification[]} files
   * @param {boolean} isBailing  whether the first failure ends the run
   */
  const runFiles = async (files, isBailing) => {
    const end = () => {
      fail(`no end of the tests within ${timeLimit / 60_000} minutes`);
      // A second time, as a process in a loop does not end by itself.
      void vitest.cancelCurrentRun("test-failure");
    };
    run = { failures: [], durations: new Map(), isBailing, timer: setTimeout(end, timeLimit) };
    // Builds the package first: see test/global-setup.ts.
    if (files.length > 0) await vitest.rerunTestSpecifications(files);
    clearTimeout(run.timer);
    return run;
  };

  const isBuilt = (/** @type {TestSpecification} */ { project }) => project.name === "built";
  const all = (await vitest.globTestSpecifications())
    .filter((each) => !excluded.some((part) => pathOf(each).includes(part)))
    // Tests of pages need the declarations.
    .toSorted((left, right) => Number(isBuilt(right)) - Number(isBuilt(left)));
  const { failures, durations } = await runFiles(all, false);

  return {
    failures,

    /**
     * The first failure while a file has another text: of the tests that load it, first those of its room, and of these
     * first the shortest; then of those that start what is built. Undefined if there is none.
     *
     * @param {string} path
     * @param {string} text
     */
    tryText: async (path, text) => {
      const source = readFileSync(path, "utf8");
      const write = (/** @type {string} */ each) => {
        writeFileSync(path, each);
        vitest.invalidateFile(path);
      };
      write(text);
      const { moduleGraph } = vitest.vite.environments.ssr;
      // A process that a test starts can load any file.
      const loading = loadersOf(path, moduleGraph).union(loadersOf(join(copy, "test/harness/child.ts"), moduleGraph));
      const [room = ""] = relative(join(copy, "provider"), path).split("/");
      const cost = (/** @type {TestSpecification} */ each) =>
        (durations.get(each.moduleId) ?? 0) / (pathOf(each).startsWith(join("test", room, "/")) ? 10 : 1);
      const sorted = all
        .filter(({ moduleId }) => durations.has(moduleId))
        .toSorted((left, right) => cost(left) - cost(right));
      const quick = await runFiles(
        sorted.filter((each) => !isBuilt(each) && loading.has(each.moduleId)),
        true,
      );
      const { failures } = quick.failures.length > 0 ? quick : await runFiles(sorted.filter(isBuilt), true);
      write(source);
      return failures[0];
    },

    close: () => vitest.close(),
  };
}

/**
 * The files that load a file, directly or through others.
 *
 * @param {string} path
 * @param {import("vite").EnvironmentModuleGraph} graph
 */
function loadersOf(path, graph) {
  /** @type {Set<string | null>} */
  const files = new Set();
  const modules = new Set(graph.getModulesByFile(path));
  // Grows while it is read.
  for (const { file, importers } of modules) {
    files.add(file);
    importers.forEach((each) => modules.add(each));
  }
  return files;
}

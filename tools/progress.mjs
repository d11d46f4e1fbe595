/** How often something long says that it is still at work, in milliseconds. */
const stillAtWorkInterval = 15_000;

/**
 * Says what a step is doing.
 *
 * @callback Report
 * @param {string} step  one of a few short names, such as "packages"
 * @param {string} text  what it does or has done
 * @returns {void}
 */

/**
 * One line for each thing that a step has to say.
 *
 * @param {NodeJS.WritableStream} stream
 * @returns {Report}
 */
export function reportTo(stream) {
  return (step, text) => stream.write(`${step.padEnd(10)}${text}\n`);
}

/**
 * A duration as people read it: "0.4 s", "12 s", "2 min 5 s".
 *
 * @param {number} milliseconds
 * @returns {string}
 */
export function formatDuration(milliseconds) {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Waits for something long, saying every 15 s that it is still at work.
 *
 * @template Value
 * @param {Promise<Value>} work
 * @param {(elapsed: string) => void} sayStillAtWork
 * @returns {Promise<Value>}
 */
export async function withProgress(work, sayStillAtWork) {
  const start = performance.now();
  const timer = setInterval(() => sayStillAtWork(formatDuration(performance.now() - start)), stillAtWorkInterval);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

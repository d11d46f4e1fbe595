/**
 * Reports the progress of a step, on standard error: the output of some commands is their result.
 *
 * @param {string} step  one of a few short names, such as "packages"
 * @param {string} text  what it does or has done
 */
export function report(step, text) {
  process.stderr.write(`${step.padEnd(10)}${text}\n`);
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

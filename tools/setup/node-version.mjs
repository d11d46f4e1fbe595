/** The first Node on which the set-up runs. It installs the pinned Node, on which everything else runs. */
const minimum = 20;

/**
 * The reason why the set-up cannot run on a Node.
 *
 * @param {string} version  such as "24.21.0"
 * @returns {string | undefined}  undefined if it can
 */
export function nodeObstacle(version) {
  if (Number(version.split(".")[0]) >= minimum) return undefined;
  return (
    `The set-up needs Node ${minimum} or later, and this is Node ${version}. Nothing was changed.\n\n` +
    `Install a later Node (https://nodejs.org) and run the same command again.`
  );
}

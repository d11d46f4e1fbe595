import { leaksIn } from "../harness/canaries";
import type { Operation } from "./deployment";
import type { Ended, Engine, Stack } from "./engine";
import { brokenBy, goalsMissedBy, type Commanded } from "./oracle/laws";

/**
 * The laws that the last command of a stack breaks.
 *
 * @param isOpen whether the API shows the list to an operation, if nothing happened to the command: then it has goals.
 */
export function judge(
  { commanded, printed, export: resources }: Stack,
  ended: Ended,
  { secrets }: Pick<Engine, "secrets">,
  isOpen?: (operation: Operation) => boolean,
): readonly string[] {
  const all = secrets();
  const leaks = all.length === 0 ? [] : leaksIn([printed, ended, ...resources()], all).map(() => "11");
  const goals = isOpen === undefined ? [] : goalsMissedBy(commanded, isOpen);
  return [...brokenBy(commanded), ...leaks, ...goals];
}

/** The violation of a command that has nothing to do, and of a preview: they send nothing. */
export function silent({ requests }: Commanded): readonly string[] {
  return requests.length === 0 ? [] : ["9"];
}

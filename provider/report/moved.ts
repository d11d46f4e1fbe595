import { isMoveFrom, type ParsedNotice } from "../resource/notices";
import type { AboutResource } from "./diagnostics";
import { listOfChange } from "./neighbours";
import type { ResourceChange } from "./resource-change";

/**
 * Takes from resources whose service is at another place now what they hold at the old one: nothing of it is removed
 * or kept at the new place. The steps of a preview do not show where the service is; the provider says it.
 */
export function leaveBehind(
  changes: readonly ResourceChange[],
  said: readonly (ParsedNotice | AboutResource)[],
): readonly ResourceChange[] {
  return changes.map((change) => {
    const { before, ...rest } = change;
    const from = before?.state.baseUrl;
    if (change.operation !== "update" || before === undefined || from === undefined) return change;
    const { appListId } = listOfChange(change);
    const isMoved = said.some((about) => "topic" in about && about.appListId === appListId && isMoveFrom(about, from));
    return isMoved ? { ...rest, leftBehind: before.state } : change;
  });
}

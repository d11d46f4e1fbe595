import { difference, intersection, isEmpty, noEntries, observedOr } from "../list/entries";
import type { Goal } from "../sync/change";
import { settingName } from "../settings/keys";
import { ListBusyError } from "./errors";
import { reachGoal, withObservedList, type Print } from "./lifecycle";
import { printNotice } from "./notices";
import { removedAnywhere } from "./other-accounts";
import type { ListDeclaration } from "./refused-declarations";
import type { Run } from "./run";

/** The longest wait for a change of another process, in milliseconds: the default timeout of an operation. */
const longestWait = 300_000;

/**
 * Puts entries back that another resource of this run has removed before the engine showed the resource that declares
 * them. A resource that is refused gets no other operation in which it could add them itself.
 *
 * Sends nothing if the run has removed none of them, as in a preview. A failure is printed: the refusal is the error.
 */
export async function putBack(run: Run, { account, appListId, entries }: ListDeclaration, print: Print): Promise<void> {
  const list = run.list(account, appListId);
  await removalsEnd(run, list.key, appListId);
  const removed = intersection(removedAnywhere(list), entries);
  if (isEmpty(removed)) return;
  const goal: Goal = {
    desired: removed,
    managed: noEntries,
    exclusive: false,
    declaredElsewhere: () => list.declared,
    removalGuard: "off",
    next: "The next pulumi up that accepts the resource adds the rest.",
  };
  const label = { appListId, name: undefined };
  try {
    const change = await withObservedList(run, { account, appListId }, (access, first) =>
      reachGoal(run, { account, appListId }, access, goal, first),
    );
    if (change.failure !== undefined) throw change.failure;
    // A removal that the API has denied needs nothing.
    const missing = difference(removed, observedOr(change.observedBefore, noEntries));
    if (isEmpty(missing)) return;
    print(printNotice({ kind: "putBack", list: { ...label, name: change.appList?.name }, entries: missing }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(printNotice({ kind: "notPutBack", list: label, entries: removed, reason }));
  }
}

/** Waits for a removal that is under way, in any process of the run. */
async function removalsEnd(run: Run, list: string, appListId: number): Promise<void> {
  try {
    await run.oneAtATime(
      list,
      {
        longest: longestWait,
        timeout: () => new ListBusyError(`app list ${appListId}`, settingName("timeoutSeconds")),
      },
      () => Promise.resolve(),
    );
  } catch (error) {
    // Entries that are known to be removed are still put back.
    if (!(error instanceof ListBusyError)) throw error;
  }
}

import { intersection, isEmpty, noEntries } from "../list/entries";
import { oneAtATime } from "../sync/mutex";
import type { Goal } from "../sync/change";
import { reachGoal, withObservedList, type Print } from "./lifecycle";
import { printNotice } from "./notices";
import { removedAnywhere } from "./other-accounts";
import type { ListDeclaration } from "./refused-declarations";
import type { Run } from "./run";

/**
 * Puts entries back that another resource of this run has removed before the engine showed the resource that declares
 * them. A resource that is refused gets no other operation in which it could add them itself.
 *
 * Sends nothing if the run has removed none of them, as in a preview. A failure is printed: the refusal is the error.
 */
export async function putBack(run: Run, { account, appListId, entries }: ListDeclaration, print: Print): Promise<void> {
  const list = run.list(account, appListId);
  // A removal that is under way ends first.
  await oneAtATime(list.key, () => Promise.resolve());
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
    print(printNotice({ kind: "putBack", list: { ...label, name: change.appList?.name }, entries: removed }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(printNotice({ kind: "notPutBack", list: label, entries: removed, reason }));
  }
}

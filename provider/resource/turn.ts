import { once } from "node:events";

/** The end of the last task that changes a list, by the list. Never rejects. */
const ends = new WeakMap<object, Promise<unknown>>();

/**
 * Runs a task after those that change the same list; at once if it is canceled, since nothing is sent after a
 * cancellation. Tasks of other lists run beside it.
 *
 * Two changes of one list at the same time would each be planned from a list that the other is about to change.
 */
export async function inTurn<Result>(
  list: object,
  canceled: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  const previous = ends.get(list) ?? Promise.resolve();
  const current = Promise.race([previous, untilAborted(canceled)]).then(task);
  // The next task starts whether this one succeeds or fails; its caller learns of a failure from `current`.
  ends.set(list, Promise.allSettled([current]));
  return current;
}

/** With a signal of its own: many tasks may wait. */
async function untilAborted(signal: AbortSignal): Promise<unknown> {
  return signal.aborted ? undefined : once(AbortSignal.any([signal]), "abort");
}

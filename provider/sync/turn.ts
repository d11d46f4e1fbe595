const lastTasks = new Map<unknown, Promise<unknown>>();

/**
 * Runs tasks with the same key one after the other, in the order of the calls; tasks with other keys run beside them.
 *
 * Two changes of one list at the same time would each be planned from a list that the other is about to change.
 *
 * @param key the list that the task changes.
 */
export async function oneAtATime<Result>(key: unknown, task: () => Promise<Result>): Promise<Result> {
  const previous = lastTasks.get(key) ?? Promise.resolve();
  const current = previous.then(task);
  // The next task starts whether this one succeeds or fails; its caller learns of a failure from `current`.
  const settled = current.then(
    () => undefined,
    () => undefined,
  );
  lastTasks.set(key, settled);
  try {
    return await current;
  } finally {
    if (lastTasks.get(key) === settled) lastTasks.delete(key);
  }
}

/**
 * Runs a task after those with the same key; at once if it is canceled, since nothing is sent after a cancellation.
 *
 * @param key the list that the task changes.
 */
export async function inTurn<Result>(
  key: unknown,
  canceled: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  const runOnce = (): Promise<Result> => (running ??= task());
  const turn = oneAtATime(key, runOnce);
  if (canceled.aborted) return runOnce();
  const cancellation = Promise.withResolvers<Result>();
  // A signal of its own: many tasks may wait.
  AbortSignal.any([canceled]).addEventListener("abort", () => cancellation.resolve(runOnce()));
  return Promise.race([turn, cancellation.promise]);
}

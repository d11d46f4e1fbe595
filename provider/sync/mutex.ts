const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs tasks with the same key one after the other, in the order of the calls; tasks with other keys run beside them.
 *
 * Two changes of one list at the same time would each be planned from a list that the other is about to change.
 *
 * @param key the list that the task changes.
 */
export async function oneAtATime<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
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

import { oneAtATime } from "./mutex";

/**
 * Runs a task after those with the same key; at once if it is canceled, since nothing is sent after a cancellation.
 *
 * @param key the list that the task changes.
 */
export async function inTurn<Result>(key: string, canceled: AbortSignal, task: () => Promise<Result>): Promise<Result> {
  let running: Promise<Result> | undefined;
  const runOnce = (): Promise<Result> => (running ??= task());
  const turn = oneAtATime(key, runOnce);
  if (canceled.aborted) return runOnce();
  const cancellation = Promise.withResolvers<Result>();
  // A signal of its own: many tasks may wait.
  AbortSignal.any([canceled]).addEventListener("abort", () => cancellation.resolve(runOnce()));
  return Promise.race([turn, cancellation.promise]);
}

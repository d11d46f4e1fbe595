/** The signals with which the engine, or a person, ends a process of the provider. */
const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls a function when this process ends, unless it is killed. A signal still ends the process as it would have without
 * this.
 */
export function whenThisProcessEnds(act: () => void): void {
  process.once("exit", act);
  for (const signal of signals) {
    process.once(signal, () => {
      act();
      // Without another handler, the signal ends the process.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

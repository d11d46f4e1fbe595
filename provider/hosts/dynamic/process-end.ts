import { endSignals, waits } from "../engine";

/**
 * Calls a function when this process ends, unless it is killed. A signal still ends the process, as without this
 * function.
 */
export function whenThisProcessEnds(act: () => void): void {
  process.once("exit", act);
  for (const signal of endSignals) {
    process.once(signal, () => {
      act();
      // Without another handler, the signal ends the process.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/** The resources of an idle process: the server for an engine that has ended, and the standard streams. */
const idle: ReadonlySet<string> = new Set(["TCPServerWrap", "PipeWrap"]);

/**
 * Ends this process as soon as it is idle. Its server would keep it and Pulumi's language host running forever. It is
 * not ended at once, because other dynamic providers of the program may still run in it.
 */
export function endWhenIdle(): void {
  setInterval(() => {
    if (process.getActiveResourcesInfo().every((resource) => idle.has(resource))) process.exit();
  }, waits.idle).unref();
}

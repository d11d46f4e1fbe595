import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let isScheduled = false;

/**
 * Keeps the heap of this process small: with 100,000 entries, commands take up to a third less memory in both hosts. V8
 * collects garbage early from now on, because it reads the flag at each collection; its limit before the first one is
 * older than any flag. So a collection is requested for the end of this operation, after the response is encoded: garbage
 * would stay while the next request is decoded, which is when a preview takes most. The engine works in the meantime.
 *
 * Not for shorter lists: with twenty of 10,000 entries, a preview takes 0.15 s more of the processor.
 */
export function keepHeapSmall(): void {
  if (isScheduled) return;
  isScheduled = true;
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--expose-gc");
  setImmediate(() => {
    isScheduled = false;
    runInNewContext("gc()");
  });
}

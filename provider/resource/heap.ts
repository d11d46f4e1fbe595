import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let isKeptSmall = false;

/**
 * Keeps the heap of this process small: with 100,000 entries, commands take up to a third less memory in both hosts. V8
 * collects garbage early from now on, because it reads the flag at each collection. Its limit before the first collection
 * is older than any flag, so that one is requested for the end of this operation, after the response is encoded: garbage
 * would stay while the next request is decoded, which is when a preview takes most. The engine works in the meantime.
 *
 * Not for shorter lists: with twenty of 10,000 entries, a preview takes 0.15 s more of the processor.
 */
export function keepHeapSmall(): void {
  if (isKeptSmall) return;
  isKeptSmall = true;
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--expose-gc");
  setImmediate(() => {
    runInNewContext("gc()");
  });
}

import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 collect garbage early instead of letting the heap of this process grow: with 100,000 entries, an `up` takes a
 * third less memory in both hosts. V8 reads the flag at each collection.
 *
 * Not for shorter lists: with twenty of 10,000 entries, a preview takes 0.15 s more of the processor.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--optimize-for-size");
}

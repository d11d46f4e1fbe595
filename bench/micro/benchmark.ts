/** One thing that is measured, beside the least that any implementation of it has to do. */
export interface Benchmark {
  readonly name: string;
  /** The lower bound, in words. */
  readonly bound: string;
  readonly runBound: () => unknown;
  /** Makes what one run needs. It is not measured. */
  readonly prepare: () => unknown;
  readonly run: () => unknown;
}

/** One pass over the bytes of a text: each must be compared with something. */
export function passOver(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (sum + text.charCodeAt(index)) | 0;
  return sum;
}

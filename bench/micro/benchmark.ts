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

/** The entries of a list, as an ad platform has them: half of them Android apps, half of them apps of Apple. */
export function entriesOf(size: number): string[] {
  const names = Array.from({ length: size }, (_, index) =>
    index % 2 === 0 ? `com.publisher${index % 997}.game${index}.free` : `${300_000_000 + index * 37}`,
  );
  return names.toSorted();
}

/** Another text of the same content, as each call of the engine and each response brings one. */
export function copyOf(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

import { printLines, type StyledLine } from "./styled-line.ts";
import type { Segment } from "./transcript.ts";

/** What the terminal shows from a moment on. */
interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** The first row that is visible. */
  readonly top: number;
  /** The row after the last printed one. */
  readonly bottom: number;
}

/** All rows of a recording, and when the terminal shows which of them. */
export interface Film {
  readonly lines: readonly StyledLine[];
  readonly frames: readonly Frame[];
  /** In seconds. */
  readonly duration: number;
  /** The frame for readers who prefer reduced motion: the end of the step with the longest difference. */
  readonly poster: Frame;
}

/** How long a segment of one line stays before the next one, in seconds, and for how long each further line. */
const holds: Readonly<Record<Segment["kind"], readonly [first: number, further: number]>> = {
  heading: [0.6, 0],
  explain: [1, 0.4],
  quote: [0.8, 0.05],
  changes: [1.2, 0.1],
  command: [0.6, 0.05],
  output: [0.8, 0.04],
  note: [1.2, 0],
};

/** How many rows appear at once, and how long the next ones take, in seconds. */
const [rowsAtOnce, rowTime] = [4, 0.06];

/** Each step begins on an empty screen, and scrolls if it is longer than the terminal is high. */
export function planFilm(
  segments: readonly Segment[],
  size: { readonly columns: number; readonly rows: number },
): Film {
  const lines: StyledLine[] = [];
  const frames: Frame[] = [];
  let [time, pageStart, longest] = [0.4, 0, 0];
  let poster: Frame = { time: 0, top: 0, bottom: 0 };
  const show = (bottom: number): Frame => {
    const frame = { time, top: Math.max(pageStart, bottom - size.rows), bottom };
    frames.push(frame);
    return frame;
  };
  segments.forEach(({ kind, text }, index) => {
    // The last heading shares the screen with the end of the run, which stays visible.
    const isLast = segments.slice(index + 1).every((segment) => segment.kind !== "heading");
    const beginsPage = kind === "heading" && !isLast;
    if (beginsPage) pageStart = lines.length;
    const added = printLines(beginsPage ? text.trimStart() : text, size.columns);
    for (let count = rowsAtOnce; count < added.length; count += rowsAtOnce) {
      show(lines.length + count);
      time += rowTime;
    }
    lines.push(...added);
    const frame = show(lines.length);
    const [first, further] = holds[kind];
    time += first + further * (added.length - 1);
    const changes = added.filter(({ runs }) => runs.some(({ text: run }) => /^[+-] com\./u.test(run))).length;
    if (kind === "output" && changes > longest) {
      longest = changes;
      poster = frame;
    }
  });
  return { lines, frames, duration: time + 1, poster };
}

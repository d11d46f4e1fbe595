import { createTerminal, type Terminal } from "../demo/terminal.ts";

/** A part of a transcript: the kind of text that the demo printed, and the text with its control sequences. */
export interface Segment {
  readonly kind: Exclude<keyof Terminal, "hasColours">;
  readonly text: string;
}

/** A terminal that keeps everything that is printed to it. */
export interface RecordingTerminal extends Terminal {
  /** The segments so far. Consecutive outputs are one segment. */
  readonly segments: () => readonly Segment[];
}

/** Creates a terminal with colours that records its text. */
export function createRecordingTerminal(): RecordingTerminal {
  const segments: Segment[] = [];
  let printed = "";
  const terminal = createTerminal({
    hasColours: true,
    write: (text) => {
      printed += text;
    },
  });
  const record = (kind: Segment["kind"], print: () => void): void => {
    printed = "";
    print();
    const last = segments.at(-1);
    if (kind === "output" && last?.kind === "output") {
      segments[segments.length - 1] = { kind, text: last.text + printed };
    } else {
      segments.push({ kind, text: printed });
    }
  };
  return {
    hasColours: true,
    heading: (text) => record("heading", () => terminal.heading(text)),
    explain: (text) => record("explain", () => terminal.explain(text)),
    quote: (lines) => record("quote", () => terminal.quote(lines)),
    changes: (lines) => record("changes", () => terminal.changes(lines)),
    command: (name, commandArguments) => record("command", () => terminal.command(name, commandArguments)),
    output: (text) => record("output", () => terminal.output(text)),
    note: (text) => record("note", () => terminal.note(text)),
    segments: () => segments,
  };
}

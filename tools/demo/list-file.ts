import type { BlockedApp } from "./entries.ts";

/** The column of the notes: right of the longest app bundle, and the same for every version of the file. */
const noteColumn = 34;

/** Prints a list file as a person would write it: in sections, each line with its note. */
export function printListFile(apps: readonly BlockedApp[]): string {
  const sections = [...Map.groupBy(apps, ({ note }) => note)].map(([note, members]) =>
    [`# Blocked: ${note}`, ...members.map(printLine)].join("\n"),
  );
  return `${sections.join("\n\n")}\n`;
}

function printLine({ appBundle, note }: BlockedApp): string {
  return `${appBundle.padEnd(noteColumn)}# ${note}`;
}

/** The lines by which two versions of a file differ: first the removed ones. Neither version repeats a line. */
export function changedLines(before: string, after: string): readonly string[] {
  const oldLines = new Set(before.split("\n"));
  const newLines = new Set(after.split("\n"));
  return [
    ...Array.from(oldLines.difference(newLines), (line) => `- ${line}`),
    ...Array.from(newLines.difference(oldLines), (line) => `+ ${line}`),
  ];
}

import type { BlockedApp } from "./entries.ts";

/** Where the notes begin: right of the longest app bundle, and the same for every version of the file. */
const noteColumn = 34;

/** A list file as a person would write it: in sections, each line with its note. */
export function listFileOf(apps: readonly BlockedApp[]): string {
  const sections = [...Map.groupBy(apps, ({ note }) => note)].map(([note, members]) =>
    [`# Blocked: ${note}`, ...members.map(lineOf)].join("\n"),
  );
  return `${sections.join("\n\n")}\n`;
}

function lineOf({ appBundle, note }: BlockedApp): string {
  return `${appBundle.padEnd(noteColumn)}# ${note}`;
}

/** The lines by which two versions of a file differ, those that went first; every line is taken to stand there once. */
export function changedLines(before: string, after: string): readonly string[] {
  const oldLines = new Set(before.split("\n"));
  const newLines = new Set(after.split("\n"));
  return [
    ...Array.from(oldLines.difference(newLines), (line) => `- ${line}`),
    ...Array.from(newLines.difference(oldLines), (line) => `+ ${line}`),
  ];
}

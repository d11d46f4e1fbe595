import type { StoredList } from "pulumi-app-list/simulator";

/** Whose entries of a list are whose. */
export interface Parties {
  /** Every entry that the program declares or has declared. */
  readonly declared: ReadonlySet<string>;
  /** What stood in the list before the program declared anything. */
  readonly before: ReadonlySet<string>;
}

/** All entries of a list: app bundles, then placement IDs. */
export function entriesOf(list: StoredList): ReadonlySet<string> {
  return new Set([...list.appBundles, ...list.placementIds]);
}

/** A list in a few lines: how many entries of whom, and a few of them. */
export function describeList(list: StoredList, { declared, before }: Parties): readonly string[] {
  const entries = entriesOf(list);
  const groups = [
    ["of other people", entries.difference(declared)],
    ["of other people, also in our files", entries.intersection(declared).intersection(before)],
    ["put there by us", entries.intersection(declared).difference(before)],
  ] as const;
  return [
    `App list ${list.id} "${list.name}": ${list.appBundles.length} app bundles, ${list.placementIds.length} placement IDs`,
    ...groups.map(([whose, members]) =>
      `${String(members.size).padStart(5)} ${whose.padEnd(36)}${examplesOf(members)}`.trimEnd(),
    ),
  ];
}

const mostExamples = 3;

function examplesOf(entries: ReadonlySet<string>): string {
  const shown = [...entries].slice(0, mostExamples).join(", ");
  return entries.size > mostExamples ? `${shown}, …` : shown;
}

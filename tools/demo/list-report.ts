import type { StoredList } from "pulumi-app-list/simulator";

/** The facts that show the origin of an entry. */
export interface Origins {
  /** Each entry that the program declares or has declared. */
  readonly declared: ReadonlySet<string>;
  /** The entries of the list before the first `pulumi up`. */
  readonly before: ReadonlySet<string>;
}

/** All entries of a list: app bundles, then placement IDs. */
export function entriesOf(list: StoredList): ReadonlySet<string> {
  return new Set([...list.appBundles, ...list.placementIds]);
}

/** Describes a list in a few lines: how many entries have which origin, and a few of them. */
export function describeList(list: StoredList, { declared, before }: Origins): readonly string[] {
  const entries = entriesOf(list);
  const groups = [
    ["unmanaged, not in the program", entries.difference(declared)],
    ["declared, in the list before", entries.intersection(declared).intersection(before)],
    ["added by pulumi up", entries.intersection(declared).difference(before)],
  ] as const;
  return [
    `App list ${list.id} "${list.name}": ${list.appBundles.length} app bundles, ${list.placementIds.length} placement IDs`,
    ...groups.map(([origin, members]) =>
      `${String(members.size).padStart(5)} ${origin.padEnd(32)}${firstOf(members)}`.trimEnd(),
    ),
  ];
}

const mostExamples = 2;

function firstOf(entries: ReadonlySet<string>): string {
  const shown = [...entries].slice(0, mostExamples).join(", ");
  return entries.size > mostExamples ? `${shown}, …` : shown;
}

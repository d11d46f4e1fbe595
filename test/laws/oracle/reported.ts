import { kinds, namesOf, type Bits } from "./bits";

/** Words of messages before numbers of entries, such as "2 app bundles and 1 website", and after their names. */
const reports = {
  "added by a change": [/: added /u],
  "removed by a change": [/: removed (?:unmanaged entries from the exclusive list: )?/u],
  "in the list again": [/: in the list again: /u],
  missing: [/: drift: /u, / \([^)]*\) missing\./u],
  unexpected: [/: drift: /u, / \([^)]*\) unexpected\./u],
  "added before a failure": [/^This change added /u],
  "removed before a failure": [/^This change (?:added .+ and )?removed /u],
} as const;

export type Report = keyof typeof reports;

const words = { appBundles: "app bundles?", placementIds: "placement IDs?", websites: "websites?" } as const;
const entries = String.raw`\d+ (?:${Object.values(words).join("|")})`;

/** The numbers of entries of each kind that a text reports, of all its lines together. */
export function reportedIn(text: string, report: Report): readonly number[] {
  const [before, after] = reports[report];
  const numbers = `${entries}(?:(?:, and |, | and )${entries})*`;
  const phrase = new RegExp(`${before.source}(${numbers})${after?.source ?? ""}`, "gmu");
  const found = [...text.matchAll(phrase)].map(([, found = ""]) => found).join(" ");
  return kinds.map(({ argument }) => {
    const numbers = found.matchAll(new RegExp(String.raw`(\d+) ${words[argument]}`, "gu"));
    return [...numbers].reduce((sum, [, number]) => sum + Number(number), 0);
  });
}

/** The numbers of entries of each kind. */
export function numbersOf(groups: readonly Bits[]): readonly number[] {
  return kinds.map(({ bits }) => groups.reduce((sum, group) => sum + namesOf(group & bits).length, 0));
}

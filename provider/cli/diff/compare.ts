import * as z from "zod";
import { formatShare, plural } from "../../common/format";
import { kinds, type Kind } from "../../list/kinds";
import { guardRemovals, parseRemovalLimit } from "../../list/removal-guard";
import type { AppList } from "../../api/schemas";
import { hasExpired, lastLines, type FileLine } from "../file-lines";
import type { ResultOf } from "../json";
import { kindSchema, listFacts, listFactsSchema } from "../list-facts";

const declaredEntry = z.object({
  entry: z.string(),
  source: z.string().describe("The place of the line that declares it, such as lists/apps.csv:12."),
  note: z.string().optional(),
  until: z.string().optional().describe("Its last day, as YYYY-MM-DD, in UTC."),
});

const comparedKind = z.object({
  kind: kindSchema,
  missing: z.array(declaredEntry).describe("The entries that the files declare and the list does not contain."),
  present: z.array(declaredEntry).describe("The entries that the files declare and the list contains."),
  undeclared: z.array(z.object({ entry: z.string() })).describe("The entries that only the list contains."),
});

const judgement = z.object({
  removed: z.int().describe("The number of entries that it removes."),
  losable: z.int().describe("The number of entries in the list, as far as the API shows them."),
  isAllowed: z.boolean().describe("Whether the removal guard allows it."),
  message: z.string().describe("For people: its words may change."),
});

/** The result of `app-list diff --json`. */
export const diffSchema = listFactsSchema.extend({
  outcome: z.enum(["equal", "different", "notVerified"]).describe("notVerified: equal, as far as the API shows."),
  kinds: z.array(comparedKind).describe("The kinds that the API shows."),
  exclusive: judgement
    .optional()
    .describe("With --exclusive: the first pulumi up of a resource with exclusive: true and the entries of the files."),
});

/** The result of a comparison. */
export type Comparison = ResultOf<typeof diffSchema>;

/** Compares the lines that declare entries with a list. */
export function compareList(appList: AppList, lines: readonly FileLine[], today: string): Comparison {
  const facts = listFacts(appList);
  const compared = kinds.flatMap((kind) => {
    const listed = appList.entries[kind];
    return listed === undefined ? [] : [compareKind(kind, listed, declaredOf(kind, lines, today))];
  });
  const isEqual = compared.every(({ missing, undeclared }) => missing.length + undeclared.length === 0);
  const outcome = !isEqual ? "different" : facts.notVerified.length > 0 ? "notVerified" : "equal";
  return { ...facts, outcome, kinds: compared };
}

/** The entries that are declared on a day, each with the first of its lines that expire last. */
function declaredOf(kind: Kind, lines: readonly FileLine[], today: string): readonly FileLine[] {
  const current = lines.filter((line) => line.kind === kind && !hasExpired(line, today));
  return [...lastLines(current).values()].toSorted((one, other) => (one.entry < other.entry ? -1 : 1));
}

function compareKind(kind: Kind, listed: ReadonlySet<string>, lines: readonly FileLine[]): Comparison["kinds"][number] {
  const declared = new Set(lines.map(({ entry }) => entry));
  const show = ({ entry, source, note, until }: FileLine) => ({ entry, source, note, until });
  const undeclared = Array.from(listed.difference(declared)).toSorted();
  return {
    kind,
    missing: lines.filter(({ entry }) => !listed.has(entry)).map(show),
    present: lines.filter(({ entry }) => listed.has(entry)).map(show),
    undeclared: undeclared.map((entry) => ({ entry })),
  };
}

/** The removals of an exclusive resource, as the first `pulumi up` of a stack that does not manage the list yet. */
export function judgeExclusive({ kinds: compared }: Comparison, limit: string | undefined): Comparison["exclusive"] {
  const removed = compared.reduce((sum, { undeclared }) => sum + undeclared.length, 0);
  const losable = compared.reduce((sum, { present }) => sum + present.length, removed);
  const verdict = guardRemovals(removed, losable, limit === undefined ? undefined : parseRemovalLimit(limit), removed);
  const isAllowed = verdict.outcome === "allowed";
  const message = isAllowed
    ? `would remove ${plural(removed, "entry", "entries")} (${formatShare(removed, losable)}). The removal guard allows it.`
    : `${verdict.reason}. The removal guard refuses it. ${verdict.remedy}`;
  return { removed, losable, isAllowed, message: `With exclusive: true, pulumi up ${message}` };
}

import { quote } from "../common/quote";
import { formatCount } from "../common/format";
import { kinds, kindName, type ByKind, type Kind } from "./kinds";
import type { PrintedText } from "./listed-entries";

const mostNamed = 5;

/** Describes listed entries that are not declared: the expired ones, and repetitions. */
export function describeSkipped(listed: ByKind<PrintedText>): readonly string[] {
  return kinds.flatMap((kind) => [...describeExpired(kind, listed[kind]), ...describeDuplicates(kind, listed[kind])]);
}

function describeExpired(kind: Kind, { expired }: PrintedText): readonly string[] {
  if (expired.length === 0) return [];
  const shown = expired.slice(0, mostNamed).map(({ entry, until, source }) => {
    const place = source === undefined ? "" : `, ${source}`;
    return `${quote(entry)} (until ${until}${place})`;
  });
  const more = expired.length - shown.length;
  const verb = expired.length === 1 ? "has expired and is" : "have expired and are";
  return [
    `${formatCount(expired.length)} ${kindName(kind, expired.length)} ${verb} no longer declared: ` +
      `${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}.`,
  ];
}

function describeDuplicates(kind: Kind, { duplicates }: PrintedText): readonly string[] {
  if (duplicates === 0) return [];
  const verb = duplicates === 1 ? "line repeats" : "lines repeat";
  return [`${formatCount(duplicates)} ${verb} ${kindName(kind, 0)} of other lines; each is declared once.`];
}

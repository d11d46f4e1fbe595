import { quote } from "../common/quote";
import { formatCount } from "../common/format";
import { kinds, nameOf, type ByKind, type Kind } from "./kinds";
import type { ListedText } from "./listed-entries";

/** Up to this many entries are named. */
const mostNamed = 5;

/**
 * What is to be said of listed entries that are not declared as they stand: those whose last day is over, and those
 * that are listed more than once.
 */
export function remarksOnListed(listed: ByKind<ListedText>): readonly string[] {
  return kinds.flatMap((kind) => [...expiredRemark(listed, kind), ...duplicatesRemark(listed, kind)]);
}

function expiredRemark(listed: ByKind<ListedText>, kind: Kind): readonly string[] {
  const { expired } = listed[kind];
  if (expired.length === 0) return [];
  const shown = expired.slice(0, mostNamed).map(({ entry, until, source }) => {
    const place = source === undefined ? "" : `, ${source}`;
    return `${quote(entry)} (until ${until}${place})`;
  });
  const more = expired.length - shown.length;
  const verb = expired.length === 1 ? "has expired and is" : "have expired and are";
  return [
    `${formatCount(expired.length)} ${nameOf(kind, expired.length)} ${verb} not declared any more: ` +
      `${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}.`,
  ];
}

function duplicatesRemark(listed: ByKind<ListedText>, kind: Kind): readonly string[] {
  const { duplicates } = listed[kind];
  if (duplicates === 0) return [];
  return [
    `${formatCount(duplicates)} ${duplicates === 1 ? "line repeats" : "lines repeat"} ${nameOf(kind, 0)} that are ` +
      "listed already; each counts once.",
  ];
}

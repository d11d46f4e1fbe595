import { quote } from "../../common/quote";
import { countOf, kinds, nameOf, type Kind } from "../../list/kinds";
import { formatCount } from "../../common/format";
import { styled, type Terminal } from "../terminal";
import type { Duplicate, EndingEntry, FileSummary, GroupSummary, Validation } from "./validation";

/** Up to this many errors, and as many warnings, are shown… */
const mostShown = 20;
/** …and up to this many entries are named. */
const mostNamed = 5;

/**
 * A validation as people read it: errors, then warnings, each on a line that begins with its place, as editors and
 * pipelines look for it; then what each file holds; then the counts.
 */
export function printValidation({ errors, warnings, files }: Validation, terminal: Terminal): string {
  const findings = [
    ...shorten(errors, ({ source, message }) => `${source}: ${message}`, "error", "errors"),
    ...shorten(
      warnings,
      ({ source, message }) => `${source}: ${styled(terminal, "warning", "warning:")} ${message}`,
      "warning",
      "warnings",
    ),
  ];
  const entries = files.flatMap(({ groups }) => groups).reduce((sum, { entries }) => sum + entries, 0);
  const counts = [
    count(files.length, "file", "files"),
    count(entries, "entry", "entries"),
    styled(terminal, errors.length > 0 ? "removed" : "added", count(errors.length, "error", "errors")),
    styled(terminal, warnings.length > 0 ? "warning" : "added", count(warnings.length, "warning", "warnings")),
  ];
  const blocks = [findings, files.flatMap((file) => printFile(file, terminal)), [counts.join(", ")]];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

function printFile({ path, groups }: FileSummary, terminal: Terminal): readonly string[] {
  const held = groups.length === 0 ? ["  no entries were read"] : groups.flatMap(printGroup);
  return [styled(terminal, "strong", path), ...held];
}

function printGroup(group: GroupSummary): readonly string[] {
  const { kind, entries, duplicates, expired, endingSoon } = group;
  const what = kind === undefined ? count(entries, "entry", "entries") : countOf(kind, entries);
  const details = [
    ...(duplicates.length > 0 ? [`${count(duplicates.length, "line repeats", "lines repeat")} others`] : []),
    ...(expired.length > 0 ? [`${formatCount(expired.length)} expired`] : []),
    ...(endingSoon.length > 0 ? [`${count(endingSoon.length, "ends", "end")} soon`] : []),
  ];
  return [
    `  ${[what, ...details].join(", ")}${remarkOn(group)}`,
    ...named("repeated", duplicates, printDuplicate),
    ...named("expired", expired, printEnding),
    ...named("ends soon", endingSoon, printEnding),
  ];
}

function remarkOn({ kind, kindOrigin }: GroupSummary): string {
  if (kind === undefined) return ` (of which kind is not known: say --kind ${kinds.map(optionOf).join("|")})`;
  return kindOrigin === "guess" ? " (a guess, as each looks like one: else say --kind)" : "";
}

function optionOf(kind: Kind): string {
  return nameOf(kind, 0).replace(" ", "-");
}

function printDuplicate({ entry, source, firstSource }: Duplicate): string {
  return `${quote(entry)} ${source}, first ${firstSource}`;
}

function printEnding({ entry, until, source }: EndingEntry): string {
  return `${quote(entry)} until ${until}, ${source}`;
}

function named<Item>(what: string, items: readonly Item[], print: (item: Item) => string): readonly string[] {
  const more = items.length - mostNamed;
  return [
    ...items.slice(0, mostNamed).map((item) => `    ${what}: ${print(item)}`),
    ...(more > 0 ? [`    ${what}: and ${formatCount(more)} more`] : []),
  ];
}

function shorten<Item>(
  items: readonly Item[],
  print: (item: Item) => string,
  one: string,
  many: string,
): readonly string[] {
  const more = items.length - mostShown;
  return [
    ...items.slice(0, mostShown).map(print),
    ...(more > 0 ? [`and ${formatCount(more)} more ${more === 1 ? one : many}`] : []),
  ];
}

function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

import type { Finding, FileSummary, GroupSummary, Validation } from "./validation";
import { formatCount, plural } from "../../common/format";
import { quote } from "../../common/quote";
import { formatKindCount } from "../../list/kinds";
import { styled, type Terminal } from "../terminal";

/** The number of errors, and of warnings, that are printed. */
const findingLimit = 20;
/** The number of entries that are named per detail. */
const nameLimit = 5;

/**
 * A validation as text: errors and warnings, each on a line that starts with its place, as editors and pipelines expect
 * it; then the content of each file; then the counts.
 */
export function formatValidation({ errors, warnings, files }: Validation, terminal: Terminal): string {
  const mark = `${styled(terminal, "warning", "warning:")} `;
  const findings = [...formatFindings(errors, "", "error"), ...formatFindings(warnings, mark, "warning")];
  const entries = files.flatMap(({ groups }) => groups).reduce((sum, group) => sum + group.entries, 0);
  const counts = [
    plural(files.length, "file"),
    plural(entries, "entry", "entries"),
    styled(terminal, errors.length > 0 ? "removed" : "added", plural(errors.length, "error")),
    styled(terminal, warnings.length > 0 ? "warning" : "added", plural(warnings.length, "warning")),
  ];
  const content = files.flatMap(({ path, groups }) => [styled(terminal, "strong", path), ...formatGroups(groups)]);
  return [findings, content, [counts.join(", ")]]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(""))
    .join("\n");
}

function formatFindings(findings: readonly Finding[], mark: string, name: string): readonly string[] {
  const more = findings.length - findingLimit;
  return [
    ...findings.slice(0, findingLimit).map(({ source, message }) => `${source}: ${mark}${message}`),
    ...(more > 0 ? [`and ${formatCount(more)} more ${more === 1 ? name : `${name}s`}`] : []),
  ];
}

function formatGroups(groups: FileSummary["groups"]): readonly string[] {
  return groups.length === 0 ? ["  no entries"] : groups.flatMap(formatGroup);
}

function formatGroup(group: GroupSummary): readonly string[] {
  const { kind, entries, duplicates, expired, expiringSoon } = group;
  const counts = [
    kind === undefined ? plural(entries, "entry", "entries") : formatKindCount(kind, entries),
    ...(duplicates.length > 0 ? [plural(duplicates.length, "duplicate")] : []),
    ...(expired.length > 0 ? [`${formatCount(expired.length)} expired`] : []),
    ...(expiringSoon.length > 0 ? [`${formatCount(expiringSoon.length)} expiring soon`] : []),
  ];
  const expiry = ({ entry, until, source }: GroupSummary["expired"][number]) =>
    `${quote(entry)} until ${until}, ${source}`;
  return [
    `  ${counts.join(", ")}${kindRemark(group)}`,
    ...formatDetails("duplicate", duplicates, (one) => `${quote(one.entry)} ${one.source}, first ${one.firstSource}`),
    ...formatDetails("expired", expired, expiry),
    ...formatDetails("expiring soon", expiringSoon, expiry),
  ];
}

function kindRemark({ kind, kindOrigin }: GroupSummary): string {
  if (kind === undefined) return " (of unknown kind; choose it with --kind)";
  return kindOrigin === "guess" ? " (guessed; choose another kind with --kind)" : "";
}

function formatDetails<Item>(name: string, items: readonly Item[], format: (item: Item) => string): readonly string[] {
  const more = items.length - nameLimit;
  return [
    ...items.slice(0, nameLimit).map((item) => `    ${name}: ${format(item)}`),
    ...(more > 0 ? [`    ${name}: and ${formatCount(more)} more`] : []),
  ];
}

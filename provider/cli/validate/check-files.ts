import type { FileSummary, Finding, Validation } from "./validation";
import { characterWarnings, kindWarnings, spellingWarning } from "./warnings";
import { quote } from "../../common/quote";
import { problemMessage, type FileProblem } from "../../files/file-problem";
import { expiryStatus } from "../../list/expiry";
import type { Kind } from "../../list/kinds";
import { spellingKey } from "../../list/look-alikes";
import { hasExpired, lastLines, linesOf, type FileLine, type ReadFile } from "../file-lines";

/** The lines that count, by the key of their entry. */
interface Index {
  /** The first line that has not expired. */
  readonly first: ReadonlyMap<string, FileLine>;
  /** The line that expires last. */
  readonly last: ReadonlyMap<string, FileLine>;
}

/**
 * Checks the entries of files as the resource does, and looks for likely mistakes.
 *
 * @param option the kind of entries without a column; undefined to guess it.
 * @param today the current day, in UTC, as `YYYY-MM-DD`.
 */
export function checkFiles(files: readonly ReadFile[], option: Kind | undefined, today: string): Validation {
  const checked = files.map((file) => ({ ...file, lines: linesOf(file, option) }));
  const valid = checked.flatMap(({ lines }) => lines).filter(({ problem }) => problem === undefined);
  const active = valid.filter((line) => !hasExpired(line, today));
  const index = { first: firstBy(active, ({ key }) => key), last: lastLines(valid) };
  const spellings = firstBy(index.first.values(), ({ kind, entry }) => `${kind} ${spellingKey(kind, entry)}`);
  return {
    today,
    errors: checked.flatMap(({ content, lines }) => [
      ...content.problems.map(toFinding),
      ...lines.flatMap((line) => (line.problem === undefined ? [] : [lineFinding(line, line.problem)])),
    ]),
    warnings: checked.flatMap(({ content, lines }) => [
      ...[...content.warnings, ...content.unread].map(toFinding),
      ...lines
        .filter((line) => index.first.get(line.key) === line)
        .flatMap((line) => warnAbout(line, spellings).map((warning) => lineFinding(line, warning))),
    ]),
    files: checked.map(({ path, lines }) => summariseFile(path, lines, index, today)),
  };
}

function firstBy(lines: Iterable<FileLine>, keyOf: (line: FileLine) => string): ReadonlyMap<string, FileLine> {
  const first = new Map<string, FileLine>();
  for (const line of lines) {
    const key = keyOf(line);
    if (!first.has(key)) first.set(key, line);
  }
  return first;
}

function warnAbout(line: FileLine, spellings: ReadonlyMap<string, FileLine>): readonly string[] {
  const { kind, kindOrigin, entry } = line;
  const other = spellings.get(`${kind} ${spellingKey(kind, entry)}`);
  return [
    ...characterWarnings(entry),
    ...(kind === undefined || kindOrigin === "guess" ? [] : kindWarnings(kind, entry)),
    ...(other === undefined || other === line ? [] : [spellingWarning(entry, other)]),
  ];
}

function summariseFile(path: string, lines: readonly FileLine[], { first, last }: Index, today: string): FileSummary {
  const groups = Array.from(
    Map.groupBy(lines, ({ kind }) => kind),
    ([kind, group]) => {
      const valid = group.filter(({ problem }) => problem === undefined);
      const expiring = valid.flatMap((line) =>
        line.until !== undefined && expiryStatus(line.until, today) !== "later" && last.get(line.key) === line
          ? [{ entry: line.entry, until: line.until, source: line.source }]
          : [],
      );
      return {
        kind,
        kindOrigin: group[0]?.kindOrigin ?? "unknown",
        entries: valid.filter((line) => first.get(line.key) === line).length,
        duplicates: valid.flatMap((line) => {
          const original = first.get(line.key);
          return hasExpired(line, today) || original === undefined || original === line
            ? []
            : [{ entry: line.entry, source: line.source, firstSource: original.source }];
        }),
        expired: expiring.filter((line) => hasExpired(line, today)),
        expiringSoon: expiring.filter((line) => !hasExpired(line, today)),
      };
    },
  );
  return { path, groups };
}

function toFinding(problem: FileProblem): Finding {
  return { source: problem.source, message: problemMessage(problem) };
}

function lineFinding({ source, entry }: FileLine, problem: string): Finding {
  return { source, message: `${quote(entry)} ${problem}` };
}

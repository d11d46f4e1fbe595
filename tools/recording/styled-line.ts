/** Text in one style. */
interface Run {
  /** The first column, from 0. */
  readonly column: number;
  readonly text: string;
  /** Class names of the style; empty for plain text. */
  readonly style: string;
}

/** One row of a terminal. */
export interface StyledLine {
  readonly runs: readonly Run[];
  /** Whether the row continues the previous one, because the line was longer than the terminal is wide. */
  readonly continues: boolean;
}

interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: number | undefined;
}

const plain: Style = { bold: false, dim: false, colour: undefined };

/** Splits text with control sequences into rows of a terminal with so many columns. */
export function printLines(text: string, columns: number): readonly StyledLine[] {
  let style = plain;
  return text
    .replace(/\n$/u, "")
    .split("\n")
    .flatMap((line) => {
      const characters: { readonly character: string; readonly style: string }[] = [];
      // oxlint-disable-next-line no-control-regex -- control sequences begin with this character
      for (const [part] of line.matchAll(/\u001B\[[\d;]*[a-zA-Z]|[^]/gu)) {
        if (part.length > 1 && part.startsWith("\u001B")) {
          if (part.endsWith("m")) style = changeStyle(style, part.slice(2, -1));
        } else if (part !== "\r") {
          characters.push({ character: part, style: classNames(style) });
        }
      }
      const rowCount = Math.max(1, Math.ceil(characters.length / columns));
      return Array.from({ length: rowCount }, (_, row) => ({
        runs: joinRuns(characters.slice(row * columns, (row + 1) * columns)),
        continues: row > 0,
      }));
    });
}

function changeStyle(style: Style, parameters: string): Style {
  const codes = parameters.split(";").map(Number);
  if (codes[0] === 38 && codes[1] === 5) return { ...style, colour: codes[2] };
  const next = { ...style };
  for (const code of codes) Object.assign(next, styleChange(code));
  return next;
}

function styleChange(code: number): Partial<Style> {
  if (code === 0) return plain;
  if (code === 1) return { bold: true };
  if (code === 2) return { dim: true };
  if (code === 22) return { bold: false, dim: false };
  if (code === 39) return { colour: undefined };
  if (code >= 30 && code <= 37) return { colour: code - 30 };
  return code >= 90 && code <= 97 ? { colour: code - 90 + 8 } : {};
}

function classNames({ bold, dim, colour }: Style): string {
  return [bold ? "b" : "", dim ? "d" : "", colour !== undefined && colour < 16 ? `c${colour % 8}` : ""]
    .filter((name) => name !== "")
    .join(" ");
}

/** Joins characters of one style, and leaves out the spaces around them. */
function joinRuns(characters: readonly { readonly character: string; readonly style: string }[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [column, { character, style }] of characters.entries()) {
    const last = runs.at(-1);
    if (last?.style === style) runs[runs.length - 1] = { ...last, text: last.text + character };
    else runs.push({ column, text: character, style });
  }
  return runs.flatMap(({ column, text, style }) => {
    const trimmed = text.trimStart();
    return trimmed === ""
      ? []
      : [{ column: column + [...text].length - [...trimmed].length, text: trimmed.trimEnd(), style }];
  });
}

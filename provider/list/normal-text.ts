import { findEntryProblem } from "./entry";
import type { Kind } from "./kinds";
import { noteMark } from "./text";

interface NormalText {
  readonly size: number;
  readonly hasNotes: boolean;
}

const lineFeed = 10;
const space = 32;
const comma = 44;
const dash = 45;
const zero = 48;
const nine = 57;
const letterI = 105;
const letterN = 110;
const tilde = 126;

/**
 * Recognizes a text in its normal form, as `printText` writes it: valid entries in strict order. It takes one pass, and
 * makes nothing for an entry, because each operation of each resource begins with this.
 *
 * @returns undefined for any other text, also if its entries are valid.
 */
export function scanNormalText(kind: Kind, text: string): NormalText | undefined {
  const units = codeUnits(text);
  /** The code unit at an index; 0, which ends an entry, after the end of the text. */
  const at = (index: number): number => units[index] ?? 0;
  let size = 0;
  let hasNotes = false;
  let previous = 0;
  let previousEnd = 0;
  for (let start = 0; start < units.length; size += 1) {
    // What an entry has in common with the one before it is valid already.
    let before = previous;
    let end = start;
    while (before < previousEnd && at(before) === at(end)) {
      before += 1;
      end += 1;
    }
    // The space and the line feed that end an entry are less than all of its characters.
    if (at(end) <= (before === previousEnd ? space : at(before))) return undefined;
    let isPlain = true;
    for (let unit = at(end); unit > space && unit !== comma; unit = at(end)) {
      if (unit < dash || unit > tilde) isPlain = false;
      end += 1;
    }
    const isKnownValid = isPlain && !mayBreakRule(kind, units, start);
    if (!isKnownValid && findEntryProblem(kind, text.slice(start, end)) !== undefined) return undefined;
    previous = start;
    previousEnd = end;
    if (at(end) !== lineFeed) {
      if (!text.startsWith(noteMark, end)) return undefined;
      hasNotes = true;
      end = text.indexOf("\n", end);
      if (end < 0) return undefined;
    }
    start = end + 1;
  }
  return { size, hasNotes };
}

/** Whether an entry of harmless characters must be compared with the rule of its kind (see {@link findEntryProblem}). */
function mayBreakRule(kind: Kind, units: Uint16Array, start: number): boolean {
  if (kind === "websites") return false;
  // The reserved prefix, in any letter case: this bit is all that differs between the cases of a letter.
  if (kind === "appBundles")
    return ((units[start] ?? 0) | space) === letterI && ((units[start + 1] ?? 0) | space) === letterN;
  let index = start;
  while (isDigit(units[index])) index += 1;
  return index === start || units[index] !== dash || (units[index + 1] ?? 0) <= space;
}

function isDigit(unit = 0): boolean {
  return unit >= zero && unit <= nine;
}

/** For texts of some 20,000 entries: memory of its own takes longer to get than the text to copy. */
const shared = new Uint16Array(2 ** 19);

/** The code units of a text: reading them from an array takes a third of the time. They last until the next call. */
function codeUnits(text: string): Uint16Array {
  const units = text.length <= shared.length ? shared : new Uint16Array(text.length);
  const bytes = Buffer.from(units.buffer, 0, text.length * 2);
  bytes.write(text, "utf16le");
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 0) bytes.swap16();
  return units.subarray(0, text.length);
}

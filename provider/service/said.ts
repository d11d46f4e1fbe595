import { longestSpelling, redact } from "./redaction";

/** How many characters of an answer are shown to a person. */
const shownCharacters = 300;

/** How many characters of an answer are looked at: enough to show some, and bounded, since an answer can be large. */
const readCharacters = 65_536;

/**
 * What the service said, for an error message: redacted, on one line, control characters escaped, shortened.
 *
 * @returns undefined where it said nothing.
 */
export function whatWasSaid(body: string, secrets: Iterable<string>): string | undefined {
  const known = [...secrets];
  // Redacted before it is shortened: a secret that is cut in two would no longer be found. Where the body itself is cut,
  // what could be the beginning of a secret goes.
  const longest = Math.max(0, ...known.map((secret) => secret.length)) * 2 * longestSpelling;
  const redacted = redact(body.slice(0, readCharacters), known);
  const line = (body.length > readCharacters ? redacted.slice(0, -longest || undefined) : redacted)
    .toWellFormed()
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? undefined : shortened(escapeControls(line));
}

/** Escapes what a terminal would act on, or what cannot be seen, such as changes of the direction of writing. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= shownCharacters ? text : `${characters.slice(0, shownCharacters).join("")}…`;
}

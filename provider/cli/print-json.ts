/**
 * A value as a JSON document for stdout. Control and invisible characters that JSON allows in strings are escaped too,
 * so that none reaches a terminal.
 */
export function printJson(value: unknown): string {
  return `${escapeAll(JSON.stringify(value, null, 2))}\n`;
}

/** A value as one line of a stream of JSON documents, as {@link printJson} escapes it. */
export function printJsonLine(value: unknown): string {
  return `${escapeAll(JSON.stringify(value))}\n`;
}

function escapeAll(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

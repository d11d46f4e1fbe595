/** What breaks laws: for each of them, the entries, resources or requests that break it. */
export function violations(laws: Readonly<Record<string, Iterable<string>>>): readonly string[] {
  return Object.entries(laws).flatMap(([law, by]) => Array.from(by, (each) => `${each}: ${law}`));
}

/** @throws Error with the violations, if there are any. */
export function requireNone(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join("\n"));
}

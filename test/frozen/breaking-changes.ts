/** Members that describe and do not promise. */
const notes: ReadonlySet<string> = new Set(["$comment", "$id", "description", "examples", "title", "version"]);

/**
 * Compares something public with its frozen copy: the paths of what is missing or different. Additions are compatible:
 * another member of an object, another element of an array. An array is a set, and a text must stay as it is.
 */
export function findBreakingChanges(frozen: unknown, current: unknown, path = "$"): readonly string[] {
  if (Array.isArray(frozen)) {
    if (!Array.isArray(current)) return [`${path} is no longer an array`];
    const missing = frozen.filter(
      (one: unknown) => !current.some((other) => findBreakingChanges(one, other).length === 0),
    );
    return missing.map((one) => `${path} no longer contains ${JSON.stringify(one)}`);
  }
  if (isRecord(frozen)) {
    if (!isRecord(current)) return [`${path} is no longer an object`];
    return Object.entries(frozen)
      .filter(([name, value]) => !notes.has(name) || isRecord(value))
      .flatMap(([name, value]) =>
        Object.hasOwn(current, name)
          ? findBreakingChanges(value, current[name], `${path}.${name}`)
          : [`${path}.${name} no longer exists`],
      );
  }
  return frozen === current ? [] : [`${path} was ${JSON.stringify(frozen)} and is ${JSON.stringify(current)}`];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

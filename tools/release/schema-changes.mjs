/**
 * A difference between two schemas, at the place where the first member differs.
 *
 * @typedef {{ readonly what: "added" | "removed" | "changed", readonly path: readonly string[] }} SchemaChange
 */

/**
 * The differences between two schemas.
 *
 * @param {unknown} before
 * @param {unknown} after
 * @param {readonly string[]} [path]
 * @returns {readonly SchemaChange[]}
 */
export function schemaChanges(before, after, path = []) {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old === undefined || now === undefined) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ what: "changed", path }];
  }
  return Array.from(new Set([...old.keys(), ...now.keys()])).flatMap((key) => {
    const here = [...path, key];
    if (!now.has(key)) return [{ what: "removed", path: here }];
    if (!old.has(key)) return [{ what: "added", path: here }];
    return schemaChanges(old.get(key), now.get(key), here);
  });
}

/**
 * The members of an object, or of an array by the names in it; undefined for any other value.
 *
 * @param {unknown} value
 * @returns {ReadonlyMap<string, unknown> | undefined}
 */
function membersOf(value) {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((item, index) => [String(item.name ?? (typeof item === "string" ? item : index)), item]));
}

/** The members of a schema whose members are names in programs. */
const named = new Set(["resources", "functions", "types", "properties", "inputProperties", "variables", "enum"]);

/**
 * Whether a change breaks programs: a name is gone, or an input is now required.
 *
 * @param {SchemaChange} change
 */
export function breaksPrograms({ what, path }) {
  const group = path.at(-2) ?? "";
  if (what === "removed") return named.has(group);
  const isOutput = path[0] === "resources" || path.includes("outputs");
  return what === "added" && (group === "requiredInputs" || (group === "required" && !isOutput));
}

/**
 * Why changes must not be merged; undefined if they may be.
 *
 * @param {readonly SchemaChange[]} changes
 * @param {string} changelog  before the changes: if it has a section of a version, that version is released
 * @returns {string | undefined}
 */
export function schemaProblem(changes, changelog) {
  if (!/^## \[\d.*\] - /m.test(changelog) || !changes.some(breaksPrograms)) return undefined;
  return "The schema breaks programs of the released version. Keep the names, and require no more inputs.";
}

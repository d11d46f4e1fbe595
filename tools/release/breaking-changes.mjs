/** The members of a schema whose members are names in programs. */
const named = new Set(["resources", "functions", "types", "properties", "inputProperties", "variables", "enum"]);

/**
 * What breaks programs in a schema: names that are gone, and inputs that are now required.
 *
 * @param {unknown} before
 * @param {unknown} after
 * @param {readonly string[]} [path]
 * @returns {readonly string[]}
 */
export function breakingChanges(before, after, path = []) {
  const [old, now] = [membersOf(before), membersOf(after)];
  const group = path.at(-1) ?? "";
  const isOutput = path[0] === "resources" || path.includes("outputs");
  const requires = group === "requiredInputs" || (group === "required" && !isOutput);
  const found = (/** @type {string} */ what, /** @type {string} */ name) => `${what}: ${[...path, name].join(" > ")}`;
  const gone = Object.keys(old).filter((name) => named.has(group) && !(name in now));
  const required = Object.keys(now).filter((name) => requires && !(name in old));
  return [
    ...gone.map((name) => found("removed", name)),
    ...required.map((name) => found("now required", name)),
    // An array that is new requires what nothing required before.
    ...Object.keys(now).flatMap((name) =>
      name in old || Array.isArray(now[name]) ? breakingChanges(old[name], now[name], [...path, name]) : [],
    ),
  ];
}

/**
 * The members of an object, or of an array by the names in it; none of any other value.
 *
 * @param {any} value
 * @returns {Readonly<Record<string, unknown>>}
 */
function membersOf(value) {
  if (typeof value !== "object" || value === null) return {};
  return Array.isArray(value) ? Object.fromEntries(value.map((item) => [item.name ?? item, item])) : value;
}

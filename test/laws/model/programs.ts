import fc from "fast-check";
import type { Declared, DeclaredResource } from "./declared";
import { allEntries, appListIds } from "./places";

/** The names of resources. */
export const names = ["a", "b", "c"] as const;

const resource: fc.Arbitrary<DeclaredResource> = fc.record({
  name: fc.constantFrom(...names),
  appListId: fc.constantFrom(...appListIds),
  entries: fc.subarray([...allEntries]),
  exclusive: fc.oneof({ arbitrary: fc.constant(false), weight: 2 }, { arbitrary: fc.constant(true), weight: 1 }),
  claimExisting: rarely(true, false),
  removalLimit: fc.option(fc.constant(0), { nil: undefined, freq: 12 }),
});

/** Any program; it is made one that may run by `permitted`. */
export const program: fc.Arbitrary<Declared> = fc.uniqueArray(resource, {
  minLength: 1,
  maxLength: 3,
  selector: ({ name }) => name,
});

/** How a history is printed. */
export function describeProgram(declared: Declared): string {
  return declared.map(describeResource).join("; ");
}

function describeResource(resource: DeclaredResource): string {
  const { name, appListId, entries, exclusive, claimExisting, removalLimit } = resource;
  return [
    `${name}: list ${appListId} [${entries.join(" ")}]`,
    ...(exclusive ? ["exclusive"] : []),
    ...(claimExisting ? ["claims"] : []),
    ...(removalLimit === undefined ? [] : [`limit ${removalLimit}`]),
  ].join(" ");
}

function rarely<Value>(rare: Value, usual: Value): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 5 }, { arbitrary: fc.constant(rare), weight: 1 });
}

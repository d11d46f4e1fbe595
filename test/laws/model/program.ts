import fc from "fast-check";
import { entryOf, type Entry } from "../oracle/entries";
import { entriesOf, type Declared } from "../oracle/program";

/** The lists of the API. */
export const appListIds = [1, 2] as const;

/** The names of all entries. Together they are fewer than those that the removal guard applies to. */
export const allNames = ["com.a", "com.b", "com.c", "com.d", "1-p", "2-q", "x.example", "y.example"] as const;

/** The names of resources. */
export const resourceNames = ["a", "b", "c"] as const;

const resource: fc.Arbitrary<Declared> = fc.record({
  name: fc.constantFrom(...resourceNames),
  appListId: fc.constantFrom(...appListIds),
  entries: fc.subarray([...allNames]),
  exclusive: fc.oneof({ arbitrary: fc.constant(false), weight: 2 }, { arbitrary: fc.constant(true), weight: 1 }),
  claimExisting: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
  removalLimit: fc.oneof({ arbitrary: fc.constant(undefined), weight: 12 }, { arbitrary: fc.constant(0), weight: 1 }),
});

/** Any program that may run. */
export const anyProgram: fc.Arbitrary<readonly Declared[]> = fc
  .uniqueArray(resource, { minLength: 1, maxLength: 3, selector: ({ name }) => name })
  .map(permitted);

/**
 * A program that the provider lets run: an entry of a list belongs to the first resource that declares it, and only a
 * list with one resource is exclusive.
 */
export function permitted(program: readonly Declared[]): readonly Declared[] {
  const taken = new Set<Entry>();
  return program.map((resource) => {
    const { appListId } = resource;
    const entries = resource.entries.filter((name) => !taken.has(entryOf(appListId, name)));
    for (const entry of entriesOf({ ...resource, entries })) taken.add(entry);
    const isAlone = program.filter((each) => each.appListId === appListId).length === 1;
    return { ...resource, entries, exclusive: resource.exclusive === true && isAlone };
  });
}

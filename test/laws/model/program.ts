import fc from "fast-check";
import { accountNames } from "../accounts";
import { listKeyOf, type ListKey } from "../oracle/entries";
import type { Declared } from "../oracle/program";

/** The lists of the API. */
const appListIds = [1, 2] as const;

/** The lists of all accounts. */
export const lists: readonly ListKey[] = accountNames.flatMap((account) =>
  appListIds.map((id) => listKeyOf(id, account)),
);

/** The names of all entries. Together they are fewer than those that the removal guard applies to. */
export const allNames = ["com.a", "com.b", "com.c", "com.d", "1-p", "2-q", "x.example", "y.example"] as const;

/** The names of resources. */
export const resourceNames = ["a", "b", "c"] as const;

/** A value that is chosen a number of times as often as all others together. */
export function mostly<Value>(weight: number, usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

const resource: fc.Arbitrary<Declared> = fc.record({
  name: fc.constantFrom(...resourceNames),
  appListId: fc.constantFrom(...appListIds),
  account: mostly(6, ...accountNames),
  entries: fc.subarray([...allNames]),
  exclusive: mostly(2, false, true),
  claimExisting: mostly(5, false, true),
  removalLimit: mostly<number | undefined>(12, undefined, 0),
});

/** Any program that may run. */
export const anyProgram: fc.Arbitrary<readonly Declared[]> = fc
  .uniqueArray(resource, { minLength: 1, maxLength: 3, selector: ({ name }) => name })
  .map(permitted);

/**
 * A program that the provider lets run: of the resources of one account, an entry of a list belongs to the first one that
 * declares it, and only a list with one resource is exclusive.
 */
export function permitted(program: readonly Declared[]): readonly Declared[] {
  const taken = new Set<string>();
  return program.map((resource) => {
    const { appListId, account } = resource;
    const list = listKeyOf(appListId, account);
    const entries = resource.entries.filter((name) => !taken.has(`${list} ${name}`));
    for (const name of entries) taken.add(`${list} ${name}`);
    const isAlone = program.filter((each) => listKeyOf(each.appListId, each.account) === list).length === 1;
    return { ...resource, entries, exclusive: resource.exclusive === true && isAlone };
  });
}

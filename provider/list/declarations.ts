import { count, intersection, isEmpty, type Entries } from "./entries";
import { describeEntries } from "./summary";

export interface Declaration {
  /** The name of the resource. */
  readonly resource: string;
  readonly exclusive: boolean;
  readonly entries: Entries;
  /** Whether the entries are only counted. */
  readonly isSecret: boolean;
}

/**
 * Why two resources cannot manage the same list; undefined if they can. They cannot if one of them is exclusive, or if
 * both declare the same entry: its removal from one would contradict the other.
 *
 * @param list the name of the list, for example "app list 4321".
 */
export function findConflict(list: string, one: Declaration, other: Declaration): string | undefined {
  // The engine checks the resources of a program in any order.
  const [first, second] = one.resource < other.resource ? [one, other] : [other, one];
  const both = `the resources "${first.resource}" and "${second.resource}"`;
  const exclusive = [first, second].find((declaration) => declaration.exclusive);
  if (exclusive !== undefined) {
    return (
      `${list} is declared by ${both}, and "${exclusive.resource}" is exclusive: it would remove the entries of the ` +
      "other. Declare all entries of the list in one of them, or remove exclusive"
    );
  }
  const shared = intersection(first.entries, second.entries);
  if (isEmpty(shared)) return undefined;
  const isSecret = first.isSecret || second.isSecret;
  const [verb, kept] = count(shared) === 1 ? ["is", "it"] : ["are", "each entry"];
  return `${list}: ${describeEntries(shared, { isSecret })} ${verb} declared by ${both}. Keep ${kept} in one of them`;
}

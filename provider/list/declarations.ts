import { quote } from "../common/quote";
import { count, intersection, isEmpty, type Entries } from "./entries";
import { describeEntries } from "./summary";

export interface Declaration {
  /** The name of the resource. */
  readonly resource: string;
  /** Undefined for the default account. */
  readonly account?: string | undefined;
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
export function findConflict(list: string, left: Declaration, right: Declaration): string | undefined {
  // The engine checks the resources of a program in any order.
  const [first, second] = left.resource < right.resource ? [left, right] : [right, left];
  const both = `the resources "${first.resource}" and "${second.resource}"`;
  const [one, other] = [first, second].map(({ account }) => printAccount(account));
  const accounts =
    one === other
      ? ""
      : `. They have ${one} and ${other}, and one base URL and ID is one list: if they are two lists, use two stacks`;
  const exclusive = [first, second].find((declaration) => declaration.exclusive);
  if (exclusive !== undefined) {
    return (
      `${list} is declared by ${both}, and "${exclusive.resource}" is exclusive: it would remove the entries of the ` +
      `other. Declare all entries of the list in one of them, or remove exclusive${accounts}`
    );
  }
  const shared = intersection(first.entries, second.entries);
  if (isEmpty(shared)) return undefined;
  const isSecret = first.isSecret || second.isSecret;
  const [verb, kept] = count(shared) === 1 ? ["is", "it"] : ["are", "each entry"];
  return `${list}: ${describeEntries(shared, { isSecret })} ${verb} declared by ${both}. Keep ${kept} in one of them${accounts}`;
}

export function printAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}

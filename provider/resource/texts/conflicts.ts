import { quote } from "../../common/quote";
import { count } from "../../list/entries";
import { nameOf, type Conflict } from "../conflict";
import { nameList } from "../../list/summary";
import { naming } from "./naming";

export function printConflict({ resources, exclusive, shared }: Conflict): string {
  const list = nameList(resources[0].appListId, undefined);
  const both = `the resources ${resources.map((each) => `"${nameOf(each)}"`).join(" and ")}`;
  const [one, other] = resources.map(({ account }) => printAccount(account));
  const accounts =
    one === other
      ? ""
      : `. They have ${one} and ${other}, and one base URL and ID is one list: if they are two lists, use two stacks`;
  if (exclusive !== undefined) {
    return (
      `${list} is declared by ${both}, and "${nameOf(exclusive)}" is exclusive: it would remove the entries of the ` +
      `other. Declare all entries of the list in one of them, or remove exclusive${accounts}`
    );
  }
  const names = naming(resources.some(({ isSecret }) => isSecret));
  const [verb, kept] = count(shared) === 1 ? ["is", "it"] : ["are", "each entry"];
  return `${list}: ${names.entries(shared)} ${verb} declared by ${both}. Keep ${kept} in one of them${accounts}`;
}

export function printAccount(account: string | undefined): string {
  return account === undefined ? "the default account" : `account ${quote(account)}`;
}

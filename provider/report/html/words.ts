import { formatCount } from "../../common/format";

/** A number with its noun: "1 app list", "10,000 app lists". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

/** A word as it begins a heading: "App bundles". */
export function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

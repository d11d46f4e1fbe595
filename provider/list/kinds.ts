import { formatCount } from "../common/format";

/**
 * The three kinds of entries of an app list, in the order in which they are shown and sent. The resource's arguments
 * have the same names.
 */
export const kinds = ["appBundles", "placementIds", "websites"] as const;

export type Kind = (typeof kinds)[number];

export type ByKind<Value> = Readonly<Record<Kind, Value>>;

export function byKind<Value>(make: (kind: Kind) => Value): ByKind<Value> {
  return { appBundles: make("appBundles"), placementIds: make("placementIds"), websites: make("websites") };
}

const names: ByKind<readonly [one: string, many: string]> = {
  appBundles: ["app bundle", "app bundles"],
  placementIds: ["placement ID", "placement IDs"],
  websites: ["website", "websites"],
};

/** The words for a number of entries of a kind: "1 app bundle", "10,000 placement IDs". */
export function formatKindCount(kind: Kind, count: number): string {
  return `${formatCount(count)} ${kindName(kind, count)}`;
}

/** The name of a kind for a number of entries: "app bundle" for one, "app bundles" for any other number. */
export function kindName(kind: Kind, count: number): string {
  const [one, many] = names[kind];
  return count === 1 ? one : many;
}

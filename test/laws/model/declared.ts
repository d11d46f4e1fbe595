import type { Program } from "../deployment";
import { placeOf, textsOf, type Place } from "./places";

/** What one resource of a program declares. */
export interface DeclaredResource {
  readonly name: string;
  readonly appListId: number;
  readonly entries: readonly string[];
  readonly exclusive: boolean;
  readonly claimExisting: boolean;
  readonly removalLimit: number | undefined;
}

/** A program, as a list of what its resources declare. */
export type Declared = readonly DeclaredResource[];

/**
 * A program that pulumi-app-list lets run: each entry of a list belongs to the first resource that declares it, and only
 * a list with one resource is exclusive.
 */
export function permitted(declared: Declared): Declared {
  const taken = new Set<Place>();
  return declared.map((resource) => {
    const { appListId } = resource;
    const entries = resource.entries.filter((entry) => !taken.has(placeOf(appListId, entry)));
    for (const entry of entries) taken.add(placeOf(appListId, entry));
    const isAlone = declared.filter((each) => each.appListId === appListId).length === 1;
    return { ...resource, entries, exclusive: resource.exclusive && isAlone };
  });
}

/** The program, for the engine. */
export function programOf(declared: Declared): Program {
  return Object.fromEntries(
    declared.map(({ name, appListId, entries, exclusive, claimExisting, removalLimit }) => [
      name,
      {
        appListId,
        ...textsOf(entries),
        ...(exclusive && { exclusive }),
        ...(claimExisting && { claimExisting }),
        ...(removalLimit !== undefined && { removalLimit }),
      },
    ]),
  );
}

/** The places that a resource declares. */
export function placesOf({ appListId, entries }: DeclaredResource): readonly Place[] {
  return entries.map((entry) => placeOf(appListId, entry));
}

/** The name of the resource that declares a place, for every place that is declared. */
export function declarersOf(declared: Declared): ReadonlyMap<Place, string> {
  return new Map(declared.flatMap((resource) => placesOf(resource).map((place) => [place, resource.name])));
}

/**
 * Places of which the provider knows in an up that fails, before it removes anything, that they are declared: where a
 * resource is refused, the engine does not come to those that follow, nor in sequence to those that depend on another.
 */
export function surelyRegistered(declared: Declared, inSequence: boolean): ReadonlyMap<Place, string> {
  if (inSequence) return new Map();
  const limited = declared.findIndex(({ removalLimit }) => removalLimit !== undefined);
  return declarersOf(limited < 0 ? declared : declared.slice(0, limited + 1));
}

import { z } from "zod";
import { byKind, kinds, type ByKind, type Kind } from "../../../provider/list/kinds";
import { textsSchema } from "../../../provider/resource/inputs";
import type { Simulator } from "../../../provider/simulator/index";
import type { Properties } from "../hosts/host";

/** The lists of the service. */
export const appListIds = [1, 2] as const;

/** Every entry that occurs. Together they are fewer than those that the removal guard looks at by itself. */
const universe: ByKind<readonly string[]> = {
  appBundles: ["com.a", "com.b", "com.c", "com.d"],
  placementIds: ["1-p", "2-q"],
  websites: ["x.example", "y.example"],
};

/** The names of all entries. No two kinds share one, so that a name is enough. */
export const allEntries: readonly string[] = kinds.flatMap((kind) => universe[kind]);

/** Some entries by their kinds. */
export function entriesByKind(entries: readonly string[]): ByKind<readonly string[]> {
  return byKind((kind) => entries.filter((entry) => universe[kind].includes(entry)));
}

/** An entry of a list. It is a text, so that sets can be made of places. */
export type Place = string;

/** The place of an entry in a list. */
export function placeOf(appListId: number, entry: string): Place {
  return `${appListId} ${entry}`;
}

/** The list of a place. */
export function appListOf(place: Place): number {
  return Number(place.split(" ")[0]);
}

/** The kind of the entry of a place. */
export function kindOf(place: Place): Kind {
  const [, entry = ""] = place.split(" ");
  const kind = kinds.find((each) => universe[each].includes(entry));
  if (kind === undefined) throw new RangeError(`There is no entry ${entry}.`);
  return kind;
}

/** All that stands in the lists of the service. */
export function placesIn(simulator: Simulator): ReadonlySet<Place> {
  return new Set(
    appListIds.flatMap((id) => {
      const list = simulator.list(id);
      return list === undefined ? [] : kinds.flatMap((kind) => list[kind].map((entry) => placeOf(id, entry)));
    }),
  );
}

/** Entries as inputs of a resource: a text for each kind that has any. */
export function textsOf(entries: readonly string[]): Properties {
  const found = entriesByKind(entries);
  return Object.fromEntries(
    kinds
      .filter((kind) => found[kind].length > 0)
      .map((kind) => [
        kind,
        [...found[kind]]
          .toSorted()
          .map((entry) => `${entry}\n`)
          .join(""),
      ]),
  );
}

const stateSchema = z.object({
  appListId: z.number(),
  ...textsSchema.shape,
  unconfirmed: z.object({ remove: textsSchema.default({}) }).prefault({}),
});

/** What a resource's state claims to be in its list: what it holds, but for what it says may have gone. */
export function placesClaimed(state: Properties): ReadonlySet<Place> {
  const { appListId, unconfirmed, ...held } = stateSchema.parse(state);
  const places = (texts: z.infer<typeof textsSchema>): readonly Place[] =>
    kinds
      .flatMap((kind) => (texts[kind] ?? "").split("\n").filter((line) => line !== ""))
      .map((entry) => placeOf(appListId, entry));
  return new Set(places(held)).difference(new Set(places(unconfirmed.remove)));
}

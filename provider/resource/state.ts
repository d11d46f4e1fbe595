import { z } from "zod";
import { problemOf } from "../list/entry";
import { StateUnreadableError } from "./errors";
import { byKind, kinds, type ByKind } from "../list/kinds";
import { count, isEmpty, type Changes, type Entries } from "../list/entries";
import { hasNoChanges } from "../list/plan";
import type { Ownership } from "../list/ownership";
import type { NotedEntries } from "../list/text";
import {
  argumentsSchema,
  entriesOf,
  parseTexts,
  printTexts,
  textsSchema,
  definedMembers,
  type Arguments,
  type Properties,
} from "./inputs";

/** The version of the state's shape. A change of the shape gets a new number and a way up from the old one. */
const stateVersion = 1;

const factsSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  hasAssociatedCampaigns: z.boolean().optional(),
  /** How many entries of the list are not declared by this resource; left out where the service did not show them. */
  unmanaged: z.int().nonnegative().optional(),
  /** The kinds of which the resource holds entries that were not seen when the list was looked at last, or never. */
  notVerified: z.array(z.enum(kinds)).default([]),
});

/** The resource's outputs as they stand in a user's state: public API. The texts are what the resource holds. */
const stateSchema = z.object({
  stateVersion: z.literal(stateVersion),
  ...argumentsSchema.shape,
  /** Where the service was when the list was changed last. */
  baseUrl: z.string().optional(),
  ...textsSchema.shape,
  adopted: textsSchema.default({}),
  unconfirmed: z.object({ add: textsSchema.default({}), remove: textsSchema.default({}) }).prefault({}),
  missing: textsSchema.default({}),
  ...factsSchema.shape,
});

/** What the state knows of a list's own fields. */
export type ListFacts = Readonly<z.infer<typeof factsSchema>>;

/** The state of a resource. */
export interface State {
  readonly given: Arguments;
  /** Where the service was when the list was changed last; the entries that the resource added are there. */
  readonly baseUrl?: string | undefined;
  readonly ownership: Ownership;
  /** Entries that the resource managed, and that were gone when the list was looked at last: drift. They are not managed. */
  readonly missing: Entries;
  /** Notes of entries, also of some that the resource does not hold. */
  readonly notes: ByKind<NotedEntries>;
  readonly facts: ListFacts;
}

/**
 * Reads the outputs that the engine kept.
 *
 * @throws {StateUnreadableError} where they are not of a shape that this version knows.
 */
export function parseState(raw: unknown): State {
  const parsed = stateSchema.safeParse(raw);
  if (!parsed.success) throw new StateUnreadableError(z.prettifyError(parsed.error).replaceAll(/\s+/gu, " "));
  const { stateVersion: _, baseUrl, adopted, unconfirmed, missing, ...others } = parsed.data;
  const { appBundles, placementIds, websites, ...rest } = others;
  const { name, description, hasAssociatedCampaigns, unmanaged, notVerified, ...given } = rest;
  const notes = readTexts({ appBundles, placementIds, websites });
  return {
    given,
    baseUrl,
    notes,
    ownership: {
      managed: entriesOf(notes),
      adopted: entriesOf(readTexts(adopted)),
      unconfirmed: {
        add: entriesOf(readTexts(unconfirmed.add)),
        remove: entriesOf(readTexts(unconfirmed.remove)),
      },
    },
    missing: entriesOf(readTexts(missing)),
    facts: { name, description, hasAssociatedCampaigns, unmanaged, notVerified },
  };
}

/** Writes the outputs for the engine. */
export function printState({ given, baseUrl, ownership, missing, notes, facts }: State): Properties {
  const { managed, adopted, unconfirmed } = ownership;
  return definedMembers({
    stateVersion,
    ...given,
    baseUrl,
    ...printTexts(notesOf(managed, notes)),
    ...(count(adopted) > 0 && { adopted: printTexts(notesOf(adopted)) }),
    ...(!hasNoChanges(unconfirmed) && { unconfirmed: printChanges(unconfirmed) }),
    ...(count(missing) > 0 && { missing: printTexts(notesOf(missing)) }),
    ...facts,
  });
}

function printChanges({ add, remove }: Changes): Properties {
  return {
    ...(!isEmpty(add) && { add: printTexts(notesOf(add)) }),
    ...(!isEmpty(remove) && { remove: printTexts(notesOf(remove)) }),
  };
}

/**
 * Writes the inputs that agree with what was observed, for a refresh: the engine compares them with the program.
 *
 * @param foreign entries that an exclusive list holds and the resource does not: they are shown as drift, but for those
 * of a form that no program could declare, as the engine hands these inputs back to be checked.
 */
export function printInputs({ given, ownership, notes }: State, foreign: Entries): Properties {
  const shown = byKind((kind) => {
    const declarable = [...foreign[kind]].filter((entry) => problemOf(kind, entry) === undefined);
    return ownership.managed[kind].union(new Set(declarable));
  });
  return definedMembers({ ...given, ...printTexts(notesOf(shown, notes)) });
}

function readTexts(texts: z.infer<typeof textsSchema>): ByKind<NotedEntries> {
  const { notes, problems } = parseTexts(texts);
  if (problems.length > 0) throw new StateUnreadableError(problems.slice(0, 3).join("; "));
  return notes;
}

function notesOf(entries: Entries, notes?: ByKind<NotedEntries>): ByKind<NotedEntries> {
  return byKind((kind) => new Map(Array.from(entries[kind], (entry) => [entry, notes?.[kind].get(entry)])));
}

import * as z from "zod";
import { printFinding } from "../check/finding";
import { listFirst } from "../common/quote";
import { findEntryProblem } from "../list/entry";
import { StateUnreadableError } from "./texts/errors";
import { byKind, kinds, type Kind } from "../list/kinds";
import { count, difference, intersection, isEmpty, noEntries, union, type Entries } from "../list/entries";
import { nothingManaged, withRemovals } from "../list/ownership";
import type { Facts } from "../list/update";
import { seenEntries, seenViews, type Views } from "../list/views";
import type { AppList } from "../api/app-list";
import {
  argumentsSchema,
  parseTexts,
  printTexts,
  textsSchema,
  definedMembers,
  describe,
  type Properties,
} from "./inputs";

/** The version of the state's shape. Another shape needs a new number, and a migration from this one. */
const stateVersion = 2;

/**
 * Version 1 had unconfirmed additions, too. They belong to nobody: if they are in the list and declared, they are
 * adopted.
 */
const oldVersion = 1;

const oldStateSchema = z.object({
  stateVersion: z.literal(oldVersion),
  unconfirmed: z.object({ remove: z.unknown() }).partial().optional(),
});

const factsSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  hasAssociatedCampaigns: z.boolean().optional(),
  /** The number of unmanaged entries, of the kinds that the API shows. Undefined if it never showed any. */
  unmanaged: z.int().nonnegative().optional(),
  /** See {@link unverifiedKinds}. */
  notVerified: z.array(z.enum(kinds)).readonly().default([]),
});

/** Missing texts are no entries. */
export const entriesSchema = textsSchema.prefault({}).transform((texts, context) => {
  const { entries, problems } = parseTexts(texts);
  for (const problem of problems) context.addIssue(printFinding(problem, true));
  return entries;
});

/**
 * The members of the outputs. They are public API, because every user's state contains them. The texts are the managed
 * entries.
 */
const stateSchema = z.object({
  stateVersion: z.literal([oldVersion, stateVersion], {
    error: ({ input }) => `its format is ${describe(input)}, this version reads ${oldVersion} and ${stateVersion}`,
  }),
  given: argumentsSchema,
  /** The base URL at which the list was last changed and has the added entries. */
  baseUrl: z.string().optional(),
  ownership: z.object({
    managed: entriesSchema,
    adopted: entriesSchema,
    unconfirmedRemovals: entriesSchema,
  }),
  /** Drift: managed entries that were not in the list when it was last read. */
  missing: entriesSchema,
  facts: factsSchema,
  /** Whether the resource was imported and not updated since. Default: false. */
  imported: z.boolean().optional(),
});

/** The facts about a list that the API has shown. */
export type ListFacts = Readonly<z.infer<typeof factsSchema>>;

export type State = Readonly<Omit<z.infer<typeof stateSchema>, "stateVersion">>;

/** The groups of a state. Their members are outputs, but the groups are not. */
const groups: ReadonlySet<unknown> = new Set(["given", "ownership", "managed", "facts"]);

/**
 * Parses the outputs of a resource.
 *
 * @throws {StateUnreadableError} if this version does not know their shape.
 */
export function parseState(raw: Properties): State {
  const old = oldStateSchema.safeParse(raw).data;
  const { data, error } = stateSchema.safeParse({
    ...raw,
    given: raw,
    ownership: { ...raw, managed: raw, ...(old && { unconfirmedRemovals: old.unconfirmed?.remove }) },
    facts: raw,
  });
  if (error !== undefined) {
    const problems = error.issues.map(({ path, message }) => {
      const names = path.filter((name) => !groups.has(name) && name !== "stateVersion");
      return names.length === 0 ? message : `${names.join(".")}: ${message}`;
    });
    throw new StateUnreadableError(listFirst(problems, String, undefined, "; "));
  }
  const { stateVersion: _, ...state } = data;
  return state;
}

export function printState({ given, baseUrl, ownership, missing, facts, imported }: State): Properties {
  const { managed, adopted, unconfirmedRemovals } = ownership;
  return definedMembers({
    stateVersion,
    ...given,
    baseUrl,
    ...printTexts(managed),
    adopted: printMember(adopted),
    unconfirmedRemovals: printMember(unconfirmedRemovals),
    missing: printMember(missing),
    imported,
    ...facts,
  });
}

/**
 * The state of a resource for its next update.
 *
 * - Entries that another resource of this run removed may be gone: after a failed move, two resources can manage one.
 * - Before the first update of an imported resource, the declared entries were not known, and the program may never have
 *   declared the others. So these are no longer managed, and stay in the list.
 */
export function stateInRun(stored: State, { removed }: { readonly removed: Entries }, declared: Entries): State {
  const ownership = withRemovals(stored.ownership, removed);
  if (stored.imported !== true) return { ...stored, ownership };
  const { facts } = stored;
  const managed = intersection(ownership.managed, declared);
  const released = count(ownership.managed) - count(managed);
  return {
    ...stored,
    ownership: { ...ownership, managed },
    facts: { ...facts, unmanaged: facts.unmanaged === undefined ? undefined : facts.unmanaged + released },
  };
}

/** The facts of a state for an update: of none for a create. @param today in UTC, as `YYYY-MM-DD`. */
export function updateFacts(state: State | undefined, today: string): Facts {
  const { ownership = nothingManaged, missing = noEntries } = state ?? {};
  // An import has read the list, and adopted all of it.
  const views = state?.imported === true ? seenViews(difference(ownership.adopted, missing)) : undefined;
  return { ownership, missing, views, today };
}

/** Entries as one output, without notes, as the managed entries have them; undefined if there are no entries. */
function printMember(entries: Entries): Properties | undefined {
  return isEmpty(entries) ? undefined : printTexts(entries, "bareText");
}

/** A resource in the form for the engine. */
export type Resource = ReturnType<typeof printResource>;

export function printResource(state: State) {
  return { id: String(state.given.appListId), state: printState(state) };
}

/**
 * Prints the entries as inputs after a refresh: the engine compares them with the program. Missing entries stay
 * declared, because the option `ignoreChanges` takes these inputs for the program. An exclusive list is shown as it is.
 *
 * @param unexpected the unmanaged entries of an exclusive list. They are shown as drift. Entries that no program could
 *   declare are not shown, because the engine passes these inputs to check.
 */
export function printInputs({ given, ownership, missing }: State, unexpected: Entries): Properties {
  const others = given.exclusive === true ? declarableEntries(unexpected) : missing;
  const shown = union(ownership.managed, others);
  return definedMembers({ ...given, ...printTexts(shown) });
}

/** The entries that a program could declare. A list may contain other entries. */
export function declarableEntries(entries: Entries): Entries {
  return byKind((kind) => entries[kind].filter((entry) => findEntryProblem(kind, entry) === undefined));
}

/** The facts about a list that the API shows. */
export function listFacts(
  { name, description, hasAssociatedCampaigns }: AppList,
  views: Views,
  managed: Entries,
  exclusive?: boolean,
): ListFacts {
  const hidden = kinds.filter((kind) => views[kind].basis === "believed");
  return {
    name,
    description,
    hasAssociatedCampaigns,
    unmanaged: hidden.length === kinds.length ? undefined : count(difference(seenEntries(views), managed)),
    notVerified: unverifiedKinds(managed, exclusive, hidden),
  };
}

/**
 * The hidden kinds that matter: those with managed entries. In an exclusive list all of them, because it must not
 * contain unmanaged entries.
 *
 * @param hidden the kinds that the API does not show. Default: all.
 */
export function unverifiedKinds(managed: Entries, exclusive = false, hidden: readonly Kind[] = kinds): readonly Kind[] {
  return hidden.filter((kind) => exclusive || managed[kind].size > 0);
}

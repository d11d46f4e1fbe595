import * as pulumi from "@pulumi/pulumi";
import type { Campaign } from "../../api/campaign";
import { formatDay } from "../../list/expiry";
import { EntrySet } from "../../list/entry-set";
import { byKind, type Kind } from "../../list/kinds";
import type { ListedEntry, ListedEntries } from "../../check/listed-entries";
import { areListed, readArgument } from "../../resource/arguments";

/**
 * Entries of one kind: an array of strings, or of objects with an entry and its note or expiry date. Or a text with one
 * entry per line, and notes after a space and `#`, as `pulumi import` prints it.
 */
export type EntriesInput = pulumi.Input<string | readonly pulumi.Input<string | ListedEntry>[]>;

/** The arguments of AppListEntries. */
export interface AppListEntriesArgs {
  /** The ID of an existing app list. Another ID replaces the resource. */
  readonly appListId: pulumi.Input<number>;
  /** App bundles that the list must contain: Android package names, iOS IDs, CTV store IDs. */
  readonly appBundles?: EntriesInput;
  /** Placement IDs that the list must contain, each of the form `<number>-<token>`. */
  readonly placementIds?: EntriesInput;
  /** Websites that the list must contain. */
  readonly websites?: EntriesInput;
  /**
   * The list must contain exactly the declared entries: unmanaged ones are drift and are removed.
   * Default: false, unmanaged entries are left alone.
   */
  readonly exclusive?: pulumi.Input<boolean>;
  /**
   * Declared entries that were in the list before count as added, so destroy removes them too.
   * Default: false, they are adopted, and destroy keeps them.
   */
  readonly claimExisting?: pulumi.Input<boolean>;
  /**
   * The most entries of one kind that one update or replacement may remove without an approval: a number such as 500, or
   * a percentage such as "40%" of the managed entries of the kind. A percentage allows at least one entry, and 0 allows
   * none. Default: 30%.
   */
  readonly removalLimit?: pulumi.Input<number | string>;
  /**
   * The most entries of one kind that one update may add without an approval: a number such as 500, or a percentage such
   * as "50%" of the managed entries of the kind. A percentage allows at least one entry. Missing entries that are added
   * again do not count. Does not apply to a create. Default: no limit.
   */
  readonly additionLimit?: pulumi.Input<number | string>;
  /**
   * The use of the list in campaigns: `block` or `allow`. Previews and reports then print "+3 blocked" or "−2 no longer
   * allowed". It sends nothing and changes no entry. Default: not known, and the words are neutral.
   */
  readonly purpose?: pulumi.Input<"block" | "allow">;
  /** The name of the account in the setting `accounts`. Default: the account of the stack or of the provider. */
  readonly account?: pulumi.Input<string>;
}

/** The arguments of getCampaigns. */
export interface GetCampaignsArgs {
  /** The name of the account in the setting `accounts`. Default: the account of the stack or of the provider. */
  readonly account?: string;
  /** The number of campaigns per request. It must not exceed the limit of the API. Default: 100. */
  readonly perPage?: number;
}

/** The arguments of getCampaigns. Each can be an output of a resource. */
export type GetCampaignsOutputArgs = {
  readonly [Name in keyof GetCampaignsArgs]: pulumi.Input<GetCampaignsArgs[Name]>;
};

/** The campaigns of an account. */
export interface GetCampaignsResult {
  /** The campaigns, each with the fields of the API. */
  readonly campaigns: readonly Campaign[];
}

/** A function that returns a value. Pulumi would copy the value itself entry by entry. */
type Held<Value> = () => Value;

function hold<Value>(value: Value): Held<Value> {
  return () => value;
}

/**
 * Reads the entries of one argument. Plain entries are read without Pulumi, because a copy of an entry has no place in
 * a file.
 */
function readInput(kind: Kind, input: EntriesInput | undefined): pulumi.Output<Held<ListedEntries>> {
  const today = formatDay(new Date());
  const read = (argument: unknown) =>
    hold(argument === undefined || argument === null ? notGiven : readArgument(kind, argument, today));
  if (input === undefined || typeof input === "string" || areListed(input)) return pulumi.output(read(input));
  const resolved: pulumi.Output<unknown> = pulumi.output(input);
  return resolved.apply(read);
}

/** The entries of an argument that is not given. It has no text, and one without entries has an empty text. */
const notGiven: ListedEntries = { entries: EntrySet.none, problems: [], expired: [], mistakes: [] };

/** The entries of a resource. */
export type DeclaredEntries = ReturnType<typeof entriesFromArguments>;

/** Makes a text of the entries of each kind, because Pulumi takes seconds for an array of ten thousand. */
export function entriesFromArguments(args: Partial<AppListEntriesArgs>) {
  const read = byKind((kind) => readInput(kind, args[kind]));
  const print = (listed: ListedEntries) => (listed === notGiven ? undefined : listed.entries.text);
  return {
    texts: byKind((kind) => (args[kind] === undefined ? undefined : read[kind].apply((held) => print(held())))),
    listed: pulumi.output(read).apply((all) => hold(byKind((kind) => all[kind]()))),
  };
}

import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { conflictOf, type Declaration } from "../../../list/declarations";
import { formatDay } from "../../../list/expiry";
import { byKind, kinds, type ByKind, type Kind } from "../../../list/kinds";
import { describeSkipped } from "../../../list/skipped-entries";
import { printListed, type ListedEntry, type ListedText } from "../../../list/listed-entries";
import { entriesOfText } from "./entries-of-text";
import { listKey } from "../../../resource/list-key";
import { currentProgramRun, type ProgramRun } from "./program-run";
import { programSettings } from "./settings";

/** Entries of one kind: each the entry itself, or the entry with a note or an expiry date. */
export type EntriesInput = pulumi.Input<readonly pulumi.Input<string | ListedEntry>[]>;

/** The arguments of {@link AppListEntries}. */
export interface AppListEntriesArgs {
  /** The id of an existing app list. Another id replaces the resource. */
  readonly appListId: pulumi.Input<number>;
  /** App bundles that the list must contain: Android package names, iOS ids, CTV store ids. */
  readonly appBundles?: EntriesInput;
  /** Placement ids that the list must contain, each of the form `<number>-<token>`. */
  readonly placementIds?: EntriesInput;
  /** Websites that the list must contain. */
  readonly websites?: EntriesInput;
  /**
   * The list must contain nothing but what is declared: entries of others are drift and are removed.
   * Default: false, the entries of others are left alone.
   */
  readonly exclusive?: pulumi.Input<boolean>;
  /**
   * Declared entries that stood in the list before count as this resource's own, so that destroy removes them too.
   * Default: false, destroy leaves them.
   */
  readonly claimExisting?: pulumi.Input<boolean>;
  /**
   * The most that one update may remove: a number of entries such as 500, or a percentage of the resource's entries
   * such as "40%". Default: 30% where the resource holds 10 entries or more. Does not apply to destroy.
   */
  readonly removalLimit?: pulumi.Input<number | string>;
  /** The name of the account in `app-list:accounts`. Default: the account of the stack. */
  readonly account?: pulumi.Input<string>;
}

const argumentNames = new Set([...kinds, "appListId", "exclusive", "claimExisting", "removalLimit", "account"]);

/** Misspelt arguments: TypeScript refuses them, but a program in plain JavaScript would declare nothing by them. */
function unknownArguments(args: Partial<AppListEntriesArgs>): readonly string[] {
  return Object.keys(args).flatMap((name) =>
    argumentNames.has(name) ? [] : [`${name} is not an argument of AppListEntries`],
  );
}

const entrySchema = z.object({ entry: z.string(), note: z.string().optional(), until: z.string().optional() });

/** Parses to the same objects: their places in files are known by the objects themselves. */
const listedSchema = z.array(
  z.union([z.string(), z.custom<ListedEntry>((item) => entrySchema.safeParse(item).success)]),
);

/** The text of one argument. Plain entries are not copied by Pulumi: a copy has no place in a file. */
function textOfInput(kind: Kind, input: EntriesInput | undefined): pulumi.Output<ListedText> {
  const plain = listedSchema.safeParse(input);
  if (plain.success) return pulumi.output(printListed(kind, kind, plain.data, formatDay(new Date())));
  const resolved: pulumi.Output<unknown> = pulumi.output(input);
  return resolved.apply((argument) => textOfArgument(kind, argument ?? []));
}

/** The text of one argument once it is known. A program in plain JavaScript can pass anything. */
function textOfArgument(kind: Kind, argument: unknown): ListedText {
  const listed = listedSchema.safeParse(argument);
  if (listed.success) return printListed(kind, kind, listed.data, formatDay(new Date()));
  const problems = listed.error.issues.map(({ path }) => {
    const [index] = path;
    if (index === undefined || !Array.isArray(argument)) return `${kind} is not an array of entries`;
    const item: unknown = argument[Number(index)];
    return `${kind}[${String(index)}]: ${describe(item)} is neither a string nor { entry, note }`;
  });
  return { text: "", problems, expired: [], duplicates: 0 };
}

/** A value of a wrong type, such as an iOS id that was written as a number. */
function describe(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `the ${typeof value} ${String(value)}`
    : typeof value;
}

/** The texts of what a resource declares, what is wrong with it (undefined where nothing is), and what else to say. */
export function declare(
  name: string,
  args: Partial<AppListEntriesArgs>,
): {
  readonly texts: ByKind<pulumi.Output<string | undefined>>;
  readonly refused: pulumi.Output<string[] | undefined>;
  readonly remarks: pulumi.Output<readonly string[]>;
} {
  const run = currentProgramRun();
  const listed = byKind((kind) => textOfInput(kind, args[kind]));
  const { appListId, account, exclusive } = args;
  const refused = pulumi
    .all([listed.appBundles, listed.placementIds, listed.websites, appListId, account, exclusive])
    .apply(([appBundles, placementIds, websites, id, accountName, isExclusive]) => {
      const all = { appBundles, placementIds, websites };
      const declaration: Declaration = {
        resource: name,
        exclusive: isExclusive ?? false,
        entries: byKind((kind) => new Set(entriesOfText(kind, all[kind].text))),
      };
      const problems = [
        ...unknownArguments(args),
        ...kinds.flatMap((kind) => all[kind].problems),
        ...(id === undefined ? [] : conflictsWith(run, { account: accountName, appListId: id }, declaration)),
      ];
      return problems.length === 0 ? undefined : problems;
    });
  return {
    texts: byKind((kind) => listed[kind].apply(({ text }: ListedText) => (text === "" ? undefined : text))),
    refused,
    remarks: pulumi
      .all([listed.appBundles, listed.placementIds, listed.websites])
      .apply(([appBundles, placementIds, websites]) => describeSkipped({ appBundles, placementIds, websites })),
  };
}

/** Notes what a resource declares, and finds out why it cannot share the list with resources that were noted before. */
function conflictsWith(
  run: ProgramRun,
  list: { readonly account: string | undefined; readonly appListId: number },
  declaration: Declaration,
): readonly string[] {
  const key = listKey(programSettings(), list.account, list.appListId);
  const others = run.declarations.get(key) ?? [];
  run.declarations.set(key, [...others, declaration]);
  return others.flatMap((other) => conflictOf(`app list ${list.appListId}`, other, declaration) ?? []);
}

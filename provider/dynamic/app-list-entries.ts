import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { conflictOf, type Declaration } from "../list/declarations";
import { byKind, kinds, type ByKind, type Kind } from "../list/kinds";
import { textOfListed, type ListedEntry, type ListedText } from "../list/listed-entries";
import { parseText } from "../list/text";
import { readBaseUrl } from "../service/settings";
import { textsSchema } from "./inputs";
import { currentProgramRun, type ProgramRun } from "./program-run";
import { programSettings, warnOfPlainText } from "./program-settings";
import { stub } from "./stub";

/** Entries of one kind: each the entry itself, or the entry with a note and its place. */
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
   * such as "40%". Default: 30 % where the resource holds 10 entries or more. Does not apply to destroy.
   */
  readonly removalLimit?: pulumi.Input<number | string>;
  /** The name of the account in `app-list:accounts`; another name replaces the resource. Default: the account of the stack. */
  readonly account?: pulumi.Input<string>;
}

/** Entries of each kind. */
export type EntriesOutput = ByKind<readonly string[]>;

/**
 * Entries that an app list of the platform must contain.
 *
 * Entries that others put into the list are left alone (unless `exclusive` is set), and so are, on destroy, entries
 * that stood in the list before this resource declared them. Only differences are sent, and every change is checked
 * against the list that the service returns.
 *
 * @example
 * ```ts
 * import { AppListEntries, entriesFromFile } from "pulumi-app-list";
 *
 * new AppListEntries("blocked-apps", {
 *   appListId: 4321,
 *   appBundles: entriesFromFile("lists/blocked-apps.txt"),
 *   placementIds: ["1001-a1b2c3"],
 * });
 * ```
 */
export class AppListEntries extends pulumi.dynamic.Resource {
  /** The id of the app list. */
  declare readonly appListId: pulumi.Output<number>;
  /** The app bundles that this resource holds in the list. */
  declare readonly appBundles: pulumi.Output<readonly string[]>;
  /** The placement ids that this resource holds in the list. */
  declare readonly placementIds: pulumi.Output<readonly string[]>;
  /** The websites that this resource holds in the list. */
  declare readonly websites: pulumi.Output<readonly string[]>;
  /** The list's name. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** The list's description. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether campaigns are associated with the list. */
  declare readonly hasAssociatedCampaigns: pulumi.Output<boolean | undefined>;
  /** The entries that stood in the list before this resource declared them; destroy leaves them. */
  declare readonly adopted: pulumi.Output<EntriesOutput>;
  /** How many entries of the list this resource does not declare; undefined where the service never showed the list. */
  declare readonly unmanaged: pulumi.Output<number | undefined>;
  /** The kinds whose entries the service accepted but does not show. */
  declare readonly notVerified: pulumi.Output<readonly Kind[]>;

  /**
   * @param name the name of the resource in the program; another name is another resource, unless `aliases` names the
   * old one.
   */
  constructor(name: string, args: AppListEntriesArgs, opts?: pulumi.CustomResourceOptions) {
    warnOfPlainText();
    const { texts, refused } = declare(name, args);
    const { appListId, account, exclusive, claimExisting, removalLimit } = args;
    const outputs = { name: undefined, description: undefined, hasAssociatedCampaigns: undefined };
    const moreOutputs = { adopted: undefined, unmanaged: undefined, notVerified: undefined };
    super(
      stub,
      name,
      { appListId, account, exclusive, claimExisting, removalLimit, ...texts, refused, ...outputs, ...moreOutputs },
      opts,
      "app-list",
      "AppListEntries",
    );
    // In the state the entries of a kind are a text; a program gets them as arrays.
    this.appBundles = this.#inState("appBundles").apply((text) => entriesOfText("appBundles", text));
    this.placementIds = this.#inState("placementIds").apply((text) => entriesOfText("placementIds", text));
    this.websites = this.#inState("websites").apply((text) => entriesOfText("websites", text));
    this.adopted = this.#inState("adopted").apply((value) => {
      const adopted = textsSchema.parse(value ?? {});
      return byKind((kind) => entriesOfText(kind, adopted[kind]));
    });
    this.notVerified = this.#inState("notVerified").apply((value) => z.array(z.enum(kinds)).parse(value ?? []));
  }

  /** An output as Pulumi set it on this object from the state. */
  #inState(property: string): pulumi.Output<unknown> {
    return pulumi.output<unknown>(Reflect.get(this, property));
  }
}

function entriesOfText(kind: Kind, text: unknown): readonly string[] {
  const parsed = parseText(kind, z.string().optional().parse(text) ?? "");
  return parsed.outcome === "entries" ? [...parsed.notes.keys()] : [];
}

const argumentNames = new Set([...kinds, "appListId", "exclusive", "claimExisting", "removalLimit", "account"]);

/** Misspelt arguments: TypeScript refuses them, but a program in plain JavaScript would declare nothing by them. */
function unknownArguments(args: AppListEntriesArgs): readonly string[] {
  return Object.keys(args).flatMap((name) =>
    argumentNames.has(name) ? [] : [`${name} is not an argument of AppListEntries`],
  );
}

const listedSchema = z.array(
  z.union([
    z.string(),
    z.object({ entry: z.string(), note: z.string().exactOptional(), source: z.string().exactOptional() }),
  ]),
);

/** The text of one argument. A program in plain JavaScript can hand over anything. */
function textOfArgument(kind: Kind, argument: unknown): ListedText {
  const listed = listedSchema.safeParse(argument);
  if (listed.success) return textOfListed(kind, kind, listed.data);
  const problems = listed.error.issues.map(({ path }) => {
    const [index] = path;
    if (index === undefined || !Array.isArray(argument)) return `${kind} is not an array of entries`;
    const item: unknown = argument[Number(index)];
    return `${kind}[${String(index)}]: ${describe(item)} is neither a string nor { entry, note }`;
  });
  return { text: "", problems };
}

/** A value of a wrong type, such as an iOS id that was written as a number. */
function describe(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean"
    ? `the ${typeof value} ${String(value)}`
    : typeof value;
}

/** The texts of what a resource declares, and what is wrong with it: undefined where nothing is. */
function declare(
  name: string,
  args: AppListEntriesArgs,
): {
  readonly texts: ByKind<pulumi.Output<string | undefined>>;
  readonly refused: pulumi.Output<string[] | undefined>;
} {
  const run = currentProgramRun();
  const listed = byKind((kind) => pulumi.output(args[kind]).apply((entries) => textOfArgument(kind, entries ?? [])));
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
        ...conflictsWith(run, { account: accountName, appListId: id }, declaration),
      ];
      return problems.length === 0 ? undefined : problems;
    });
  return {
    texts: byKind((kind) => listed[kind].apply(({ text }: ListedText) => (text === "" ? undefined : text))),
    refused,
  };
}

/** Notes what a resource declares, and finds out why it cannot share the list with resources that were noted before. */
function conflictsWith(
  run: ProgramRun,
  list: { readonly account: string | undefined; readonly appListId: number },
  declaration: Declaration,
): readonly string[] {
  // Two accounts of one service see the same lists.
  const key = `${readBaseUrl(programSettings(), list.account) ?? list.account ?? ""} ${list.appListId}`;
  const others = run.declarations.get(key) ?? [];
  run.declarations.set(key, [...others, declaration]);
  return others.flatMap((other) => conflictOf(`app list ${list.appListId}`, other, declaration) ?? []);
}

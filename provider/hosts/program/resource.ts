import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { EntrySet } from "../../list/entry-set";
import { byKind, kinds, type ByKind, type Kind } from "../../list/kinds";
import { describeExpired, describeMistakes } from "../../check/listed-entries";
import { argumentProblems } from "../../resource/arguments";
import { argumentNames, computedOutputs, textsSchema } from "../../resource/inputs";
import type { dynamicType, pluginType } from "../../common/engine-texts";
import type { AppListEntriesArgs, DeclaredEntries } from "./arguments";

/** Entries of each kind. */
export type EntriesOutput = ByKind<readonly string[]>;

/** The outputs of AppListEntries. */
export interface AppListEntriesOutputs {
  /** The ID of the app list. */
  readonly appListId: pulumi.Output<number>;
  /** The managed app bundles. */
  readonly appBundles: pulumi.Output<readonly string[]>;
  /** The managed placement IDs. */
  readonly placementIds: pulumi.Output<readonly string[]>;
  /** The managed websites. */
  readonly websites: pulumi.Output<readonly string[]>;
  /** The list's name. */
  readonly name: pulumi.Output<string | undefined>;
  /** The list's description. */
  readonly description: pulumi.Output<string | undefined>;
  /** Whether campaigns are associated with the list. */
  readonly hasAssociatedCampaigns: pulumi.Output<boolean | undefined>;
  /** The adopted entries: destroy keeps them. */
  readonly adopted: pulumi.Output<EntriesOutput>;
  /** The number of unmanaged entries, of the kinds that the API shows; undefined if it never showed any. */
  readonly unmanaged: pulumi.Output<number | undefined>;
  /**
   * The kinds with managed entries that the API did not show when the list was last read. If the list is exclusive, all
   * kinds that it did not show.
   */
  readonly notVerified: pulumi.Output<readonly Kind[]>;
  /** Drift: the managed entries that were not in the list when it was last read. */
  readonly missing: pulumi.Output<EntriesOutput>;
  /** The managed entries that may be gone: the outcome of their removal is not known. The next up removes them again. */
  readonly unconfirmedRemovals: pulumi.Output<EntriesOutput>;
}

/** Adds an alias so that a resource of the other host with the same name becomes this one. */
export function withHostAlias(
  type: typeof dynamicType | typeof pluginType,
  opts: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  return { ...opts, aliases: [...(opts.aliases ?? []), { type }] };
}

/**
 * The inputs of a resource, with the problems of its arguments. An empty array of problems shows the plugin that the
 * entries were checked, with their places in files. Pulumi makes an output of each input. So omitted arguments are left
 * out, and outputs that are not arguments are included without a value.
 */
export function resourceInputs(args: Partial<AppListEntriesArgs>, { texts, listed }: DeclaredEntries): pulumi.Inputs {
  const given = argumentNames.filter((name) => args[name] !== undefined).map((name) => [name, args[name]] as const);
  const computed = computedOutputs.map((name) => [name, undefined] as const);
  const isSecret = pulumi.isSecret(listed);
  const problems = listed.apply(async (held) => argumentProblems(Object.keys(args), held(), await isSecret));
  return { ...Object.fromEntries([...given, ...computed]), ...texts, problems };
}

/** The properties of a resource that Pulumi reads and does not manage: all are outputs. */
export const outputsToRead: pulumi.Inputs = Object.fromEntries(
  [...argumentNames, ...kinds, ...computedOutputs].map((name) => [name, undefined]),
);

/** Sets the outputs of a resource. Prints messages about its listed entries, unless they are secret. */
export function completeResource(resource: pulumi.Resource, { listed }: DeclaredEntries): void {
  void printMessages(resource, listed);
  Object.assign(resource, typedOutputs(resource));
}

async function printMessages(resource: pulumi.Resource, listed: DeclaredEntries["listed"]): Promise<void> {
  if (await pulumi.isSecret(listed)) return;
  listed.apply((held) => {
    const mistakes = describeMistakes(held());
    if (mistakes !== undefined) void pulumi.log.warn(mistakes, resource);
    for (const line of describeExpired(held())) void pulumi.log.info(line, resource);
  });
}

/** The outputs with arrays for the program. In the state, the entries of a kind are a text. */
function typedOutputs(resource: pulumi.Resource) {
  const inState = (property: string): pulumi.Output<unknown> => {
    const value: unknown = Reflect.get(resource, property);
    return pulumi.Output.isInstance<unknown>(value) ? value : pulumi.output(value);
  };
  return {
    ...byKind((kind) => inState(kind).apply((text) => parseEntries(kind, text))),
    adopted: inState("adopted").apply(entriesIn),
    missing: inState("missing").apply(entriesIn),
    unconfirmedRemovals: inState("unconfirmedRemovals").apply(entriesIn),
    notVerified: inState("notVerified").apply((value) => z.array(z.enum(kinds)).parse(value ?? [])),
  };
}

function entriesIn(value: unknown): EntriesOutput {
  const texts = textsSchema.parse(value ?? {});
  return byKind((kind) => parseEntries(kind, texts[kind]));
}

const itemSchema = z.union([z.string(), z.object({ entry: z.string() }).transform(({ entry }) => entry)]);

/**
 * The entries in a text of the state; none if there is no text. The value can also be an array: if a preview does not
 * know all settings of a provider, the engine returns the inputs unchanged.
 */
export function parseEntries(kind: Kind, text: unknown): readonly string[] {
  if (Array.isArray(text)) return text.map((item) => itemSchema.parse(item));
  const { entries, problems } = EntrySet.parse(kind, z.string().nullish().parse(text) ?? "");
  return problems.length === 0 ? [...entries] : [];
}

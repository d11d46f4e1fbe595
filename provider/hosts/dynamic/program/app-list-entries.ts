import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { byKind, kinds, type ByKind, type Kind } from "../../../list/kinds";
import { declareEntries, type AppListEntriesArgs } from "./arguments";
import { parseEntries } from "./parse-entries";
import { textsSchema } from "../../../resource/inputs";
import { warnAboutConfiguration } from "./settings";
import { stub } from "./stub";

/** Entries of each kind. */
export type EntriesOutput = ByKind<readonly string[]>;

/**
 * Entries that an app list must contain.
 *
 * Unmanaged entries of the list are left alone, unless `exclusive` is set. Destroy keeps adopted entries: those that were
 * in the list before this resource declared them. Only differences are sent, and every change is verified against the
 * list that the API returns.
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
  /** The ID of the app list. */
  declare readonly appListId: pulumi.Output<number>;
  /** The managed app bundles. */
  declare readonly appBundles: pulumi.Output<readonly string[]>;
  /** The managed placement IDs. */
  declare readonly placementIds: pulumi.Output<readonly string[]>;
  /** The managed websites. */
  declare readonly websites: pulumi.Output<readonly string[]>;
  /** The list's name. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** The list's description. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether campaigns are associated with the list. */
  declare readonly hasAssociatedCampaigns: pulumi.Output<boolean | undefined>;
  /** The adopted entries: destroy keeps them. */
  declare readonly adopted: pulumi.Output<EntriesOutput>;
  /** The number of unmanaged entries in the list; undefined if the API never showed the list. */
  declare readonly unmanaged: pulumi.Output<number | undefined>;
  /** The kinds that are not verified: the API did not show them when the list was last read. */
  declare readonly notVerified: pulumi.Output<readonly Kind[]>;

  /**
   * Declares the entries. The preview reports all problems with them, with file and line.
   *
   * @param name the name of the resource in the program. Another name is another resource, unless `aliases` contains the
   * old one.
   */
  constructor(name: string, args: AppListEntriesArgs, opts?: pulumi.CustomResourceOptions);
  // A program in plain JavaScript can omit arguments: the preview reports them.
  constructor(name: string, args: Partial<AppListEntriesArgs> = {}, opts?: pulumi.CustomResourceOptions) {
    warnAboutConfiguration();
    const { texts, refused, skipped } = declareEntries(name, args);
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
    skipped.apply((lines) => lines.forEach((line) => void pulumi.log.info(line, this)));
    // In the state the entries of a kind are a text; a program has them as arrays.
    this.appBundles = this.#inState("appBundles").apply((text) => parseEntries("appBundles", text));
    this.placementIds = this.#inState("placementIds").apply((text) => parseEntries("placementIds", text));
    this.websites = this.#inState("websites").apply((text) => parseEntries("websites", text));
    this.adopted = this.#inState("adopted").apply((value) => {
      const adopted = textsSchema.parse(value ?? {});
      return byKind((kind) => parseEntries(kind, adopted[kind]));
    });
    this.notVerified = this.#inState("notVerified").apply((value) => z.array(z.enum(kinds)).parse(value ?? []));
  }

  /** An output as Pulumi set it on this object from the state. */
  #inState(property: string): pulumi.Output<unknown> {
    return pulumi.output<unknown>(Reflect.get(this, property));
  }
}

import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { byKind, kinds, type ByKind, type Kind } from "../../../list/kinds";
import { declare, type AppListEntriesArgs } from "./arguments";
import { entriesOfText } from "./entries-of-text";
import { textsSchema } from "../../../resource/inputs";
import { warnOfConfiguration } from "./settings";
import { stub } from "./stub";

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
  /** The kinds whose entries were not seen when the list was looked at last: the service does not show them. */
  declare readonly notVerified: pulumi.Output<readonly Kind[]>;

  /**
   * Declares the entries. What is wrong with them is told by the preview, with their places.
   *
   * @param name the name of the resource in the program; another name is another resource, unless `aliases` names the
   * old one.
   */
  constructor(name: string, args: AppListEntriesArgs, opts?: pulumi.CustomResourceOptions);
  // A program in plain JavaScript can leave the arguments out; what is missing is then told by the preview as well.
  constructor(name: string, args: Partial<AppListEntriesArgs> = {}, opts?: pulumi.CustomResourceOptions) {
    warnOfConfiguration();
    const { texts, refused, remarks } = declare(name, args);
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
    remarks.apply((lines) => lines.forEach((line) => void pulumi.log.info(line, this)));
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

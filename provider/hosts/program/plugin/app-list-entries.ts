import * as pulumi from "@pulumi/pulumi";
import { version } from "../../../common/version";
import { entriesFromArguments, type AppListEntriesArgs } from "../arguments";
import {
  completeResource,
  outputsToRead,
  resourceInputs,
  withHostAlias,
  type AppListEntriesOutputs,
} from "../resource";
import { dynamicType, pluginType } from "../../../common/engine-texts";

/** The values of `purpose` by the names in code that `pulumi convert` prints. */
export const Purpose = { Block: "block", Allow: "allow" } as const;

/**
 * Entries that an app list must contain, managed by the plugin `pulumi-resource-app-list`.
 *
 * Unmanaged entries of the list are left alone, unless `exclusive` is set. Destroy keeps adopted entries: those that
 * were in the list before this resource declared them. Only differences are sent, and every change is verified against
 * the list that the API returns.
 *
 * Pulumi finds the plugin if `Pulumi.yaml` names its folder:
 *
 * ```yaml
 * plugins:
 *   providers:
 *     - name: app-list
 *       path: node_modules/.bin
 * ```
 *
 * If a program imports this class instead of the class in `pulumi-app-list`, or the reverse, its resources are kept:
 * nothing is sent, and the state keeps all entries.
 *
 * @example
 * ```ts
 * import { AppListEntries, entriesFromFile } from "pulumi-app-list/plugin";
 *
 * new AppListEntries("blocked-apps", {
 *   appListId: 4321,
 *   appBundles: entriesFromFile("lists/blocked-apps.txt"),
 *   placementIds: ["1001-a1b2c3"],
 * });
 * ```
 */
// completeResource sets the outputs.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class AppListEntries extends pulumi.CustomResource {
  /** The type in Pulumi: policies find the resources of this class by it. */
  static readonly __pulumiType = pluginType;
  /** Fixed, because the bundle of this package contains two classes with this name, and renames one. */
  static override readonly name: string = "AppListEntries";

  /** Whether a value is a resource of this class, even of another copy of this package. */
  static override isInstance(value: unknown): value is AppListEntries {
    return typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === pluginType;
  }

  /**
   * Reads a list as a resource that Pulumi does not manage. Its outputs are those of an import: all entries, and they
   * count as adopted.
   *
   * @param id the ID of the list.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AppListEntries {
    return new AppListEntries(name, { appListId: pulumi.output(id).apply(Number) }, { ...opts, id });
  }

  /**
   * Declares the entries. The preview reports all problems with them, with file and line.
   *
   * @param name the name of the resource in the program. After a rename, it is another resource, unless `aliases`
   *   contains the old name.
   */
  constructor(name: string, args: AppListEntriesArgs, opts?: pulumi.CustomResourceOptions);
  // A program in plain JavaScript can omit arguments. The preview reports that.
  constructor(name: string, args: Partial<AppListEntriesArgs> = {}, opts?: pulumi.CustomResourceOptions) {
    const declared = entriesFromArguments(args);
    super(
      pluginType,
      name,
      opts?.id === undefined ? resourceInputs(args, declared) : outputsToRead,
      // A plugin with another version warns.
      { version, ...withHostAlias(dynamicType, opts) },
    );
    completeResource(this, declared);
  }
}

export interface AppListEntries extends AppListEntriesOutputs {}

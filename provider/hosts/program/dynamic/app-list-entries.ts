import * as pulumi from "@pulumi/pulumi";
import { entriesFromArguments, type AppListEntriesArgs, type DeclaredEntries } from "../arguments";
import { completeResource, resourceInputs, withHostAlias, type AppListEntriesOutputs } from "../resource";
import { dynamicType, pluginType } from "../../../common/engine-texts";
import { resourceMark, secretMark } from "../../engine";
import { warnAboutConfiguration } from "../run";
import { stub } from "./stub";

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
// completeResource sets the outputs.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class AppListEntries extends pulumi.dynamic.Resource {
  /** The type in Pulumi: policies find the resources of this class by it. */
  static readonly __pulumiType = dynamicType;
  /** Fixed, because the bundle of this package contains two classes with this name, and renames one. */
  static override readonly name: string = "AppListEntries";

  /**
   * Declares the entries. The preview reports all problems with them, with file and line.
   *
   * @param name the name of the resource in the program. After a rename, it is another resource, unless `aliases`
   *   contains the old name.
   */
  constructor(name: string, args: AppListEntriesArgs, opts?: pulumi.CustomResourceOptions);
  // A program in plain JavaScript can omit arguments. The preview reports that.
  constructor(name: string, args: Partial<AppListEntriesArgs> = {}, opts?: pulumi.CustomResourceOptions) {
    warnAboutConfiguration();
    const declared = entriesFromArguments(args);
    super(
      stub,
      name,
      { ...resourceInputs(args, declared), ...markSecrets(declared), ...markResource(name, opts?.parent) },
      withHostAlias(pluginType, opts),
      "app-list",
      "AppListEntries",
    );
    completeResource(this, declared);
    if (opts?.customTimeouts !== undefined) void pulumi.log.warn(withoutTimeouts, this);
  }
}

const withoutTimeouts =
  "customTimeouts have no effect, because Pulumi does not pass them to dynamic providers: set app-list:timeoutSeconds, or use the class " +
  "of pulumi-app-list/plugin.";

export interface AppListEntries extends AppListEntriesOutputs {}

/** The property that identifies a resource. A promise, because an output would make the resource depend on its parent. */
function markResource(name: string, parent: pulumi.Resource | undefined): pulumi.Inputs {
  const urn = pulumi.createUrn(name, dynamicType, parent);
  const mark = new Promise<string>((resolve) => {
    urn.apply((text) => resolve(text.split("::").slice(2).join("::")));
  });
  return { [resourceMark]: mark };
}

/** The property of a resource with secret entries. */
function markSecrets({ listed }: DeclaredEntries): pulumi.Inputs {
  return { [secretMark]: pulumi.isSecret(listed).then((isSecret) => isSecret || undefined) };
}

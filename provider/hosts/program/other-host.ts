import * as pulumi from "@pulumi/pulumi";

/** The types of the resource in Pulumi, by host. */
export const dynamicType = "pulumi-nodejs:dynamic/app-list:AppListEntries";
export const pluginType = "app-list:index:AppListEntries";

/**
 * Options with which a resource of the other host becomes this one, also if it gets another name or parent at the same
 * time: for Pulumi, each alias is another resource than this one in what it names only.
 */
export function takingOver(
  otherType: typeof dynamicType | typeof pluginType,
  opts: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  const { aliases = [] } = opts;
  const ofOtherHost = aliases.flatMap((alias) =>
    isPlainAlias(alias) && alias.type === undefined ? [{ ...alias, type: otherType }] : [],
  );
  return { ...opts, aliases: [...aliases, { type: otherType }, ...ofOtherHost] };
}

function isPlainAlias(alias: pulumi.Input<pulumi.URN | pulumi.Alias>): alias is pulumi.Alias {
  return typeof alias === "object" && !(alias instanceof Promise) && !pulumi.Output.isInstance(alias);
}

/** The texts of Pulumi that hosts and reports share: types, URNs and unknown values. */

/** The types of the resource in Pulumi, by host. */
export const dynamicType = "pulumi-nodejs:dynamic/app-list:AppListEntries";
export const pluginType = "app-list:index:AppListEntries";

/**
 * Reads `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`. The type is without the types of the parents. Undefined if the
 * text is not a URN.
 */
export function parseUrn(text: string) {
  const [head = "", project, types, ...name] = text.split("::");
  const stack = /^urn:pulumi:(.+)$/su.exec(head)?.[1];
  if (stack === undefined || project === undefined || types === undefined || name.length === 0) return undefined;
  return { stack, project, type: types.slice(types.lastIndexOf("$") + 1), name: name.join("::") };
}

export function nameOfUrn(urn: string): string {
  return parseUrn(urn)?.name ?? urn;
}

/**
 * Whether a provider resource with this name is a default provider, with the settings of the stack. Its name contains
 * the version or the address of the plugin: "default", "default_0_1_0", "default_https_/example.com".
 */
export function isDefaultProvider(name: string): boolean {
  return /^default(?:$|_\d+_\d+_\d+|_\w+_\/)/u.test(name);
}

/**
 * The text in place of a value that a preview does not know yet. It equals `unknownValue` of `@pulumi/pulumi/runtime`.
 * It is repeated here so that no process must load that module.
 */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

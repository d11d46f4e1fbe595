/** The texts that only Pulumi and its hosts have: URNs, and marks in the place of values and beside them. */

/**
 * Reads `urn:pulumi:STACK::PROJECT::PARENT$TYPE::NAME`: the type is the resource's own, without those of its parents.
 * Undefined if the text is no URN.
 */
export function parseUrn(text: string) {
  const [head = "", project, types, ...name] = text.split("::");
  const stack = /^urn:pulumi:(.+)$/su.exec(head)?.[1];
  if (stack === undefined || project === undefined || types === undefined || name.length === 0) return undefined;
  return { stack, project, type: types.slice(types.lastIndexOf("$") + 1), name: name.join("::") };
}

/** The name of the resource with a URN, and what tells it from all others. */
export function nameOfUrn(urn: string) {
  return { id: urn, name: parseUrn(urn)?.name ?? urn };
}

/**
 * Whether a provider resource with this name is a default one, which has the settings of the stack. The engine names it
 * after the version and the address of the plugin: "default", "default_0_1_0", "default_https_/example.com".
 */
export function isDefaultProvider(name: string): boolean {
  return /^default(?:$|_\d+_\d+_\d+|_\w+_\/)/u.test(name);
}

/**
 * The text in place of a value that a preview does not know yet. It is `unknownValue` of `@pulumi/pulumi/runtime`, written
 * out so that no process loads that module for it.
 */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The property with a number and the name of a resource: no operation of a dynamic provider is given its URN. */
export const resourceMark = "__resource";

/**
 * The property that names the kinds of secret entries, separated by commas: the engine hands secrets to a dynamic provider
 * in plain text. It does not print properties with such names.
 */
export const secretMark = "__secretEntries";

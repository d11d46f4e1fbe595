import { parseUrn } from "../common/urn";

/** The types of this package's resource: that of the dynamic provider, and that of the plugin. */
const resourceTypes: ReadonlySet<string> = new Set([
  "pulumi-nodejs:dynamic/app-list:AppListEntries",
  "app-list:index:AppListEntries",
]);

/** The type of the plugin's provider resources. Their settings are no entries, and partly secret. */
const providerType = "pulumi:providers:app-list";

/** Whether a URN is that of a resource of this package, in whichever host. */
export function isAppListEntries(urn: string): boolean {
  return resourceTypes.has(parseUrn(urn)?.type ?? "");
}

/** Whether a URN is that of a provider resource of the plugin. */
export function isProvider(urn: string): boolean {
  return parseUrn(urn)?.type === providerType;
}

/**
 * The name of the explicit provider resource of a resource; undefined for a default provider, which has the settings of
 * the stack in both hosts.
 *
 * @param reference the URN of the provider, `::`, and its ID.
 */
export function explicitProvider(reference: string | undefined): string | undefined {
  const { type, name } = parseUrn(reference ?? "") ?? {};
  if (type !== providerType || name === undefined || !name.includes("::")) return undefined;
  const ownName = name.slice(0, name.lastIndexOf("::"));
  // The engine names a default provider after its version.
  return /^default(?:_|$)/u.test(ownName) ? undefined : ownName;
}

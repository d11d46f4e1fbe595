/**
 * The schema of a released plugin, with the addresses that only the forge knows: of the repository, of the logo, and of
 * the archives from which Pulumi installs the plugin.
 *
 * @param {string} schema  the schema of the repository
 * @param {{ readonly version: string, readonly homepage?: string }} manifest  the package.json of the package, in which
 *   the release workflow sets `homepage` to the address of the repository
 * @returns {string}
 */
export function releasedSchema(schema, { version, homepage }) {
  if (homepage === undefined) return schema;
  const addresses = {
    repository: homepage,
    logoUrl: `${homepage}/raw/v${version}/docs/logo.svg`,
    // Pulumi puts the version into it. The state has it too, so that it must not change with each version.
    pluginDownloadURL: `${homepage}/releases/download/v\${VERSION}`,
  };
  return `${JSON.stringify({ ...JSON.parse(schema), ...addresses }, undefined, 2)}\n`;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reads the schema of the package. Pulumi uses it to generate SDKs and documentation, and to check YAML programs.
 *
 * - Entries have any type, because Pulumi's SDK for Python accepts no list in a union
 *   (https://github.com/pulumi/pulumi/issues/17181). The check of the resource reports invalid values.
 * - Environment variables are only in descriptions. As defaults in the schema, SDKs would copy secrets of the
 *   environment into states.
 * - The SDK for Node.js has another name than the npm package of this provider. Otherwise an installed SDK would
 *   replace the package.
 */
export function readSchema(): string {
  return readFileSync(join(__dirname, "schema", "schema.json"), "utf8");
}

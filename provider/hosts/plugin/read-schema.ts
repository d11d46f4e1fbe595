import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The schema of the package. From it, Pulumi generates SDKs and documentation, and checks YAML programs.
 *
 * - Entries have any type: in a union Pulumi's SDK for Python accepts no list
 *   (https://github.com/pulumi/pulumi/issues/17181). Check reads the value and names what is wrong with it.
 * - Only descriptions name the environment variables: with defaults in the schema, SDKs would copy secrets of the
 *   environment into states.
 * - The SDK for Node.js is not named as the npm package that contains the plugin and its class: an installed SDK would
 *   replace it.
 */
export function readSchema(): string {
  return readFileSync(join(__dirname, "schema", "schema.json"), "utf8");
}

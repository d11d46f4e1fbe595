import { join } from "node:path";
import { root } from "../../tools/paths.mjs";

/** The folder with the command pulumi-resource-app-list of this repository. */
const pluginFolder = join(root, "node_modules", ".bin");

/** A Pulumi.yaml of a JavaScript or TypeScript program that uses the plugin, as our pages describe it. */
export function projectFileWithPlugin(name = "acceptance", folder = pluginFolder): string {
  return `name: ${name}
runtime:
  name: nodejs
  options:
    typescript: false
plugins:
  providers:
    - name: app-list
      path: ${folder}
`;
}

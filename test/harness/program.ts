import { join } from "node:path";
import { stringify } from "yaml";
import { root } from "../../tools/paths.mjs";

/** A resource of a program: AppListEntries, or one of another type in a YAML program. */
export interface Declared {
  readonly type?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: Options;
}

/** Options of a resource. */
interface Options {
  /** The names of other resources. */
  readonly dependsOn?: readonly string[];
  /** The name of a provider resource, in a YAML program. */
  readonly provider?: string;
  readonly aliases?: readonly { readonly name: string }[];
  readonly customTimeouts?: Readonly<Partial<Record<"create" | "update" | "delete", string>>>;
  /** The name of another resource. */
  readonly deletedWith?: string;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: readonly string[];
  readonly import?: string;
  readonly protect?: boolean;
  /** A value whose change replaces the resource, in a program in JavaScript. */
  readonly replacementTrigger?: string;
  /** The names of other resources, in a YAML program: their replacement replaces this one. */
  readonly replaceWith?: readonly string[];
  readonly retainOnDelete?: boolean;
}

/** The resources of a program, by their names and in their order. */
export type Program = Readonly<Record<string, Declared>>;

/** The type of the resources of the plugin. */
export const pluginType = "app-list:AppListEntries";

/** The type of the provider resources of the plugin. */
export const providerType = "pulumi:providers:app-list";

/** The runtime of a program in JavaScript. */
export const javaScript = { name: "nodejs", options: { typescript: false } };

/**
 * A Pulumi.yaml with a runtime, which names the folder of the plugin as our pages describe it. Default: that of this
 * clone.
 */
export function projectFile(
  name: string,
  runtime: unknown,
  program?: Program,
  path: string = join(root, "node_modules", ".bin"),
): string {
  const plugins = { providers: [{ name: "app-list", path }] };
  // Pulumi reads YAML 1.1, in which a date without quotes is no text, and no references to values above.
  const resources = program === undefined ? {} : { resources: yamlResources(program) };
  return stringify({ name, runtime, plugins, ...resources }, { version: "1.1", aliasDuplicateObjects: false });
}

/** The resources of a YAML program. */
function yamlResources(program: Program): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(program).map(([name, { type = pluginType, properties, options = {} }]) => {
      const { dependsOn, deletedWith, provider, replaceWith, ...rest } = options;
      const references = {
        ...(dependsOn !== undefined && { dependsOn: dependsOn.map((each) => `\${${each}}`) }),
        ...(replaceWith !== undefined && { replaceWith: replaceWith.map((each) => `\${${each}}`) }),
        ...(deletedWith !== undefined && { deletedWith: `\${${deletedWith}}` }),
        ...(provider !== undefined && { provider: `\${${provider}}` }),
      };
      return [name, { type, properties, options: { ...rest, ...references } }];
    }),
  );
}

/** The same resources in JavaScript, with the class of the dynamic provider, or of the plugin if they have its type. */
export function javaScriptOf(program: Program): string {
  const lines = Object.entries(program).map(([name, { type, properties, options = {} }]) => {
    const { dependsOn = [], deletedWith, ...rest } = options;
    const reference = (each: string): string => `resources[${JSON.stringify(each)}]`;
    const before = dependsOn.map(reference);
    const anchor = deletedWith === undefined ? "" : `, deletedWith: ${reference(deletedWith)}`;
    const [quoted, args] = [JSON.stringify(name), JSON.stringify(properties)];
    const all = `{ ...${JSON.stringify(rest)}, dependsOn: [${before.join(", ")}]${anchor} }`;
    return `resources[${quoted}] = new ${type === undefined ? "Dynamic" : "Plugin"}(${quoted}, ${args}, ${all});\n`;
  });
  return `const { AppListEntries: Dynamic } = require("pulumi-app-list");
const { AppListEntries: Plugin } = require("pulumi-app-list/plugin");
const resources = {};
${lines.join("")}`;
}

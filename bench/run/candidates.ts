import type { Language } from "../../tools/engine/languages.mjs";
import type { Label } from "../figures/tables.ts";

/** A way to keep a list in step with a file. */
export interface Candidate extends Label {
  /** The folder of its project in bench/peers. Default: its name. */
  readonly project?: string;
  readonly tool: "pulumi" | "terraform";
  /** The language whose host it needs besides Node.js. */
  readonly language?: Language;
  /** The plugin that it needs: that of this package, or one with the same schema that does nothing. */
  readonly plugin?: "own" | "floor";
  /** Whether it sends requests. The others do not, so they also verify nothing. */
  readonly sendsRequests?: true;
  /** The most entries that it is measured with. Default: no limit. */
  readonly mostEntries?: number;
}

const plugin = { tool: "pulumi", plugin: "own", sendsRequests: true } as const;
const floor = { tool: "pulumi", plugin: "floor", language: "yaml" } as const;
const terraform = { tool: "terraform", mostEntries: 1000 } as const;
const twenty = { project: "plugin-yaml-20", mostEntries: 10_000 } as const;

/** All candidates, in the order of the tables. */
export const candidates: readonly Candidate[] = [
  { name: "empty-yaml", title: "empty program, YAML", tool: "pulumi", language: "yaml" },
  { name: "empty-nodejs", title: "empty program, Node.js", tool: "pulumi" },
  { name: "tiny", title: "one tiny dynamic resource", tool: "pulumi" },
  { name: "plugin-yaml", title: "**this package, plugin, YAML**", ...plugin, language: "yaml" },
  { name: "floor-yaml", title: "plugin that does nothing, YAML", ...floor, project: "plugin-yaml" },
  { name: "plugin-yaml-20", title: "**this package, plugin, YAML, 20 lists**", ...plugin, language: "yaml", ...twenty },
  { name: "floor-yaml-20", title: "plugin that does nothing, YAML, 20 lists", ...floor, ...twenty },
  { name: "plugin-nodejs", title: "**this package, plugin, Node.js**", ...plugin },
  { name: "plugin-python", title: "**this package, plugin, Python**", ...plugin, language: "python" },
  { name: "dynamic", title: "**this package, dynamic, Node.js**", tool: "pulumi", sendsRequests: true },
  { name: "text", title: "dynamic resource, bare text ¹", tool: "pulumi" },
  { name: "array", title: "dynamic resource, array ¹", tool: "pulumi" },
  { name: "object", title: "dynamic resource, object ¹", tool: "pulumi", mostEntries: 10_000 },
  { name: "resource-per-entry", title: "dynamic resource per entry ¹", tool: "pulumi", mostEntries: 1000 },
  { name: "terraform-data", title: "Terraform, set in terraform_data ¹", ...terraform },
  { name: "terraform-restapi", title: "Terraform, set with the restapi provider ²", ...terraform, sendsRequests: true },
];

/** What the marks in the titles mean. */
export const notes = `¹ Sends no request and verifies nothing: the cost of the tool and of the encoding alone.

² Mastercard/restapi 1.20.0, with an endpoint that reads the list. It sends all declared entries with each change and
removes none of those that are no longer declared.`;

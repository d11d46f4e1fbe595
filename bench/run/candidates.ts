import type { Language } from "../../tools/engine/languages.mjs";
import type { Label } from "../figures/tables.ts";

/** A way to keep a list in step with a file: the project in the folder of its name in bench/peers. */
export interface Candidate extends Label {
  readonly tool: "pulumi" | "terraform";
  /** The language whose host it needs besides Node.js. */
  readonly language?: Language;
  /** Whether it needs the plugin of this package. */
  readonly hasPlugin?: true;
  /** Whether it sends requests. The others do not, so they also verify nothing. */
  readonly sendsRequests?: true;
  /** The most entries that it is measured with. Default: no limit. */
  readonly mostEntries?: number;
}

const plugin = { tool: "pulumi", hasPlugin: true, sendsRequests: true } as const;

/** All candidates, in the order of the tables. */
export const candidates: readonly Candidate[] = [
  { name: "empty-yaml", title: "empty program, YAML", tool: "pulumi", language: "yaml" },
  { name: "empty-nodejs", title: "empty program, Node.js", tool: "pulumi" },
  { name: "tiny", title: "one tiny dynamic resource", tool: "pulumi" },
  { name: "plugin-yaml", title: "**this package, plugin, YAML**", ...plugin, language: "yaml" },
  { name: "plugin-nodejs", title: "**this package, plugin, Node.js**", ...plugin },
  { name: "plugin-python", title: "**this package, plugin, Python**", ...plugin, language: "python" },
  { name: "dynamic", title: "**this package, dynamic, Node.js**", tool: "pulumi", sendsRequests: true },
  { name: "text", title: "dynamic resource, bare text ¹", tool: "pulumi" },
  { name: "array", title: "dynamic resource, array ¹", tool: "pulumi" },
  { name: "object", title: "dynamic resource, object ¹", tool: "pulumi", mostEntries: 10_000 },
  { name: "resource-per-entry", title: "dynamic resource per entry ¹", tool: "pulumi", mostEntries: 1000 },
  { name: "terraform-data", title: "Terraform, set in terraform_data ¹", tool: "terraform", mostEntries: 1000 },
  {
    name: "terraform-restapi",
    title: "Terraform, set with the restapi provider ²",
    tool: "terraform",
    sendsRequests: true,
    mostEntries: 1000,
  },
];

/** What the marks in the titles mean. */
export const notes = `¹ Sends no request and verifies nothing: the cost of the tool and of the encoding alone.

² Mastercard/restapi 1.20.0, with an endpoint that reads the list. It sends all declared entries with each change and
removes none of those that are no longer declared.`;

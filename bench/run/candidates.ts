import type { Language } from "../../tools/engine/languages.mjs";
import type { Label } from "../figures/tables.ts";

/** A way to keep lists in step with files: the project in the folder of its name in bench/peers. */
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
  /** Whether its program declares one list only. */
  readonly hasOneList?: true;
  /** Roughly the seconds of a command without entries, and more per 10,000 entries: only for estimates. */
  readonly cost: readonly [seconds: number, more: number];
}

/** All candidates, in the order of the tables. */
export const candidates: readonly Candidate[] = [
  { name: "empty-yaml", title: "empty program, YAML", tool: "pulumi", language: "yaml", cost: [0.4, 0] },
  { name: "empty-nodejs", title: "empty program, Node.js", tool: "pulumi", cost: [0.9, 0] },
  { name: "tiny", title: "one tiny dynamic resource", tool: "pulumi", cost: [1.6, 0] },
  {
    name: "plugin-yaml",
    title: "**this package, plugin, YAML**",
    tool: "pulumi",
    language: "yaml",
    hasPlugin: true,
    sendsRequests: true,
    hasOneList: true,
    cost: [0.6, 0.1],
  },
  {
    name: "plugin-nodejs",
    title: "**this package, plugin, Node.js**",
    tool: "pulumi",
    hasPlugin: true,
    sendsRequests: true,
    cost: [1.3, 0.1],
  },
  {
    name: "plugin-python",
    title: "**this package, plugin, Python**",
    tool: "pulumi",
    language: "python",
    hasPlugin: true,
    sendsRequests: true,
    cost: [1.4, 0.1],
  },
  {
    name: "dynamic",
    title: "**this package, dynamic, Node.js**",
    tool: "pulumi",
    sendsRequests: true,
    cost: [1.7, 0.3],
  },
  { name: "text", title: "dynamic resource, bare text ¹", tool: "pulumi", cost: [1.6, 0.15] },
  { name: "array", title: "dynamic resource, array ¹", tool: "pulumi", cost: [1.6, 0.4] },
  { name: "object", title: "dynamic resource, object ¹", tool: "pulumi", cost: [1.6, 2] },
  {
    name: "resource-per-entry",
    title: "dynamic resource per entry ¹",
    tool: "pulumi",
    mostEntries: 1000,
    cost: [1.6, 80],
  },
  {
    name: "terraform-data",
    title: "Terraform, set in terraform_data ¹",
    tool: "terraform",
    mostEntries: 10_000,
    cost: [0.6, 0.6],
  },
  {
    name: "terraform-restapi",
    title: "Terraform, set with the restapi provider ²",
    tool: "terraform",
    sendsRequests: true,
    mostEntries: 10_000,
    cost: [0.8, 0.6],
  },
];

/** What the marks in the titles mean. */
export const notes = `¹ Sends no request and verifies nothing: the cost of the tool and of the encoding alone.

² Mastercard/restapi 1.20.0, with an endpoint that reads the list. It sends all declared entries with each change and
removes none of those that are no longer declared.`;

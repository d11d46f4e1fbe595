import type { Label } from "../figures/tables.ts";

/** A way to keep a list in step with a file. */
export interface Candidate extends Label {
  /** The folder of its project in bench/peers. Default: its name. */
  readonly project?: string;
  /** The plugin that it needs: that of this package, or one with the same schema that does nothing. */
  readonly plugin?: "own" | "floor";
  /** Whether it sends requests. The others do not, so they also verify nothing. */
  readonly sendsRequests?: true;
  /** The most entries that it is measured with. Default: no limit. */
  readonly mostEntries?: number;
}

const plugin = { plugin: "own", sendsRequests: true } as const;
const floor = { plugin: "floor" } as const;
const twenty = { project: "plugin-yaml-20", mostEntries: 10_000 } as const;

/** All candidates, in the order of the tables. Each is part of a target. */
export const candidates: readonly Candidate[] = [
  { name: "empty-yaml", title: "empty program, YAML" },
  { name: "plugin-yaml", title: "**this package, plugin, YAML**", ...plugin },
  { name: "floor-yaml", title: "plugin that does nothing, YAML ¹", ...floor, project: "plugin-yaml" },
  { name: "plugin-yaml-20", title: "**this package, plugin, YAML, 20 lists**", ...plugin, ...twenty },
  { name: "floor-yaml-20", title: "plugin that does nothing, YAML, 20 lists ¹", ...floor, ...twenty },
  { name: "plugin-nodejs", title: "**this package, plugin, Node.js**", ...plugin },
  { name: "dynamic", title: "**this package, dynamic, Node.js**", sendsRequests: true },
  { name: "text", title: "dynamic resource, bare text ¹" },
];

/** The meaning of the mark in the titles. */
export const note = "¹ Sends no request and verifies nothing: the cost of the engine and of the encoding alone.";

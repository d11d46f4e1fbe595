import { formatCount } from "../../common/format";
import type { Layout } from "./options";

/** A line that says how much is not shown; no line where everything is. */
export function moreLine(count: number, shown: number, { style }: Layout, indent = "  "): readonly string[] {
  if (count <= shown) return [];
  return [style("quiet", `${indent}and ${formatCount(count - shown)} more (--all shows everything)`)];
}

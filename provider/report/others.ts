import type { Step } from "./read-preview";
import { resourceType } from "./resource-change";
import { parseUrn } from "./urn";

/** What the engine does that changes nothing, or that it shows besides the step it is a part of. */
const noChange: ReadonlySet<string> = new Set(["same", "refresh", "read", "create-replacement", "delete-replaced"]);

/** The resources of other types with which an up would do something, as `type name (operation)`. */
export function othersOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ op, urn }) => {
    const { type = "resource", name = urn } = parseUrn(urn) ?? {};
    if (noChange.has(op) || type === resourceType || type === "pulumi:pulumi:Stack") return [];
    return [`${type} ${name} (${op})`];
  });
}

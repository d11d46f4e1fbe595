import type { ScratchList } from "./scratch-list";
import { nameOf } from "../../../list/kinds";
import type { Finding } from "../finding";

/** Removes placement ids and websites that are not there. App bundles have been asked about by the probe. */
export async function checkAbsentRemovals(scratch: ScratchList): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const kind of ["placementIds", "websites"] as const) {
    const reply = await scratch.removeAbsent({ [kind]: [scratch.entries.one(kind, "DEAD")] });
    findings.push({
      check: `absentRemovals.${kind}`,
      verdict: "fine",
      says:
        reply.outcome === "shown"
          ? `Removing a ${nameOf(kind, 1)} that is not there changes nothing.`
          : `Removing a ${nameOf(kind, 1)} that is not there is refused (status ${reply.status}).`,
    });
  }
  return findings;
}

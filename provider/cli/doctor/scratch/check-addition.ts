import type { ScratchList } from "./scratch-list";
import { kinds, nameOf, type Kind } from "../../../list/kinds";
import type { Finding } from "../finding";

/** Adds an entry of each kind: is it accepted, shown, and stored as it was sent? */
export async function checkAddition(scratch: ScratchList): Promise<readonly Finding[]> {
  const reply = await scratch.add(scratch.entries.each("A"));
  if (reply.outcome === "shown") return kinds.map((kind) => describe(scratch, kind));
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const single = await scratch.add({ [kind]: [scratch.entries.one(kind, "A")] });
    findings.push(single.outcome === "shown" ? describe(scratch, kind) : refused(kind, single.error.message));
  }
  return findings;
}

function describe(scratch: ScratchList, kind: Kind): Finding {
  const check = `addition.${kind}`;
  const entry = scratch.entries.one(kind, "A");
  const shown = scratch.latest?.entries[kind];
  if (shown === undefined) {
    return {
      check,
      verdict: "notVerified",
      says: `The service takes ${nameOf(kind, 0)} and does not show them: it is not known which are in a list.`,
      next: "They are held on the service's word, and their drift is not known.",
    };
  }
  if (shown.includes(entry)) {
    return { check, verdict: "fine", says: `An added ${nameOf(kind, 1)} is shown as it was sent.` };
  }
  const lower = entry.toLowerCase();
  if (shown.includes(lower)) {
    return {
      check,
      verdict: "finding",
      says: `The service stores ${nameOf(kind, 0)} in lower case.`,
      next: "Declare them in lower case: others would be missing again after each up.",
    };
  }
  const other = shown.some((one) => scratch.entries.isOwn(one));
  return {
    check,
    verdict: "finding",
    says: other
      ? `The service stores an added ${nameOf(kind, 1)} in another form than it was sent.`
      : `The service answers the addition of a ${nameOf(kind, 1)} with success, and leaves it out.`,
    next: "Ask the operator of the service why.",
  };
}

function refused(kind: Kind, message: string): Finding {
  return {
    check: `addition.${kind}`,
    verdict: "notVerified",
    says: `The service does not take the ${nameOf(kind, 1)} that was made up for this, so nothing more is known of them. ${message}`,
  };
}

import { isWithoutOthers, type ScratchList } from "./scratch-list";
import { byKind, kinds } from "../../../list/kinds";
import type { Finding } from "../finding";

/** Takes everything out again. Where nothing else is in the list: may a list become empty? */
export async function checkEmptyList(scratch: ScratchList): Promise<readonly Finding[]> {
  const check = "emptyList";
  if (isWithoutOthers(scratch.first) !== true) {
    const says = "Whether a list may become empty is not known: this one is not known to hold nothing else.";
    return [{ check, verdict: "notVerified", says, next: "An empty scratch list would show it." }];
  }
  const { own } = scratch;
  if (kinds.every((kind) => own[kind].size === 0)) {
    return [
      { check, verdict: "notVerified", says: "Whether a list may become empty is not known: nothing was added." },
    ];
  }
  const lists = byKind((kind) => [...own[kind]]);
  const reply = await scratch.remove(
    Object.fromEntries(kinds.flatMap((kind) => (lists[kind].length === 0 ? [] : [[kind, lists[kind]]]))),
  );
  if (reply.outcome === "shown") return [{ check, verdict: "fine", says: "A list may become empty." }];
  return [
    {
      check,
      verdict: "finding",
      says: `The service refuses to remove the last entries of a list (status ${reply.status}).`,
      next: "Keep an entry in every list that is not managed, or its destroy fails.",
    },
  ];
}

import { copiesOf } from "./seen-list";
import type { ScratchList } from "./scratch-list";
import type { Finding } from "../finding";

/** Adds an app bundle that differs from one in the list in letter case only: are they two? */
export async function checkLetterCase(scratch: ScratchList): Promise<readonly Finding[]> {
  const entry = scratch.entries.one("appBundles", "A");
  // Where it was not stored as it was sent, there is nothing to tell apart, and that has been said.
  if (scratch.latest === undefined || copiesOf(scratch.latest, "appBundles", entry) !== 1) return [];
  const lower = entry.toLowerCase();
  const reply = await scratch.add({ appBundles: [lower] });
  const isKept = reply.outcome === "shown" && copiesOf(reply.list, "appBundles", lower) === 1;
  if (isKept && copiesOf(reply.list, "appBundles", entry) === 1) {
    return [{ check: "letterCase", verdict: "fine", says: "Entries that differ in letter case are two entries." }];
  }
  return [
    {
      check: "letterCase",
      verdict: "finding",
      says: "Of entries that differ in letter case only, a list takes one.",
      next: "Declare each entry in one letter case only; `app-list validate` names such pairs.",
    },
  ];
}

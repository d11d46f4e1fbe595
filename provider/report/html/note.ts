import type { ReportedEntry } from "../report";
import { visible } from "./visible";

/** What the page says beside an entry; undefined where there is nothing to say. */
export function noteOf({ note, isAdopted = false }: ReportedEntry): string | undefined {
  const parts = [...(note === undefined ? [] : [visible(note)]), ...(isAdopted ? ["(stood in the list before)"] : [])];
  return parts.length === 0 ? undefined : parts.join(" ");
}

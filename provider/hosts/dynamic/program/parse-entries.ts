import { z } from "zod";
import type { Kind } from "../../../list/kinds";
import { parseText } from "../../../list/text";

/** The entries of a text of the state; none if there is no text. */
export function parseEntries(kind: Kind, text: unknown): readonly string[] {
  const parsed = parseText(kind, z.string().nullish().parse(text) ?? "");
  return parsed.outcome === "entries" ? [...parsed.notes.keys()] : [];
}

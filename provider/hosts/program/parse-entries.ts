import * as z from "zod";
import type { Kind } from "../../list/kinds";
import { parseText } from "../../list/text";

/**
 * The entries of a text of the state; none if there is no text. If a preview does not know all settings of a provider, the
 * engine returns inputs of other programs as they are, and they can be lists.
 */
export function parseEntries(kind: Kind, text: unknown): readonly string[] {
  if (Array.isArray(text)) return text.map((item) => itemSchema.parse(item));
  const parsed = parseText(kind, z.string().nullish().parse(text) ?? "");
  return parsed.outcome === "entries" ? [...parsed.notes.keys()] : [];
}

const itemSchema = z.union([z.string(), z.object({ entry: z.string() }).transform(({ entry }) => entry)]);

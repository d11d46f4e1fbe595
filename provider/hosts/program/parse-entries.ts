import * as z from "zod";
import { readText } from "../../list/entry-text";
import type { Kind } from "../../list/kinds";

/**
 * The entries of a text of the state; none if there is no text. If a preview does not know all settings of a provider, the
 * engine returns inputs of other programs as they are, and they can be lists.
 */
export function parseEntries(kind: Kind, text: unknown): readonly string[] {
  if (Array.isArray(text)) return text.map((item) => itemSchema.parse(item));
  const { read, problems } = readText(kind, z.string().nullish().parse(text) ?? "");
  return problems.length === 0 ? read.list() : [];
}

const itemSchema = z.union([z.string(), z.object({ entry: z.string() }).transform(({ entry }) => entry)]);

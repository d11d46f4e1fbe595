import { z } from "zod";
import type { EntryLists } from "./app-list";

const items = z
  .string()
  .transform((text) => text.split(","))
  .refine((list) => list.every((item) => item !== "" && item === item.trim()), {
    error: "must be comma-separated items, none of them empty or with blanks around it",
  });

const patchBody = z
  .strictObject({
    app_bundles: items.exactOptional(),
    placement_ids: items.exactOptional(),
    websites: items.exactOptional(),
  })
  .refine((body) => Object.keys(body).length > 0, {
    error: "at least one of app_bundles, placement_ids, websites must be provided",
  })
  .transform((body): Partial<EntryLists> => ({
    ...(body.app_bundles && { appBundles: body.app_bundles }),
    ...(body.placement_ids && { placementIds: body.placement_ids }),
    ...(body.websites && { websites: body.websites }),
  }));

/** What the body of a PATCH asks for, or what is wrong with it. */
export type PatchBody =
  | { readonly kind: "read"; readonly entries: Partial<EntryLists> }
  | { readonly kind: "invalid"; readonly message: string };

/** Reads the body of a PATCH. */
export function readPatchBody(text: string): PatchBody {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: "invalid", message: "the body is not JSON" };
  }
  const result = patchBody.safeParse(json);
  if (result.success) return { kind: "read", entries: result.data };
  const message = result.error.issues.map((issue) => [...issue.path, issue.message].join(": ")).join("; ");
  return { kind: "invalid", message };
}

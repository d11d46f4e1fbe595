import { z } from "zod";
import type { ByKind } from "../list/kinds";
import { split } from "./wire";

/** An app list as the service shows it. */
export interface AppList {
  readonly id: number;
  readonly name?: string;
  readonly description?: string;
  /** Whether campaigns use the list; undefined where the service does not show it. */
  readonly hasAssociatedCampaigns?: boolean;
  /** The entries by kind; undefined for a kind that the service does not show. */
  readonly entries: ByKind<ReadonlySet<string> | undefined>;
}

const decimal = z
  .string()
  .regex(/^[0-9]+$/)
  .transform(Number);

/** A text of entries; an array of them is read as well, with ids of digits as numbers. */
const entriesText = z.union([z.string(), z.array(z.union([z.string(), z.int().transform(String)]))]).nullish();

/**
 * The app list object of a response. What only informs (name, description, campaigns) never makes an answer
 * unreadable: the change that it acknowledges has been made.
 */
const appListMembers = z.looseObject({
  id: z.union([z.number(), decimal]).pipe(z.int()),
  name: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  has_associated_campaigns: z.boolean().optional().catch(undefined),
  app_bundles: entriesText,
  placement_ids: entriesText,
  websites: entriesText,
});

type AppListMembers = z.infer<typeof appListMembers>;

/**
 * Reads the app list object of a response.
 *
 * App bundles and placement ids: a missing member is not shown, null is the documented member without a value, so the
 * list has none. Websites: the documentation shows no such member in a response, so null says as little as its absence.
 */
export const appListSchema = appListMembers.transform((list): AppList => ({
  id: list.id,
  ...(list.name === undefined ? {} : { name: list.name }),
  ...(list.description === undefined ? {} : { description: list.description }),
  ...(list.has_associated_campaigns === undefined ? {} : { hasAssociatedCampaigns: list.has_associated_campaigns }),
  entries: {
    appBundles: list.app_bundles === null ? new Set() : entriesOf(list.app_bundles),
    placementIds: list.placement_ids === null ? new Set() : entriesOf(list.placement_ids),
    websites: entriesOf(list.websites),
  },
}));

function entriesOf(member: AppListMembers["websites"]): ReadonlySet<string> | undefined {
  if (member === undefined || member === null) return undefined;
  // An array's items are not split: a comma in one is part of the entry.
  const items = typeof member === "string" ? split(member) : member.map((item) => item.trim());
  return new Set(items.filter((item) => item !== ""));
}

/** The life of a token whose `expires_in` is missing or unreadable, in seconds: the documented one. */
const documentedLife = 1799;

/**
 * The answer to the token call. The documentation has `expires_in` as a decimal string of seconds; a number is read as
 * well. Where it is missing or unreadable, the documented life is assumed: a token that ends sooner is answered with
 * 401, upon which a new one is fetched, so a wrong assumption costs a request and no correctness.
 */
export const tokenSchema = z.looseObject({
  // What a header can carry: a token with anything else in it would fail later and less clearly.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^[0-9]+(\.[0-9]+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().nonnegative())
    .catch(documentedLife),
});

/** How deep arrays and objects of an answer may stand in each other: far more than in any that makes sense. */
const deepest = 100;

/** Whether arrays and objects stand in each other deeper than that. Without recursion, which a deep value would break. */
function isTooDeep(json: unknown): boolean {
  let level: readonly unknown[] = [json];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((value): readonly unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Reads a response's text as JSON of a shape. */
export function parseJson<Value>(
  text: string,
  schema: z.ZodType<Value>,
): { readonly outcome: "read"; readonly value: Value } | { readonly outcome: "unreadable"; readonly reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which can carry a secret.
    return { outcome: "unreadable", reason: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  if (isTooDeep(json)) {
    return { outcome: "unreadable", reason: `more than ${deepest} arrays or objects stand in each other` };
  }
  const result = schema.safeParse(json);
  if (result.success) return { outcome: "read", value: result.data };
  const members = new Set(result.error.issues.map((issue) => issue.path.map(String).join(".")));
  members.delete("");
  return {
    outcome: "unreadable",
    reason:
      members.size === 0 ? "it is not the expected object" : `what is not as expected: ${[...members].join(", ")}`,
  };
}

import { join } from "node:path";
import { expect, it } from "vitest";
import { noChanges, noEntries, type Action, type Entries } from "../../provider/list/entries";
import { bounds } from "../../provider/list/bounds";
import { believedViews, seenViews } from "../../provider/list/views";
import { usualLimit } from "../../provider/list/limits";
import { ApiError } from "../../provider/api/errors";
import { ChangeError, type FailedChange } from "../../provider/resource/texts/failures";
import { naming } from "../../provider/resource/texts/naming";
import type { Failure } from "../../provider/sync/failure";
import { noReader, type Reader } from "../../provider/sync/reader";
import { expectExamples } from "../harness/example-texts";
import { bundles, entries } from "../list/entries";
import { operationOn } from "./known-list";

type Change = NonNullable<FailedChange["change"]>;

/** A change that sent something, and of which nothing was observed. */
const untouched: Change = {
  appList: undefined,
  sent: { add: bundles("com.sent"), remove: noEntries },
  added: noEntries,
  removed: noEntries,
  unconfirmed: noChanges,
  unowned: noEntries,
  viewsAfter: seenViews(noEntries),
  mayHaveChanged: true,
};

const website = entries({ websites: ["a.example"] });

const request = { effect: "denied", method: "PATCH", path: "/v1/app_list/7/add" } as const;
const broken = { problem: "The connection broke.", advice: undefined };

type Example = readonly [
  failure: Failure,
  change?: Partial<Change>,
  subject?: Parameters<typeof operationOn>[0] & { readonly didBegin?: boolean; readonly isSecret?: boolean },
];

const refusal = (detail?: string, status = 422) => new ApiError("aboutEntries", broken, { ...request, status, detail });
const absent = new ApiError("absent", broken, { ...request, status: 404 });
const unread = (reader: Reader, of = reader.by === "sentinel" ? reader.refusal : undefined) =>
  ({ code: "LIST_UNVERIFIED", first: { outcome: "notVerified", reader, refusal: of } }) as const;
const interrupted = { code: "CHANGE_INTERRUPTED", cause: new ApiError("tryAgain", broken, request) } as const;

const repeated = { problem: "The API failed (500). The API returned: com.a is odd.", advice: undefined };
const repeating = {
  code: "CHANGE_INTERRUPTED",
  cause: new ApiError("tryAgain", repeated, { ...request, status: 500, detail: "com.a is odd" }),
} as const;

const slowDown = {
  problem: "The API asks for fewer requests (429).",
  advice: ["Run the command again after 3,600 s."],
};
const limited = { code: "CHANGE_INTERRUPTED", cause: new ApiError("tooManyRequests", slowDown, request) } as const;
const forbidden = { problem: "ad.ops@example.com may not change app list 7 (403).", advice: ["Ask for write access."] };
const notPermitted = new ApiError("notPermitted", forbidden, { ...request, effect: "none" });
const nine = bundles(...Array.from({ length: 9 }, (_, index) => `com.app${index}`));
const over = {
  of: "own",
  kind: "appBundles",
  value: usualLimit,
  changed: 9,
  whole: 10,
  allowed: 3,
  entries: nine,
  names: nine,
} as const;
const sites = entries({ websites: ["a.example", "b.example"] });
const ofSites = { ...over, kind: "websites", changed: 2, whole: 5, allowed: 1, entries: sites, names: sites } as const;
const ofOthers = { ...ofSites, of: "unmanaged", whole: 2 } as const;
const tooMany = { ...over, of: "added", value: { unit: "entries", most: 3 } } as const;
const limit = { code: "CHANGE_LIMIT", judgements: [over] } as const;

const two = bundles("com.a", "com.b");
const mixed = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
const hidden = { viewsAfter: { ...seenViews(noEntries), websites: believedViews(noEntries).websites } };
const ofSite = entries({ appBundles: ["com.a"], websites: ["a.example"] });
const refused = (action: Action, alone: Entries, together = noEntries, detail?: string): Failure => ({
  code: "ENTRIES_REFUSED",
  action,
  alone,
  together,
  error: refusal(detail),
});

const examples: Readonly<Record<string, Example>> = {
  "a list whose name is unknown": [interrupted, {}, { name: undefined }],
  "the change did not begin": [interrupted, undefined, { didBegin: false }],
  "nothing was observed": [interrupted],
  "a delay that the API asks for": [limited],
  "entries were added": [interrupted, { added: two }],
  "nothing was sent": [interrupted, { sent: noChanges }],
  "entries were added and removed": [interrupted, { added: bundles("com.a"), removed: website }],
  "of one entry, the outcome is not known": [interrupted, { removed: bundles("com.a"), unowned: bundles("com.b") }],
  "of several entries, the outcome is not known": [
    interrupted,
    { unowned: two, unconfirmed: { add: two, remove: website } },
  ],
  "a reason of the API that repeats an entry": [repeating],
  "a reason of the API that repeats a secret entry": [repeating, {}, { isSecret: true }],
  "a login that may not change the list": [{ code: "PERMISSION_DENIED", cause: notPermitted }],
  "a change over its limit": [limit, undefined, { didBegin: false }],
  "a change over its limit, after an addition": [limit, { added: bundles("com.a") }],
  "a change over its limit in a short list": [{ ...limit, judgements: [ofSites] }, undefined, { didBegin: false }],
  ...Object.fromEntries(
    [bounds.shortList, bounds.shortList + 1].map((whole) => [
      `a change over its limit in a list of ${whole}`,
      [{ ...limit, judgements: [{ ...ofSites, whole }] }, undefined, { didBegin: false }] as const,
    ]),
  ),
  "a change over the limit of two kinds, with unmanaged entries and additions": [
    { ...limit, judgements: [over, ofOthers, tooMany] },
    undefined,
    { didBegin: false },
  ],
  "a delete over the limit": [limit, undefined, { didBegin: false, what: "delete" }],
  "refused entries of two kinds": [refused("add", ofSite, noEntries, "not an app")],
  "refused entries that are secret": [
    refused("add", bundles("com.a"), noEntries, "com.a is not an app"),
    {},
    { isSecret: true },
  ],
  "refused entries that could not be told apart": [refused("add", noEntries, mixed)],
  "an entry that was refused with others only": [refused("add", noEntries, bundles("com.a"))],
  "refused additions of a kind that is not shown": [refused("add", ofSite), hidden],
  "refused removals of a kind that is not shown": [refused("remove", ofSite), hidden],
  "a refused addition of a kind that is shown": [refused("add", bundles("com.a")), hidden],
  "a refused addition": [refused("add", bundles("com.a"))],
  "an addition that conflicts with another change": [
    { code: "ENTRIES_REFUSED", action: "add", alone: two, together: noEntries, error: refusal(undefined, 409) },
  ],
  "a list that the API does not know": [{ code: "CHANGE_INTERRUPTED", cause: absent }],
  "a list that the API does not know, of a new resource": [
    { code: "CHANGE_INTERRUPTED", cause: absent },
    {},
    { isNew: true },
  ],
  "entries that were left out, and others that were kept": [
    { code: "ENTRIES_NOT_APPLIED", missing: two, remaining: website },
  ],
  "a refused removal": [refused("remove", bundles("com.a"))],
  "entries that were left out": [{ code: "ENTRIES_NOT_APPLIED", missing: two }],
  "entries that were kept, and others that someone removed meanwhile": [
    { code: "ENTRIES_NOT_APPLIED", removedMeanwhile: two, remaining: website },
  ],
  "an entry that was kept": [{ code: "ENTRIES_NOT_APPLIED", remaining: website }],
  "an entry that the API stores in another form": [
    { code: "ENTRIES_NOT_APPLIED", missing: bundles("com.A") },
    { viewsAfter: seenViews(bundles("com.a")) },
  ],
  "an exclusive list that nothing reads": [unread(noReader)],
  "an exclusive list of which the API refuses the probe": [
    unread({ by: "sentinel", refusal: refusal("no such entry") }),
  ],
  "an exclusive list that may not exist": [unread({ by: "sentinel", refusal: absent })],
  "an exclusive list of which the API refuses the probe and a sentinel": [unread(noReader, refusal())],
};

it("the errors of changes are those of the examples, with the code and the facts of the failure", () => {
  const printed = Object.entries(examples).map(
    ([title, [failure, change, { didBegin = true, isSecret = false, ...subject } = {}]]) => {
      const operation = operationOn({ appListId: 7, name: "brand-safety", ...subject });
      const error = new ChangeError(
        { failure, operation, ...(didBegin && { change: { ...untouched, ...change } }) },
        naming(isSecret),
      );
      expect(error).toMatchObject({ name: "ChangeError", code: failure.code, details: { failure, operation } });
      expect(error.cause).toBe("cause" in failure ? failure.cause : undefined);
      return [title, error.message.split("\n")] as const;
    },
  );
  expectExamples(join(import.meta.dirname, "failures.txt"), Object.fromEntries(printed));
});

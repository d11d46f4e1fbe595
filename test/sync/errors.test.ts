import { describe, expect, it } from "vitest";
import { noEntries, type Action } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import { ApiError } from "../../provider/api/errors";
import { ChangeError, type Failure, type Subject } from "../../provider/sync/errors";
import type { Progress } from "../../provider/sync/knowledge";
import type { RefusedGroup } from "../../provider/sync/send";
import { bundles, entries } from "../list/entries";

const untouched: Progress = {
  added: noEntries,
  removed: noEntries,
  toAdd: noEntries,
  toRemove: noEntries,
  unconfirmed: noEntries,
};

const subject = {
  appListId: 7,
  name: "brand-safety",
  progress: untouched,
  observe: "app-list:observe",
  next: "Try again.",
};

type Unapplied = Extract<Failure, { readonly code: "ENTRIES_NOT_APPLIED" }>;

const interrupted = { code: "CHANGE_INTERRUPTED", cause: undefined } as const;
const website = entries({ websites: ["a.example"] });
const done = "No other change was observed.";
const fix = "Fix the refused entries, or remove them from the program.";
const unexplained = "Ask the operator of the API for the reason.";

/** Expects an error with the code and the facts of a failure, and with these sentences about its list. */
function expectSentences(failure: Failure, sentences: string, parts: Partial<Subject> = {}): void {
  const error = new ChangeError(failure, { ...subject, ...parts });
  expect(error).toMatchObject({ name: "ChangeError", code: failure.code, appListId: 7, details: failure });
  expect(error.message).toBe(`app list 7 "brand-safety": ${sentences}`);
}

/** A refusal of the API, with its reason if it gives one. */
function refusal(detail?: string): ApiError {
  const facts = { effect: "denied", method: "PATCH", path: "/v1/app_list/7/add", status: 422 } as const;
  return new ApiError("REQUEST_REFUSED", "The API refused the request.", { ...facts, detail });
}

describe("every failed change", () => {
  it("names its list, by its ID alone if the name is unknown", () => {
    const { message } = new ChangeError(interrupted, { ...subject, name: undefined });
    expect(message).toMatch(/^app list 7: the change was interrupted: /u);
  });

  it.each<[string, Partial<Progress>, string]>([
    ["nothing", {}, done],
    ["what was added", { added: bundles("com.a", "com.b") }, "This change added 2 app bundles."],
    [
      "what was added and removed",
      { added: bundles("com.a"), removed: website },
      "This change added 1 app bundle and removed 1 website.",
    ],
    [
      "what is still to be added and removed",
      { toAdd: bundles("com.a"), toRemove: entries({ placementIds: ["1-a", "2-a"] }) },
      `${done} Remaining: 1 app bundle to add, 2 placement IDs to remove.`,
    ],
    [
      "what is not known",
      { removed: bundles("com.a"), unconfirmed: bundles("com.b") },
      "This change removed 1 app bundle. Outcome unknown: the last request for 1 app bundle may have taken effect.",
    ],
  ])("reports its progress: %s", (_, progress, sentences) => {
    const whole = `the change was interrupted: there was no response to a request. ${sentences} Try again.`;
    expectSentences(interrupted, whole, { progress: { ...untouched, ...progress } });
  });
});

describe("a change that was interrupted", () => {
  it("gives the reason, and carries it", () => {
    const cause = refusal();
    const sentences = `the change was interrupted: the API refused the request. ${done} Try again.`;
    expectSentences({ ...interrupted, cause }, sentences);
    expect(new ChangeError({ ...interrupted, cause }, subject).cause).toBe(cause);
  });
});

describe("a change that removes too much", () => {
  it.each<[string, Progress | undefined, string]>([
    ["reports that nothing was changed, and how to approve it", undefined, "Nothing was changed."],
    ["reports earlier changes", { ...untouched, added: bundles("com.a") }, "This change added 1 app bundle."],
  ])("%s", (_, progress, sentence) => {
    const refused = { effect: 'remove "com.a" and 8 more', commands: ["To approve it: pulumi up"] };
    const verdict = { code: "CHANGE_LIMIT", reason: "would remove 9 of 10 entries", ...refused } as const;
    const lines = `this change would remove 9 of 10 entries.\nIt would remove "com.a" and 8 more.\n${sentence}\nTo approve it: pulumi up`;
    expectSentences(verdict, lines, { progress });
  });
});

describe("entries that were refused", () => {
  const app = { entries: bundles("com.a"), isCertain: true, error: refusal() };
  const site = { entries: website, isCertain: true, error: refusal() };
  const both = '1 app bundle ("com.a"); 1 website ("a.example")';
  const full =
    "Entries are removed only after all additions: if the list is full, run one pulumi up that only removes.";
  const present =
    "An API may refuse entries that are in the list already, and this one does not show them: leave such entries out " +
    "of the program, or remove them from the list first.";
  const absent =
    "An API may refuse to remove absent entries, and this one does not show them: if app-list:observe is not probe, " +
    "set it to probe for one command, which finds that out.";
  const hidden = { views: { ...seenViews(noEntries), websites: believedViews(noEntries).websites } };
  const waiting = { progress: { ...untouched, toRemove: bundles("com.b") } };
  const open = `${done} Remaining: 1 app bundle to remove.`;

  it.each<[string, Action, readonly RefusedGroup[], Partial<Subject>, string]>([
    [
      "are named by kind, with what the API returned for the first",
      "add",
      [
        { ...app, error: refusal("not an app") },
        { ...site, error: refusal("not a website") },
      ],
      {},
      `${both}. The API returned: not an app. ${done} ${fix} Try again.`,
    ],
    [
      "are named as a group if they could not be told apart",
      "add",
      [{ ...app, entries: entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] }), isCertain: false }],
      {},
      '2 app bundles and 1 placement ID ("com.a", "com.b", "1-a") (refused together with others; not narrowed down further). ' +
        `${done} ${fix} Try again.`,
    ],
    [
      "are not reported as refused alone if they were sent together with others only",
      "add",
      [{ ...app, isCertain: false }],
      {},
      `1 app bundle ("com.a") (refused together with others; not narrowed down further). ${done} ${fix} Try again.`,
    ],
    [
      "are followed by what helps if some of them are of a kind that is not shown, and may be present",
      ...(["add", [app, site], hidden, `${both}. ${done} ${fix} ${present} Try again.`] as const),
    ],
    [
      "are followed by what helps if some of them are of a kind that is not shown, and may be absent",
      ...(["remove", [app, site], hidden, `${both}. ${done} ${fix} ${absent} Try again.`] as const),
    ],
    [
      "are not followed by that if their kind is shown",
      ...(["add", [app], hidden, `1 app bundle ("com.a"). ${done} ${fix} Try again.`] as const),
    ],
    [
      "are followed by what to do about a full list when removals wait for the additions",
      ...(["add", [app], waiting, `1 app bundle ("com.a"). ${open} ${fix} ${full} Try again.`] as const),
    ],
    [
      "are not followed by that if they are removals",
      ...(["remove", [app], waiting, `1 app bundle ("com.a"). ${open} ${fix} Try again.`] as const),
    ],
  ])("%s", (_, action, groups, parts, sentences) => {
    const failure = { code: "ENTRIES_REFUSED", action, groups } as const;
    expectSentences(failure, `the API refused to ${action} ${sentences}`, parts);
  });
});

describe("entries that did not take effect", () => {
  const removedMeanwhile = bundles("com.a", "com.b");
  const withComma = entries({ appBundles: ["com.a"], websites: ["a.example,b.example"] });

  it.each<[string, Partial<Unapplied>, string]>([
    [
      "are named if they were left out",
      { missing: bundles("com.a", "com.b") },
      `the API returned success, but left out 2 app bundles ("com.a", "com.b"). ${done} ${unexplained} Try again.`,
    ],
    [
      "are named if they were kept",
      { remaining: entries({ placementIds: ["1-a"] }) },
      `the API returned success, but kept 1 placement ID ("1-a"). ${done} ${unexplained} Try again.`,
    ],
    [
      "are named if they were left out and kept",
      { missing: bundles("com.a"), remaining: bundles("com.b") },
      'the API returned success, but left out 1 app bundle ("com.a") and kept 1 app bundle ("com.b"). ' +
        `${done} ${unexplained} Try again.`,
    ],
    [
      "are named when someone removed them meanwhile, without blaming the API",
      { removedMeanwhile },
      "someone else is changing the list and removes entries that this change adds: 2 app bundles " +
        `("com.a", "com.b"). ${done} Try again.`,
    ],
    [
      "are reported as removable by hand only if no request can name one",
      { remaining: withComma },
      'the API returned success, but kept 1 app bundle and 1 website ("com.a", "a.example,b.example"). ' +
        `${done} No request can name an entry that contains a comma: remove it from the list by hand. ${unexplained} ` +
        "Try again.",
    ],
  ])("%s", (_, facts, sentences) => {
    expectSentences({ code: "ENTRIES_NOT_APPLIED", ...facts }, sentences);
  });

  it("are explained by the form in which the API stores them", () => {
    const failure = { code: "ENTRIES_NOT_APPLIED", missing: bundles("com.A") } as const;
    const sentences =
      `the API returned success, but left out 1 app bundle ("com.A"). ${done} The API stores "com.A" as "com.a": ` +
      "write that. Try again.";
    expectSentences(failure, sentences, { views: seenViews(bundles("com.a")) });
  });

  it("are explained by five examples at most", () => {
    const names = Array.from({ length: 7 }, (_, index) => `com.A${index}`);
    const failure = { code: "ENTRIES_NOT_APPLIED", missing: bundles(...names) } as const;
    const forms = names.slice(0, 5).map((name) => `"${name}" as "${name.toLowerCase()}"`);
    const sentences =
      'the API returned success, but left out 7 app bundles ("com.A0", "com.A1", "com.A2", "com.A3", "com.A4" and 2 more). ' +
      `${done} The API stores ${forms.join(", ")} and 2 more: write that. ` +
      "Try again.";
    const views = seenViews(bundles(...names.map((name) => name.toLowerCase())));
    expectSentences(failure, sentences, { views });
  });
});

describe("an exclusive list that could not be seen", () => {
  it("gives the reason, how far the change got, and two ways out", () => {
    const sentences =
      "exclusive requires that the list can be read, and it could not be: the API refuses it. " +
      `${done} Change app-list:observe, or remove exclusive from the resource.`;
    expectSentences({ code: "LIST_UNVERIFIED", reason: "the API refuses it" }, sentences);
  });
});

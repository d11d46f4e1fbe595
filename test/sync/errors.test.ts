import { describe, expect, it } from "vitest";
import { noEntries, type Action } from "../../provider/list/entries";
import { believedViews, seenViews } from "../../provider/list/views";
import { ApiError, type Effect } from "../../provider/api/errors";
import type { Meaning } from "../../provider/api/meaning";
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

const subject = { appListId: 7, name: "brand-safety", progress: untouched, hasSent: true, next: "Try again." };

type Unapplied = Extract<Failure, { readonly code: "ENTRIES_NOT_APPLIED" }>;

const website = entries({ websites: ["a.example"] });
const done = "No change was observed.";
const fix = "Fix these entries, or remove them from the program.";
const unexplained = "Ask the operator of the API for the reason.";
const next = "Try again.";

/** Expects an error with the code and the facts of a failure, and with these lines about its list. */
function expectLines(failure: Failure, lines: readonly string[], parts: Partial<Subject> = {}): void {
  const error = new ChangeError(failure, { ...subject, ...parts });
  expect(error).toMatchObject({ name: "ChangeError", code: failure.code, appListId: 7, details: failure });
  expect(error.message).toBe(`app list 7 "brand-safety": ${lines.join("\n")}`);
}

/** An error of the API, with its reason if it gives one. */
function causeOf(meaning: Meaning, effect: Effect, status?: number, detail?: string): ApiError {
  const facts = { effect, method: "PATCH", path: "/v1/app_list/7/add", status, detail };
  return new ApiError(
    meaning,
    { problem: "The connection broke.", advice: status === 404 ? ["Check it."] : undefined },
    facts,
  );
}

const refusal = (detail?: string): ApiError => causeOf("aboutEntries", "denied", 422, detail);
const interrupted = { code: "CHANGE_INTERRUPTED", cause: causeOf("tryAgain", "denied") } as const;
const lost = { code: "CHANGE_INTERRUPTED", cause: causeOf("outcomeUnknown", "possible") } as const;

describe("every failed change", () => {
  it("names its list, by its ID alone if the name is unknown, and carries its cause", () => {
    const error = new ChangeError(interrupted, { ...subject, name: undefined });
    expect(error.message).toMatch(/^app list 7: the connection broke\.\n/u);
    expect(error.cause).toBe(interrupted.cause);
  });

  it.each<[string, Partial<Subject>, Partial<Progress>, string]>([
    ["that nothing was sent", { hasSent: false }, {}, "Nothing was added or removed."],
    [
      "what remains of a change of which nothing was sent",
      { hasSent: false },
      { toAdd: bundles("com.a", "com.b") },
      "Nothing was added or removed; 2 app bundles remain to be added.",
    ],
    ["that nothing was observed", {}, {}, done],
    ["what was added", {}, { added: bundles("com.a", "com.b") }, "This change added 2 app bundles."],
    [
      "what was added and removed, and what remains",
      {},
      {
        added: bundles("com.a"),
        removed: website,
        toAdd: bundles("com.b"),
        toRemove: entries({ placementIds: ["1-a", "2-a"] }),
      },
      "This change added 1 app bundle and removed 1 website; 1 app bundle remains to be added and 2 placement IDs to be " +
        "removed.",
    ],
    [
      "what is still to be removed",
      {},
      { toRemove: website },
      "No change was observed; 1 website remains to be removed.",
    ],
    [
      "what is not known",
      {},
      { removed: bundles("com.a"), unconfirmed: bundles("com.b") },
      "This change removed 1 app bundle; 1 app bundle may or may not be in the list.",
    ],
  ])("reports %s", (_, parts, progress, line) => {
    expectLines(interrupted, ["the connection broke.", line, next], {
      ...parts,
      progress: { ...untouched, ...progress },
    });
  });

  it("reports that nothing was changed if it did not begin", () => {
    expectLines(interrupted, ["the connection broke.", "Nothing was changed.", next], { progress: undefined });
  });
});

describe("a change that was interrupted", () => {
  it.each([
    ["They", bundles("com.a", "com.b")],
    ["It", website],
  ])("does not repeat the entries that its first line counts: %s", (they, unconfirmed) => {
    const progress = { ...untouched, unconfirmed };
    expectLines(lost, ["the connection broke.", `${they} may or may not be in the list.`, next], { progress });
  });

  it("by a 404 names what to do about a list that is gone, unless the resource is new", () => {
    const failure = { code: "CHANGE_INTERRUPTED", cause: causeOf("absent", "denied", 404) } as const;
    const lines = ["the connection broke.", done, "Check it."];
    const gone =
      "If app list 7 no longer exists, remove its resource from the program, and run: pulumi state delete URN";
    expectLines(failure, [...lines, gone, next]);
    expectLines(failure, [...lines, next], { isNew: true });
  });
});

it("does not repeat the name of the list if the login may not change it, nor advises to run the command again", () => {
  const texts = { problem: "ad.ops@example.com may not change app list 7 (403).", advice: ["Ask for write access."] };
  const facts = { effect: "none", method: "PATCH", path: "/v1/app_list/7/add", status: 403 } as const;
  const failure = { code: "PERMISSION_DENIED", cause: new ApiError("notPermitted", texts, facts) } as const;
  const line = "Nothing was added or removed; 3 app bundles remain to be added.";
  const progress = { ...untouched, toAdd: bundles("com.a", "com.b", "com.c") };
  const lines = ["ad.ops@example.com may not change this list (403).", line, "Ask for write access."];
  expectLines(failure, lines, { progress, hasSent: false });
});

describe("a change that removes too much", () => {
  it.each<[string, Progress | undefined, string]>([
    ["reports that nothing was changed, and how to approve it", undefined, "Nothing was changed."],
    ["reports earlier changes", { ...untouched, added: bundles("com.a") }, "This change added 1 app bundle."],
  ])("%s", (_, progress, sentence) => {
    const refused = { effect: 'remove "com.a" and 8 more', commands: ["To approve it: pulumi up"] };
    const verdict = { code: "CHANGE_LIMIT", reason: "would remove 9 of 10 entries", ...refused } as const;
    const lines = ["this change would remove 9 of 10 entries.", 'It would remove "com.a" and 8 more.'];
    expectLines(verdict, [...lines, sentence, "To approve it: pulumi up"], { progress });
  });
});

describe("entries that were refused", () => {
  const app = { entries: bundles("com.a"), isCertain: true, error: refusal() };
  const site = { entries: website, isCertain: true, error: refusal() };
  const oneApp = '1 app bundle ("com.a")';
  const both = `${oneApp}; 1 website ("a.example") (422).`;
  const together = "(refused together with others; not narrowed down further)";
  const full = "If the list is full, run one pulumi up that only removes: removals follow all additions.";
  const present =
    "An API may refuse entries that are in the list already, and this one does not show them: leave such entries out " +
    "of the program, or remove them from the list first.";
  const absent =
    "An API may refuse to remove absent entries, and this one does not show them: if app-list:observe is not probe, " +
    "set it to probe for one command, which finds that out.";
  const hidden = { views: { ...seenViews(noEntries), websites: believedViews(noEntries).websites } };
  const waiting = { progress: { ...untouched, toRemove: bundles("com.b") } };
  const open = "No change was observed; 1 app bundle remains to be removed.";

  it.each<[string, Action, readonly RefusedGroup[], Partial<Subject>, string, readonly string[]]>([
    [
      "are named by kind, with what the API returned for the first",
      "add",
      [{ ...app, error: refusal("not an app") }, site],
      {},
      `${both} The API returned: not an app.`,
      [done, fix],
    ],
    [
      "are named as a group if they could not be told apart",
      "add",
      [{ ...app, entries: entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] }), isCertain: false }],
      {},
      `2 app bundles and 1 placement ID ("com.a", "com.b", "1-a") ${together} (422).`,
      [done, fix],
    ],
    [
      "are not reported as refused alone if they were sent together with others only",
      "add",
      [{ ...app, isCertain: false }],
      {},
      `${oneApp} ${together} (422).`,
      [done, fix],
    ],
    ["of a kind that is not shown may be present", "add", [app, site], hidden, both, [done, fix, present]],
    ["of a kind that is not shown may be absent", "remove", [app, site], hidden, both, [done, fix, absent]],
    ["are not followed by that if their kind is shown", "add", [app], hidden, `${oneApp} (422).`, [done, fix]],
    [
      "are followed by what to do about a full list when removals wait for the additions",
      "add",
      [app],
      waiting,
      `${oneApp} (422).`,
      [open, fix, full],
    ],
    ["are not followed by that if they are removals", "remove", [app], waiting, `${oneApp} (422).`, [open, fix]],
  ])("%s", (_, action, groups, parts, problem, lines) => {
    expectLines(
      { code: "ENTRIES_REFUSED", action, groups },
      [`the API refused to ${action} ${problem}`, ...lines, next],
      parts,
    );
  });
});

describe("entries that did not take effect", () => {
  const removedMeanwhile = bundles("com.a", "com.b");
  const withComma = entries({ appBundles: ["com.a"], websites: ["a.example,b.example"] });
  const [oneApp, twoApps] = ['1 app bundle ("com.a")', '2 app bundles ("com.a", "com.b")'];

  it.each<[string, Partial<Unapplied>, string, readonly string[]]>([
    [
      "are named if they were left out",
      { missing: bundles("com.a", "com.b") },
      `the API returned success, but left out ${twoApps}.`,
      [unexplained],
    ],
    [
      "are named if they were left out and kept",
      { missing: bundles("com.a"), remaining: bundles("com.b") },
      `the API returned success, but left out ${oneApp} and kept 1 app bundle ("com.b").`,
      [unexplained],
    ],
    [
      "are named when someone removed them meanwhile, without blaming the API",
      { removedMeanwhile },
      `someone else is changing the list and removes entries that this change adds: ${twoApps}.`,
      [],
    ],
    [
      "are reported as removable by hand only if no request can name one",
      { remaining: withComma },
      'the API returned success, but kept 1 app bundle and 1 website ("com.a", "a.example,b.example").',
      ["No request can name an entry that contains a comma: remove it from the list by hand.", unexplained],
    ],
  ])("%s", (_, facts, problem, advice) => {
    expectLines({ code: "ENTRIES_NOT_APPLIED", ...facts }, [problem, done, ...advice, next]);
  });

  it("are explained by the form in which the API stores them", () => {
    const failure = { code: "ENTRIES_NOT_APPLIED", missing: bundles("com.A") } as const;
    const lines = ['the API returned success, but left out 1 app bundle ("com.A").', done];
    const views = seenViews(bundles("com.a"));
    expectLines(failure, [...lines, 'The API stores "com.A" as "com.a": write that.', next], { views });
  });
});

describe("an exclusive list that could not be seen", () => {
  it("gives the reason, how far the change got, and two ways out", () => {
    expectLines({ code: "LIST_UNVERIFIED", reason: "the API refuses it" }, [
      "exclusive requires that the list can be read, and it could not be: the API refuses it.",
      done,
      "Change app-list:observe, or remove exclusive from the resource.",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { noEntries, type Action } from "../../provider/list/entries";
import { ApiError } from "../../provider/api/errors";
import { ChangeError, type Subject } from "../../provider/sync/errors";
import type { Progress } from "../../provider/sync/knowledge";
import type { RefusedGroup } from "../../provider/sync/send";
import { bundles, entries } from "./list";

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

const interrupted = { code: "CHANGE_INTERRUPTED", cause: undefined } as const;

/** A refusal of the API, with its reason if it gives one. */
function refusal(detail?: string): ApiError {
  const facts = { effect: "denied", method: "PATCH", path: "/v1/app_list/7/add", status: 422 } as const;
  return new ApiError("REQUEST_REFUSED", "The API refused the request.", { ...facts, detail });
}

describe("every failed change", () => {
  it("names its list, by its ID alone if the name is unknown", () => {
    const error = new ChangeError(interrupted, { ...subject, name: undefined });
    expect(error.appListId).toBe(7);
    expect(error.message).toMatch(/^app list 7: the change was interrupted\. /u);
  });

  it.each<[string, Partial<Progress>, string]>([
    ["nothing", {}, "No other change was observed."],
    ["what was added", { added: bundles("com.a", "com.b") }, "This change added 2 app bundles."],
    [
      "what was added and removed",
      { added: bundles("com.a"), removed: entries({ websites: ["a.example"] }) },
      "This change added 1 app bundle and removed 1 website.",
    ],
    [
      "what is still to be added and removed",
      { toAdd: bundles("com.a"), toRemove: entries({ placementIds: ["1-a", "2-a"] }) },
      "No other change was observed. Remaining: 1 app bundle to add, 2 placement IDs to remove.",
    ],
    [
      "what is not known",
      { removed: bundles("com.a"), unconfirmed: bundles("com.b") },
      "This change removed 1 app bundle. Outcome unknown: the last request for 1 app bundle may have taken effect.",
    ],
  ])("reports its progress: %s", (_, progress, sentences) => {
    const error = new ChangeError(interrupted, { ...subject, progress: { ...untouched, ...progress } });
    expect(error.message).toBe(
      `app list 7 "brand-safety": the change was interrupted. There was no response to a request. ${sentences} Try again.`,
    );
  });
});

describe("a change that was interrupted", () => {
  it("gives the reason, and carries it", () => {
    const cause = refusal();
    const error = new ChangeError({ ...interrupted, cause }, subject);
    expect(error).toMatchObject({ name: "ChangeError", code: "CHANGE_INTERRUPTED", cause });
    expect(error.message).toBe(
      'app list 7 "brand-safety": the change was interrupted. The API refused the request. ' +
        "No other change was observed. Try again.",
    );
  });
});

describe("a change that removes too much", () => {
  const verdict = { code: "REMOVAL_LIMIT", reason: "would remove 9 of 10 entries", remedy: "Allow it." } as const;

  it("reports that it was not started, and how to allow it", () => {
    const error = new ChangeError(verdict, { ...subject, progress: undefined });
    expect(error.code).toBe("REMOVAL_LIMIT");
    expect(error.message).toBe(
      'app list 7 "brand-safety": this change would remove 9 of 10 entries. It was not started. Allow it.',
    );
  });

  it("reports earlier changes", () => {
    const error = new ChangeError(verdict, { ...subject, progress: { ...untouched, added: bundles("com.a") } });
    expect(error.message).toBe(
      'app list 7 "brand-safety": this change would remove 9 of 10 entries. This change added 1 app bundle. Allow it.',
    );
  });
});

describe("entries that were refused", () => {
  /** A list of which every kind is shown. */
  const shown = noEntries;
  function refusalError(action: Action, groups: readonly RefusedGroup[], parts: Partial<Subject> = {}): ChangeError {
    return new ChangeError({ code: "ENTRIES_REFUSED", action, groups }, { ...subject, observed: shown, ...parts });
  }

  it("are named by kind, with what the API returned for the first", () => {
    const refused = [
      { entries: bundles("com.a"), isCertain: true, error: refusal("not an app") },
      { entries: entries({ websites: ["a.example"] }), isCertain: true, error: refusal("not a website") },
    ];
    const error = refusalError("add", refused);
    expect(error).toMatchObject({ code: "ENTRIES_REFUSED", details: { groups: refused } });
    expect(error.message).toBe(
      'app list 7 "brand-safety": the API refused to add app bundle "com.a"; website "a.example". ' +
        "The API returned: not an app. No other change was observed. " +
        "Fix the refused entries, or remove them from the program. Try again.",
    );
  });

  it("are named as a group if they could not be told apart", () => {
    const group = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
    const error = refusalError("add", [{ entries: group, isCertain: false, error: refusal() }]);
    expect(error.message).toBe(
      'app list 7 "brand-safety": the API refused to add one or more of app bundles "com.a", "com.b" and ' +
        'placement ID "1-a" (3 entries; not narrowed down further). ' +
        "No other change was observed. Fix the refused entries, or remove them from the program. Try again.",
    );
  });

  it("are not reported as refused alone if they were sent together with others only", () => {
    const refused = [{ entries: bundles("com.a"), isCertain: false, error: refusal() }];
    expect(refusalError("add", refused).message).toContain(
      'the API refused to add app bundle "com.a" together with others (it was not sent alone).',
    );
  });

  it("are followed by what helps if some of them are of a kind that is not shown", () => {
    const refused = [
      { entries: bundles("com.a"), isCertain: true, error: refusal() },
      { entries: entries({ websites: ["a.example"] }), isCertain: true, error: refusal() },
    ];
    const hidden = { ...shown, websites: undefined };
    expect(refusalError("add", refused, { progress: untouched, observed: hidden }).message).toContain(
      "Fix the refused entries, or remove them from the program. An API may refuse entries that are in the list " +
        "already, and this one does not show them: leave such entries out of the program, or remove them from the list " +
        "first. Try again.",
    );
    expect(refusalError("remove", refused, { progress: untouched, observed: hidden }).message).toContain(
      "An API may refuse to remove absent entries, and this one does not show them: if app-list:observe is not probe, " +
        "set it to probe for one command, which finds that out. Try again.",
    );
    expect(refusalError("add", refused.slice(0, 1), { progress: untouched, observed: hidden }).message).not.toContain(
      "does not show them",
    );
  });

  it("are followed by what to do about a full list when removals wait for the additions", () => {
    const refused = [{ entries: bundles("com.a"), isCertain: true, error: refusal() }];
    const waiting = { ...untouched, toRemove: bundles("com.b") };
    const order =
      " Entries are removed only after all additions: if the list is full, run one pulumi up that only removes. Try again.";
    expect(refusalError("add", refused, { progress: waiting, observed: shown }).message).toContain(order);
    expect(refusalError("remove", refused, { progress: waiting, observed: shown }).message).not.toContain(
      "after all additions",
    );
  });
});

describe("entries that did not take effect", () => {
  const unexplained = "Ask the operator of the API for the reason.";
  const nothing = {
    code: "ENTRIES_NOT_APPLIED",
    missing: noEntries,
    removedMeanwhile: noEntries,
    remaining: noEntries,
  } as const;

  it.each([
    ["left out", bundles("com.a", "com.b"), noEntries, 'left out app bundles "com.a", "com.b"'],
    ["kept", noEntries, entries({ placementIds: ["1-a"] }), 'kept placement ID "1-a"'],
    [
      "left out and kept",
      bundles("com.a"),
      bundles("com.b"),
      'left out app bundle "com.a" and kept app bundle "com.b"',
    ],
  ])("are named if they were %s", (_, missing, remaining, words) => {
    const error = new ChangeError({ ...nothing, missing, remaining }, subject);
    expect(error).toMatchObject({ code: "ENTRIES_NOT_APPLIED", details: { missing, remaining } });
    expect(error.message).toBe(
      `app list 7 "brand-safety": the API returned success, but ${words}. ` +
        `No other change was observed. ${unexplained} Try again.`,
    );
  });

  it("are explained by the form in which the API stores them", () => {
    const result = { ...nothing, missing: bundles("com.A") };
    expect(new ChangeError(result, { ...subject, observed: bundles("com.a") }).message).toBe(
      'app list 7 "brand-safety": the API returned success, but left out app bundle "com.A". ' +
        'No other change was observed. The API stores "com.A" as "com.a": ' +
        "declare entries in the form in which the API stores them. Try again.",
    );
  });

  it("are explained by five examples at most, and by nothing if the form is not the reason", () => {
    const names = Array.from({ length: 7 }, (_, index) => `com.A${index}`);
    const observed = bundles(...names.slice(0, 6).map((name) => name.toLowerCase()));
    const result = { ...nothing, missing: bundles(...names) };
    const { message } = new ChangeError(result, { ...subject, observed });
    expect(message).toContain('The API stores "com.A0" as "com.a0", "com.A1" as "com.a1", ');
    expect(message).toContain('"com.A4" as "com.a4": declare');
    expect(message).toContain(`the API stores them. ${unexplained} Try again.`);
  });
});

describe("entries that others change at the same time", () => {
  const nothing = {
    code: "ENTRIES_NOT_APPLIED",
    missing: noEntries,
    removedMeanwhile: noEntries,
    remaining: noEntries,
  } as const;

  it("are named when someone removed them meanwhile, without blaming the API", () => {
    const removedMeanwhile = bundles("com.a", "com.b");
    const error = new ChangeError({ ...nothing, removedMeanwhile }, subject);
    expect(error.details).toMatchObject({ removedMeanwhile });
    expect(error.message).toBe(
      'app list 7 "brand-safety": someone else is changing the list and removes entries that ' +
        'this change adds: app bundles "com.a", "com.b". No other change was observed. Try again.',
    );
  });

  it("are reported as removable by hand only if no request can name one", () => {
    const remaining = entries({ appBundles: ["com.a"], websites: ["a.example,b.example"] });
    expect(new ChangeError({ ...nothing, remaining }, subject).message).toBe(
      'app list 7 "brand-safety": the API returned success, but kept app bundle "com.a" and ' +
        'website "a.example,b.example". No other change was observed. No request can name an entry that contains a ' +
        "comma: remove it from the list by hand. Ask the operator of the API for the reason. Try again.",
    );
  });
});

describe("an exclusive list that could not be seen", () => {
  it("gives the reason, how far the change got, and two ways out", () => {
    const error = new ChangeError({ code: "LIST_UNVERIFIED", reason: "the API refuses it" }, subject);
    expect(error.code).toBe("LIST_UNVERIFIED");
    expect(error.message).toBe(
      'app list 7 "brand-safety": exclusive requires that the list can be read, and it could not be: the API refuses it. ' +
        "No other change was observed. Change app-list:observe, or remove exclusive from the resource.",
    );
  });
});

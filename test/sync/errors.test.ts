import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { ServiceError } from "../../provider/service/errors";
import {
  ChangeInterruptedError,
  EntriesNotAppliedError,
  EntriesRefusedError,
  ListNotSeenError,
  RemovalLimitError,
  type Progress,
} from "../../provider/sync/errors";
import { bundles, entries } from "./list";

const subject = { appListId: 7, name: "brand-safety", next: "Try again." };

const untouched: Progress = {
  added: noEntries,
  removed: noEntries,
  toAdd: noEntries,
  toRemove: noEntries,
  unconfirmed: noEntries,
};

/** A refusal of the service, with its words where it has any. */
function refusal(said?: string): ServiceError {
  const facts = { effect: "denied", method: "PATCH", path: "/v1/app_list/7/add", status: 422 } as const;
  return new ServiceError("REQUEST_REFUSED", "The service refused the request.", { ...facts, detail: said });
}

describe("every failed change", () => {
  it("names its list, by its id alone where the name is not known", () => {
    const error = new ChangeInterruptedError({ ...subject, name: undefined }, undefined, untouched);
    expect(error.appListId).toBe(7);
    expect(error.message).toMatch(/^app list 7: the change was interrupted\. /u);
  });

  it.each<[string, Partial<Progress>, string]>([
    ["nothing", {}, "Nothing else was observed to change."],
    ["what was added", { added: bundles("com.a", "com.b") }, "This change added 2 app bundles."],
    [
      "what was added and removed",
      { added: bundles("com.a"), removed: entries({ websites: ["a.example"] }) },
      "This change added 1 app bundle and removed 1 website.",
    ],
    [
      "what is still to be added and removed",
      { toAdd: bundles("com.a"), toRemove: entries({ placementIds: ["1-a", "2-a"] }) },
      "Nothing else was observed to change. Left: 1 app bundle still to be added, 2 placement ids still to be removed.",
    ],
    [
      "what is not known",
      { removed: bundles("com.a"), unconfirmed: bundles("com.b") },
      "This change removed 1 app bundle. Not known: whether the last request about 1 app bundle took effect.",
    ],
  ])("says how far it got: %s", (_, progress, sentences) => {
    const error = new ChangeInterruptedError(subject, undefined, { ...untouched, ...progress });
    expect(error.message).toBe(
      `app list 7 "brand-safety": the change was interrupted. An answer did not arrive. ${sentences} Try again.`,
    );
  });
});

describe("a change that was interrupted", () => {
  it("gives the reason, and carries it", () => {
    const cause = refusal();
    const error = new ChangeInterruptedError(subject, cause, untouched);
    expect(error).toMatchObject({ name: "ChangeInterruptedError", code: "CHANGE_INTERRUPTED", cause });
    expect(error.message).toBe(
      'app list 7 "brand-safety": the change was interrupted. The service refused the request. ' +
        "Nothing else was observed to change. Try again.",
    );
  });
});

describe("a change that removes too much", () => {
  const verdict = { reason: "would remove 9 of 10 entries", remedy: "Allow it." };

  it("says that nothing was changed, and how to allow it", () => {
    const error = new RemovalLimitError(subject, verdict, undefined);
    expect(error.code).toBe("REMOVAL_LIMIT");
    expect(error.message).toBe(
      'app list 7 "brand-safety": this change would remove 9 of 10 entries. Nothing was changed. Allow it.',
    );
  });

  it("says what was done before that was known", () => {
    const error = new RemovalLimitError(subject, verdict, { ...untouched, added: bundles("com.a") });
    expect(error.message).toBe(
      'app list 7 "brand-safety": this change would remove 9 of 10 entries. This change added 1 app bundle. Allow it.',
    );
  });
});

describe("entries that were refused", () => {
  /** A list of which every kind is shown. */
  const shown = noEntries;

  it("are named by kind, with what the service said of the first", () => {
    const refused = [
      { entries: bundles("com.a"), error: refusal("not an app") },
      { entries: entries({ websites: ["a.example"] }), error: refusal("not a website") },
    ];
    const error = new EntriesRefusedError(subject, "add", refused, untouched, shown);
    expect(error).toMatchObject({ code: "ENTRIES_REFUSED", refused });
    expect(error.message).toBe(
      'app list 7 "brand-safety": the service refused to add app bundle "com.a"; website "a.example". ' +
        "The service said: not an app. Nothing else was observed to change. " +
        "Correct or take away what was refused. Try again.",
    );
  });

  it("are named as a group where they could not be told apart", () => {
    const group = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
    const error = new EntriesRefusedError(subject, "add", [{ entries: group, error: refusal() }], untouched, shown);
    expect(error.message).toBe(
      'app list 7 "brand-safety": the service refused to add one or more of app bundles "com.a", "com.b" and ' +
        'placement id "1-a" (3 entries that could not be told apart in time). ' +
        "Nothing else was observed to change. Correct or take away what was refused. Try again.",
    );
  });

  it("are followed by what helps where some of them are of a kind that is not shown", () => {
    const refused = [
      { entries: bundles("com.a"), error: refusal() },
      { entries: entries({ websites: ["a.example"] }), error: refusal() },
    ];
    const hidden = { ...shown, websites: undefined };
    expect(new EntriesRefusedError(subject, "add", refused, untouched, hidden).message).toContain(
      "Correct or take away what was refused. Some services refuse what is in the list already, and this one does not " +
        "show it: leave such entries out of the program, or have them taken out of the list first. Try again.",
    );
    expect(new EntriesRefusedError(subject, "remove", refused, untouched, hidden).message).toContain(
      "Some services refuse to remove what is not in the list, and this one does not show it: where app-list:observe " +
        "is off, set it to probe for one up, which finds that out. Try again.",
    );
    expect(new EntriesRefusedError(subject, "add", refused.slice(0, 1), untouched, hidden).message).not.toContain(
      "does not show it",
    );
  });

  it("are followed by what to do about a full list where removals wait for the additions", () => {
    const refused = [{ entries: bundles("com.a"), error: refusal() }];
    const waiting = { ...untouched, toRemove: bundles("com.b") };
    const order =
      " Removals wait for additions; if the list is full, remove entries first, with an up of their own. Try again.";
    expect(new EntriesRefusedError(subject, "add", refused, waiting, shown).message).toContain(order);
    expect(new EntriesRefusedError(subject, "remove", refused, waiting, shown).message).not.toContain("Removals wait");
  });
});

describe("entries that did not take effect", () => {
  const unexplained = "Ask the operator of the service why.";
  const nothing = { missing: noEntries, takenAway: noEntries, remaining: noEntries, lookAlikes: [] };

  it.each([
    ["left out", bundles("com.a", "com.b"), noEntries, 'left out app bundles "com.a", "com.b"'],
    ["kept", noEntries, entries({ placementIds: ["1-a"] }), 'kept placement id "1-a"'],
    [
      "left out and kept",
      bundles("com.a"),
      bundles("com.b"),
      'left out app bundle "com.a" and kept app bundle "com.b"',
    ],
  ])("are named where they were %s", (_, missing, remaining, words) => {
    const error = new EntriesNotAppliedError(subject, { ...nothing, missing, remaining }, untouched);
    expect(error).toMatchObject({ code: "ENTRIES_NOT_APPLIED", missing, remaining });
    expect(error.message).toBe(
      `app list 7 "brand-safety": the service answered with success but ${words}. ` +
        `Nothing else was observed to change. ${unexplained} Try again.`,
    );
  });

  it("are explained by the form in which the service stores them", () => {
    const result = { ...nothing, missing: bundles("com.A"), lookAlikes: [["com.A", "com.a"]] as const };
    expect(new EntriesNotAppliedError(subject, result, untouched).message).toBe(
      'app list 7 "brand-safety": the service answered with success but left out app bundle "com.A". ' +
        'Nothing else was observed to change. It stores "com.A" as "com.a", and the list holds that now: ' +
        "declare entries in the form in which the service stores them. Try again.",
    );
  });

  it("are explained by five examples at most, and by nothing where the form is not the reason", () => {
    const names = Array.from({ length: 7 }, (_, index) => `com.A${index}`);
    const lookAlikes = names.slice(0, 6).map((name) => [name, name.toLowerCase()] as const);
    const result = { ...nothing, missing: bundles(...names), lookAlikes };
    const { message } = new EntriesNotAppliedError(subject, result, untouched);
    expect(message).toContain('It stores "com.A0" as "com.a0", "com.A1" as "com.a1", ');
    expect(message).toContain('"com.A4" as "com.a4", and the list holds that now');
    expect(message).toContain(`the service stores them. ${unexplained} Try again.`);
  });
});

describe("entries that others change at the same time", () => {
  const nothing = { missing: noEntries, takenAway: noEntries, remaining: noEntries, lookAlikes: [] };

  it("are named where they were taken away, and the service is not blamed", () => {
    const takenAway = bundles("com.a", "com.b");
    const error = new EntriesNotAppliedError(subject, { ...nothing, takenAway }, untouched);
    expect(error.takenAway).toEqual(takenAway);
    expect(error.message).toBe(
      'app list 7 "brand-safety": somebody else changes the list at the same time and takes away what this change ' +
        'adds: app bundles "com.a", "com.b". Nothing else was observed to change. Try again.',
    );
  });

  it("are said to need a hand where no request can name one", () => {
    const remaining = entries({ appBundles: ["com.a"], websites: ["a.example,b.example"] });
    expect(new EntriesNotAppliedError(subject, { ...nothing, remaining }, untouched).message).toBe(
      'app list 7 "brand-safety": the service answered with success but kept app bundle "com.a" and ' +
        'website "a.example,b.example". Nothing else was observed to change. An entry with a comma in it cannot be ' +
        "named in a request: take it out of the list where it was put in. Ask the operator of the service why. Try again.",
    );
  });
});

describe("an exclusive list that could not be seen", () => {
  it("gives the reason, how far the change got, and two ways out", () => {
    const error = new ListNotSeenError(subject, "app-list:observe is off", untouched);
    expect(error.code).toBe("LIST_NOT_SEEN");
    expect(error.message).toBe(
      'app list 7 "brand-safety": exclusive needs to see the list, and it could not be seen: app-list:observe is off. ' +
        "Nothing else was observed to change. Choose another app-list:observe, or take exclusive away.",
    );
  });
});

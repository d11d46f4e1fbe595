import { describe, expect, it } from "vitest";
import { reportOutcome, type Report } from "../../provider/report/report";
import { printErrors } from "../../provider/report/summary";
import { viewOf } from "../../provider/report/view";
import { digestOf } from "../../provider/resource/approval";
import { buildReport } from "../../provider/report/build-report";
import { parsePreview } from "../../provider/report/preview";
import { parseState } from "../../provider/resource/state";
import { difference, noEntries, type Entries } from "../../provider/list/entries";
import { bundles, entries } from "../list/entries";
import {
  create,
  type Held,
  headlineOf,
  info,
  noticesOn,
  ofPlugin,
  oldState,
  outline,
  printPreview,
  refresh,
  refreshByProgram,
  remove,
  reportOf,
  stackStep,
  textOf,
  unknown,
  update,
  urnOf,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

const two = { appBundles: ["com.a", "com.b"] };
const one = { appBundles: ["com.a"] };
const exclusive = { exclusive: true };
const shared = { appBundles: ["com.own", "com.shared"], adopted: { appBundles: ["com.shared"] } };
const takeover = "# Takes over 1 app bundle from another resource, unchanged in the list.";

function shown(...steps: readonly PrintedStep[]): readonly string[] {
  return outline(reportOf(steps));
}

describe("an updated resource", () => {
  it("adds newly declared entries, removes those that are no longer declared, and keeps the rest", () => {
    const held = { appBundles: ["com.a", "com.b  # old note", "com.c"], adopted: { appBundles: ["com.c"] } };
    expect(shown(update("blocked", held, { appBundles: ["com.a  # new note", "com.d  # dating"] }))).toEqual([
      "update blocked: removed com.b # old note, removed com.c (adopted), added com.d # dating",
    ]);
  });

  it("keeps entries that another resource of the same list declares from now on", () => {
    const to = update("to", { appBundles: ["com.c"] }, { appBundles: ["com.b", "com.c"] });
    const lines = ["update from: kept com.b", "update to: no entries", takeover];
    expect(shown(update("from", two, one), to)).toEqual(lines);
  });

  it.each([
    ["of another list", { appListId: 9876 }, "9876"],
    ["of another account", { account: "eu" }, "eu"],
  ])("removes entries that only a resource %s declares", (_, elsewhere, where) => {
    expect(shown(update("from", two, one), create("to", { appBundles: ["com.b"], ...elsewhere }))).toEqual([
      "update from: removed com.b",
      `create to of ${where}: added com.b`,
    ]);
  });

  it("may remove entries that a resource with another provider declares: the base URLs may be the same", () => {
    const report = reportOf([ofPlugin(update("here", two, one)), ofPlugin(create("there", two), "eu")]);
    expect(headlineOf(report)).toBe("2 app lists will change: up to +2, up to −1");
    expect(outline(report)).toEqual(["update here: removed com.b", "create there: added com.a, added com.b"]);
  });

  it("may add entries that a resource with another provider adds, although the whole list is known, and no others", () => {
    const whole: Held = { ...one, facts: { unmanaged: 0 } };
    const steps = [ofPlugin(update("here", whole, two)), ofPlugin(create("there", two), "eu")];
    const totals = reportOf(steps).resources.map(({ totals: { added, removed } }) => [added, removed]);
    const none = { count: 0, isAtMost: false };
    expect(totals[0]).toEqual([{ count: 1, isAtMost: true }, none]);
    expect(headlineOf(reportOf([ofPlugin(update("here", whole, two))]))).toBe("1 app list will change: +1");
  });

  it("reports a change of arguments alone as such, not as a change of unknown entries", () => {
    const report = reportOf([update("blocked", two, { ...two, claimExisting: true, removalLimit: "40%" })]);
    expect(headlineOf(report)).toBe("1 app list will change: no entries");
    expect(report.resources[0]?.remarks).toEqual(["Changed arguments: claimExisting, removalLimit."]);
  });
});

describe("drift", () => {
  it("has the declared entries that are missing from the list", () => {
    const after = { ...one, missing: { appBundles: ["com.b", "com.c"] } };
    const declared = { appBundles: ["com.a", "com.b  # dating", "com.d"] };
    expect(shown(refresh("blocked", two), update("blocked", after, declared))).toEqual([
      "update blocked: added com.d, missing com.b # dating",
    ]);
  });

  it("has the unmanaged entries of an exclusive list", () => {
    const held = { ...one, ...exclusive, facts: { unmanaged: 2 } };
    const after = { ...held, observed: { appBundles: ["com.a", "com.x", "com.y"] } };
    const step = update("blocked", after, { appBundles: ["com.a", "com.y"], ...exclusive });
    expect(shown(refresh("blocked", held), step)).toEqual(["update blocked: unexpected com.x"]);
  });

  it("has no unmanaged entries if the list is no longer exclusive", () => {
    const after = { ...one, ...exclusive, observed: { appBundles: ["com.a", "com.x", "com.y"] } };
    const step = update("blocked", after, { appBundles: ["com.a", "com.x"] });
    const report = reportOf([refresh("blocked", { ...one, ...exclusive }), step]);
    expect(outline(report)).toEqual(["update blocked: no entries", "# Changed arguments: exclusive."]);
    expect(report.resources[0]?.totals.added).toEqual({ count: 0, isAtMost: false });
  });

  it("is not guessed from the inputs of an incomplete change, without a refresh", () => {
    const held = { ...one, ...exclusive, observed: { appBundles: ["com.a", "com.gone"] } };
    const step = update("blocked", held, { ...two, ...exclusive });
    expect(shown(step)).toEqual(["update blocked: added com.b"]);
  });
});

describe("a deleted resource", () => {
  it("removes added entries, keeps adopted ones, and keeps all with retainOnDelete", () => {
    const line = "delete blocked: removed com.own, kept com.shared (adopted)";
    expect(shown(remove("blocked", shared))).toEqual([line]);
    expect(shown(remove("blocked", { ...one, retainOnDelete: true }))).toEqual([
      "delete blocked: kept com.a",
      "# Its entries stay in the list (retainOnDelete).",
    ]);
  });

  it("keeps entries that a resource of another name declares: a rename without an alias changes no list", () => {
    expect(shown(create("after", one), remove("before", two))).toEqual([
      "create after: no entries",
      takeover,
      "delete before: removed com.b, kept com.a",
      '# Managed by "after" now: 1 app bundle. For a rename, set aliases.',
    ]);
    expect(
      shown(remove("before", two), update("other", { appBundles: ["com.c"] }, { appBundles: ["com.c"] })).join(),
    ).not.toContain("Managed by");
  });

  it("does not count additions of unknown outcome, which it removes if they appear", () => {
    expect(shown(remove("blocked", { ...one, unconfirmed: { appBundles: ["com.b"] } }))).toEqual([
      "delete blocked: removed com.a",
    ]);
  });
});

describe("a replaced resource", () => {
  it.each([
    ["list", { appListId: 9876 }, "9876", "removed"],
    // A list of another account with this ID may be the same list.
    ["account", { account: "eu" }, "eu", "kept"],
  ])("adds to the list of another %s, once with all steps of it", (_, given, list, change) => {
    const step = update("blocked", shared, { ...given, appBundles: ["com.own"] }, "replace");
    const lines = [
      `replace blocked of ${list}: added com.own`,
      `delete blocked: ${change} com.own, kept com.shared (adopted)`,
    ];
    expect(shown(step)).toEqual(lines);
    expect(shown({ ...step, op: "create-replacement" }, step, { ...step, op: "delete-replaced" })).toEqual(lines);
  });

  const many: Held = { appBundles: Array.from({ length: 20 }, (_, index) => `com.app${index}`) };
  const few = { appBundles: ["com.app0", "com.app1"] };
  const { given, ownership } = parseState({ ...oldState("blocked", many).outputs });
  const { managed } = ownership;
  const digestOfRemoving = (remove: Entries) => digestOf({ baseUrl: undefined, ...given }, { add: noEntries, remove });

  it.each([
    ["on its list", [update("blocked", many, few, "replace")], "18 of 20"],
    ["on another list", [update("blocked", many, { ...many, appListId: 9876 }, "replace")], "20"],
    ["renamed without aliases", [remove("blocked", many), create("banned", few)], "18 of 20"],
  ])("is judged if the engine calls no Diff for it: %s", (_, steps, removed) => {
    const digest = digestOfRemoving(removed === "20" ? managed : difference(managed, bundles(...few.appBundles)));
    const [error, ...others] = reportOf(steps).errors;
    expect(error).toMatchObject({ code: "CHANGE_LIMIT", digest, resources: ["blocked"] });
    expect(error?.message).toContain(`removalLimit "30%" allows 6 of 20; this change removes ${removed.split(" ")[0]}`);
    expect(others).toEqual([]);
    expect(textOf(reportOf(steps))).toContain("over the limit of 30%");
    expect(textOf(reportOf(steps))).not.toContain("no limit");
    expect(buildReport(parsePreview(printPreview(steps)), new Date(0), undefined, new Set([digest])).errors).toEqual(
      [],
    );
  });

  it("is not judged if it is only deleted", () => {
    expect(reportOf([remove("blocked", many)]).errors).toEqual([]);
  });

  it("keeps declared entries if it stays on its list", () => {
    expect(shown(update("blocked", shared, { appBundles: ["com.own", "com.new"] }, "replace"))).toEqual([
      "replace blocked: added com.new",
      takeover,
      "delete blocked: kept com.own, kept com.shared (adopted)",
    ]);
  });
});

describe("a value that a preview does not show", () => {
  it("has a remark, and counts neither as an entry nor as none", () => {
    const held = { ...one, websites: ["a.example"] };
    expect(shown(update("blocked", held, { appBundles: unknown, websites: ["b.example"] }))).toEqual([
      "update blocked: removed websites a.example, added websites b.example",
      "# Its app bundles are outputs of another resource and not known yet: their changes are not shown.",
    ]);
  });

  it("may be the ID of the list", () => {
    const report = reportOf([create("blocked", { appListId: unknown, ...one })]);
    expect(outline(report)).toEqual([
      "create blocked of undefined: added com.a",
      '# Output of another resource and not known yet: "appListId".',
    ]);
    expect(textOf(report)).toContain("\napp list with an ID that is not known yet (resource blocked, create)\n");
  });

  it("may be a secret, also one that does not change", () => {
    const inputs = { appListId: "[secret]", appBundles: "[secret]" };
    const outputs = { ...inputs, adopted: { appBundles: "[secret]" }, stateVersion: 1 };
    const step = { op: "update", urn: urnOf("blocked"), oldState: { ...oldState("blocked", {}), outputs } };
    expect(shown({ ...step, newState: { inputs } })).toEqual([
      "update blocked: no entries",
      "# Its app bundles are secret: their changes are not shown.",
    ]);
  });
});

describe("a report", () => {
  it("has no resources of other types, whatever their properties", () => {
    const newState = { inputs: null, outputs: { a: [1, { b: null }] } };
    const bucket = { op: "create", urn: urnOf("bucket", "my:component$aws:s3/bucket:Bucket"), newState };
    expect(shown(bucket, { ...stackStep, op: "update" })).toEqual([]);
  });

  it("has the resources without changes last, if the preview shows them", () => {
    const second = { appBundles: ["com.b"], id: 2 };
    const changed = update("second", second, { appListId: 2, appBundles: ["com.c"] });
    expect(shown(refresh("first", one), refresh("second", second), stackStep, changed)).toEqual([
      "update second of 2: removed com.b, added com.c",
      "same first: no entries",
    ]);
  });

  it("has each error once, with its resources and without the words of the engine", () => {
    const error = (message: string, name?: string): PrintedDiagnostic => ({
      message: `error: ${message}\n`,
      severity: "error",
      ...(name !== undefined && { urn: urnOf(name) }),
    });
    const problem = 'appBundles[0]: "a,b" contains a comma\n  appBundles[1]: "" is empty';
    const type = "pulumi-nodejs:dynamic/app-list:AppListEntries";
    const diagnostics = [
      error(`${type} resource 'blocked' has a problem: \n  ${problem}`, "blocked"),
      error("Preview failed: The API could not be reached.", "one"),
      error("Preview failed: The API could not be reached.", "two"),
      error("\u001b[31mpreview failed\u001b[39m"),
      { message: "pulumi-app-list: failed, see the error of the resource\n", severity: "info#err" },
    ];
    const report = reportOf([], diagnostics);
    expect(printErrors(report, "terminal")).toEqual([
      `resource "blocked": ${problem}`,
      'resources "one", "two": The API could not be reached.',
    ]);
    expect(reportOutcome(report)).toBe("error");
    expect(printErrors(reportOf([], diagnostics.slice(3)), "terminal")).toEqual(["preview failed"]);
  });
});

describe("messages", () => {
  const held = { ...one, facts: { name: 'a "name": with; marks' } };
  const notices = noticesOn({ appListId: 4321, name: 'a "name": with; marks' });
  const missing = notices.missing(bundles("com.a"));

  it("about a planned change are omitted, as the report has its entries, and others about it are not", () => {
    const more =
      'app list 4321 "x": claimExisting is true, so pulumi destroy will remove adopted entries, too: 1 app bundle ("com.a").';
    const diagnostics = [notices.change(bundles("com.a"), bundles("com.b")), more].map((line) => info(line));
    expect(outline(reportOf([update("blocked", held, { appBundles: ["com.b"] })], diagnostics))).toEqual([
      "update blocked: removed com.a, added com.b",
      `> ${more}`,
    ]);
  });

  it("about a resource or its list belong to the resource", () => {
    const expired = '1 app bundle has expired and is no longer declared: "com.x" (until 2026-01-31).';
    const report = reportOf([create("blocked", one)], [info(expired, urnOf("blocked")), info(missing)]);
    expect(outline(report)).toEqual(["create blocked: added com.a", `> ${expired}`, `> ${missing}`]);
  });

  it("about a resource that the preview omits belong to none, and unrelated ones are omitted", () => {
    const expired = '1 website has expired and is no longer declared: "a.example" (until 2026-11-20).';
    const plain = "app-list:password is in the stack's configuration file as plain text";
    const warnings = [plain, "something else"].map((text) => ({ message: `warning: ${text}\n`, severity: "warning" }));
    const report = reportOf([], [info(expired, urnOf("hidden")), ...warnings, info("hello")]);
    expect(outline(report)).toEqual([`> hidden: ${expired}`, `> ${plain}`]);
    expect(report.messages.map(({ severity }) => severity)).toEqual(["info", "warning"]);
  });
});

describe("kinds that the API does not show", () => {
  const websites = ["a.example"];
  const facts = { notVerified: ["websites" as const] };
  const notice = noticesOn({ appListId: 4321, name: "blocked apps" }).hiddenWebsites(entries({ websites }));

  it("are not verified after a refresh, and reported once", () => {
    const notVerifiedIn = (report: Report) => viewOf(report, "terminal").sections.flatMap(({ messages }) => messages);
    const step = update("blocked", { websites, facts }, { websites: ["b.example"] });
    const steps = [refresh("blocked", { websites }), step];
    expect(notVerifiedIn(reportOf(steps))).toEqual([
      'app list 4321 "blocked apps": not verified: the API did not show its websites.',
    ]);
    expect(notVerifiedIn(reportOf(steps, [info(notice)]))).toEqual([notice]);
    expect(notVerifiedIn(reportOf([step]))).toEqual([]);
  });

  it("are known from the state and from the provider's notices, with --run-program", () => {
    const verified = refreshByProgram("blocked", { websites }, { websites });
    const hidden = refreshByProgram("blocked", { websites, facts }, { websites });
    expect(reportOutcome(reportOf([stackStep, verified]))).toBe("nothing");
    for (const report of [reportOf([stackStep, hidden]), reportOf([stackStep, verified], [info(notice)])]) {
      expect(report.resources).toMatchObject([{ operation: "same", notVerified: ["websites"] }]);
      expect(reportOutcome(report)).toBe("notVerified");
    }
  });
});

describe("another base URL", () => {
  const held = { ...two, baseUrl: "https://old.example" };
  const config = { "app-list:baseUrl": "https://new.example" };

  it("removes and keeps no entries there, and is reported in the provider's words", () => {
    const moved = noticesOn({ appListId: 4321 }).moved('"https://old.example"', '"https://new.example"');
    const step = update("blocked", held, { appBundles: ["com.a", "com.c"] });
    const lines = ["update blocked: added com.a, added com.c", `> ${moved}`];
    expect(outline(reportOf([step], [info(moved)], config))).toEqual(lines);
  });

  it.each([
    ["a provider", ofPlugin(update("blocked", held, one), "eu")],
    ["an account", update("blocked", { ...held, account: "eu" }, { ...one, account: "eu" })],
  ])("is not assumed for %s, which can have settings of its own", (_, step) => {
    const { resources } = reportOf([step], [], config);
    expect(resources).toMatchObject([{ entries: [{ change: "removed", entry: "com.b" }] }]);
  });
});

describe("another account", () => {
  it("is another list: its declared entries are added, and nothing is removed from the old one", () => {
    const report = reportOf([update("blocked", two, { appBundles: ["com.a", "com.c"], account: "eu" })]);
    expect(headlineOf(report)).toBe("1 app list will change: up to +2");
    expect(outline(report)).toEqual(["update blocked of eu: added com.a, added com.c"]);
  });
});

import { describe, expect, it } from "vitest";
import { printMarkdown } from "../../provider/report/markdown";
import { reportOutcome, type Report } from "../../provider/report/report";
import { printError } from "../../provider/report/summary";
import {
  create,
  driftIn,
  numbered as names,
  ofPlugin,
  oldState,
  pluginType,
  refresh,
  refreshByProgram,
  remove,
  reportOf,
  same,
  stackStep,
  testReports,
  unknown,
  update,
  urnOf,
  warning,
  type Held,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

const apps = (...appBundles: readonly string[]) => ({ appBundles });
const numbered = (count: number) => apps(...names(count));

const [one, two, three] = [apps("com.a"), apps("com.a", "com.b"), apps("com.a", "com.b", "com.c")];
/** What a resource with two entries holds after a refresh that misses one. */
const lost: Held = { ...one, missing: apps("com.b") };
const partly: Held = { ...two, adopted: apps("com.b") };
const exclusive = { exclusive: true };
const read = { ...exclusive, observed: apps("com.a", "com.x", "com.y") };
const elsewhere = { appListId: 9876 };
const second = { ...apps("com.z"), id: 9876 };
const secret = { appListId: "[secret]", appBundles: "[secret]" };
const hiding = { ...oldState("blocked", two), outputs: { ...oldState("blocked", two).outputs, websites: "[secret]" } };
const sites = { websites: ["a.example"] };
const unshown: Held = { ...sites, facts: { notVerified: ["websites"] } };
const moved = { ...two, baseUrl: "https://old.example" };
const unreadMoved: Held = { ...moved, facts: { notVerified: ["appBundles"] } };
const stack = { config: { "app-list:baseUrl": "https://new.example" } };
const refreshedStack = { ...stackStep, op: "refresh" };

const unreadList: Held = { ...two, facts: { notVerified: ["appBundles"] } };
const unread = warning('app list 4321 "blocked apps": warning: not verified: the API returns 404.');
const move = warning('app list 4321 "blocked apps": warning: moved from another base URL.');
const quoting = 'a "name": with; marks';
const mistakes = "1 likely mistake: appBundles[0] is a link.";
const error = (message: string): PrintedDiagnostic => ({ message, severity: "error" });

/** A change after a refresh that found what the resource holds. */
const changed = (held: Held, declared: object, op?: string) =>
  reportOf([refresh("blocked", held), update("blocked", held, { ...declared }, op)]);
const losing = (declared: object) => [refresh("blocked", two), update("blocked", lost, { ...declared })];
const drifted = (declared: object) => reportOf(losing(declared));
const replaced = (given: object) => update("blocked", partly, { ...given, ...one }, "replace");
/** A resource whose inputs a preview did not check. */
const unchecked = (inputs: object, op = "create"): PrintedStep => {
  const step = ofPlugin(create("blocked", {}), op === "create" ? "eu" : undefined);
  return { ...step, op, newState: { ...step.newState, inputs: { appListId: 4321, ...inputs } } };
};
/** An update after an import that no update has followed. */
const settled = (declared: object, held: Held = two) =>
  ofPlugin(update("blocked", { ...held, adopted: held, isImported: true }, { ...declared }));
const toOther = ofPlugin(update("blocked", { ...apps("com.z"), id: 1 }, { appListId: 4321, ...two }, "replace"));
const incomplete = [
  refresh("blocked", { ...partly, delete: true }),
  refresh("blocked", { ...two, id: 9876 }),
  same("blocked", { ...two, id: 9876 }),
] as const;
const there: Held = { ...two, account: "eu" };
const twoAccounts = [refresh("here", two), refresh("there", there), stackStep];
const repair = [
  refresh("blocked", { ...two, ...exclusive }),
  update("blocked", { ...lost, ...read }, { ...two, ...exclusive }),
];

const cases: Readonly<Record<string, Report>> = {
  "adds newly declared entries, removes those that are no longer declared, and keeps the rest": reportOf([
    update("blocked", { ...apps("com.a", "com.b  # old"), adopted: one }, apps("com.c  # new")),
  ]),
  "adds an entry that may be in the list already": changed({ ...two, facts: { unmanaged: undefined } }, apps("com.c")),
  "keeps entries that another resource of the same list declares from now on": reportOf([
    update("from", two, one),
    update("to", apps("com.c"), apps("com.b", "com.c")),
  ]),
  "may keep entries that a new resource with another account declares": reportOf([
    update("from", two, one),
    create("ofOther", { ...apps("com.b"), ...elsewhere }),
    create("ofEu", { ...apps("com.b"), account: "eu" }),
  ]),
  "may remove entries that a resource with another provider declares: the base URLs may be the same": reportOf([
    ofPlugin(update("here", two, one)),
    ofPlugin(create("there", two), "eu"),
  ]),
  "may add entries that a resource with another provider adds, although the whole list is known": reportOf([
    ofPlugin(update("here", { ...one, facts: { unmanaged: 0 } }, two)),
    ofPlugin(create("there", two), "eu"),
  ]),
  "adds to a list that is known": changed({ ...one, facts: { unmanaged: 0 } }, two),
  "may add an entry that is in the list by way of another resource": reportOf([
    refresh("other", { ...apps("com.x"), facts: { unmanaged: 2 } }),
    refresh("blocked", { ...two, facts: { unmanaged: 1 } }),
    update("blocked", { ...two, facts: { unmanaged: 1 } }, three),
  ]),
  "does not take a change of arguments alone for one of unknown entries": changed(two, { ...two, purpose: "block" }),
  "gets another account, and adds and removes as before": reportOf([
    update("blocked", two, { ...apps("com.a", "com.c"), account: "eu" }),
  ]),
  "removes nothing from a list at another base URL": reportOf([update("blocked", moved, three)], [move], stack),
  "does not assume the base URL of the stack for another provider": reportOf(
    [ofPlugin(update("blocked", moved, one), "eu")],
    [],
    stack,
  ),
  "does not assume the base URL of the stack for another account": reportOf(
    [update("blocked", { ...moved, account: "eu" }, { ...one, account: "eu" })],
    [],
    stack,
  ),

  "removes the unmanaged entries of a list that becomes exclusive": changed(
    { ...two, facts: { unmanaged: 3 } },
    { ...apps("com.a", "com.c"), ...exclusive },
  ),
  "does not know what a list that becomes exclusive loses": changed(
    { ...two, facts: { unmanaged: undefined } },
    { ...two, ...exclusive },
  ),
  "does not know what a new exclusive resource removes": reportOf([create("blocked", { ...two, ...exclusive })]),
  "judges the unmanaged entries of an exclusive list, however few are managed": changed(
    { ...two, ...exclusive, facts: { unmanaged: 1 } },
    { ...two, ...exclusive },
  ),
  "names the limit of a long list": changed(numbered(12), numbered(11)),
  "names no limit of a short list": changed(numbered(4), numbered(3)),
  "names the limit that a short list sets": changed(numbered(4), { ...numbered(3), removalLimit: "50%" }),

  "names missing entries, and only those": drifted({ ...apps("com.a", "com.b  # dating", "com.d") }),
  "names missing and unexpected entries": reportOf(repair),
  "names missing and unexpected entries as drift alone": driftIn(repair),
  "names no unexpected entries if the list is no longer exclusive, and adds none that is there": changed(
    { ...one, ...read },
    apps("com.a", "com.x"),
  ),
  "does not guess drift from the inputs of an incomplete change, without a refresh": reportOf([
    update("blocked", { ...one, ...exclusive, observed: apps("com.a", "com.gone") }, { ...two, ...exclusive }),
  ]),
  "names missing entries that are no longer declared": drifted(apps("com.a", "com.c")),
  "has drift that the program ignores (ignoreChanges)": reportOf([
    refresh("blocked", two),
    same("blocked", { ...lost, ...read, facts: { unmanaged: 2 } }),
    stackStep,
  ]),
  "has drift that a refresh with --run-program found": reportOf([
    refreshByProgram("blocked", two, one),
    same("blocked", lost, one),
  ]),
  "has drift of a resource that is deleted": reportOf([refresh("blocked", two), remove("blocked", lost)]),
  "has drift of the old resource if it is renamed": reportOf([
    refresh("blocked", two),
    remove("blocked", lost),
    create("renamed", two),
  ]),
  "has drift in an exclusive list of entries that no program can declare": reportOf([
    refresh("blocked", { ...one, ...exclusive }),
    update("blocked", { ...one, ...exclusive, facts: { unmanaged: 1 } }, { ...one, ...exclusive }),
  ]),
  "has drift of secret entries": driftIn([
    refresh("blocked", two),
    {
      ...update("blocked", two, two),
      oldState: {
        ...oldState("blocked", two),
        outputs: { ...oldState("blocked", two).outputs, missing: "[secret]" },
      },
    },
  ]),
  "counts a list once that several resources have": reportOf([
    refresh("blocked", two),
    same("blocked", lost),
    refresh("second", two),
    same("second", { ...one, missing: apps("com.other") }),
  ]),
  "counts drift of one of two accounts": reportOf([...twoAccounts, same("here", lost), same("there", there)]),
  "does not assign what is not verified of one account to the other": reportOf(
    [...twoAccounts, same("here", two), same("there", { ...there, ...unreadList, account: "eu" })],
    [unread],
  ),
  "assigns a warning of the plugin to its resource, even if two accounts have a list of the same ID": reportOf(
    [stackStep, ofPlugin(same("blocked", two)), ofPlugin(same("eu", two), "eu")],
    [{ ...unread, severity: "warning", urn: urnOf("eu", pluginType) }],
  ),
  "does not verify a list that could not be read": reportOf(
    [refresh("blocked", two), same("blocked", unreadList)],
    [unread],
  ),
  "does not verify a list that could not be read, without a word of the provider": reportOf([
    refresh("blocked", two),
    same("blocked", unreadList),
  ]),
  "does not verify what a preview without --show-sames does not show": reportOf([
    refresh("blocked", two),
    refresh("empty", { id: 7 }),
    stackStep,
  ]),
  "does not verify a kind that the API does not show": reportOf([
    refresh("blocked", sites),
    update("blocked", unshown, { websites: ["b.example"] }),
  ]),
  "verifies nothing without a refresh": reportOf([update("blocked", unshown, { websites: ["b.example"] })]),
  "does not verify a kind by its state, with --run-program": reportOf([
    refreshByProgram("blocked", sites, sites),
    same("blocked", unshown, sites),
  ]),
  "verifies a list that two resources have": reportOf([
    refreshByProgram("blocked", sites, sites),
    same("blocked", sites),
    refresh("other", one),
    same("other", one),
  ]),

  "has drift alone, and nothing that the program changes": driftIn(losing({ ...three, claimExisting: true })),
  "has no drift if the program alone changes a list, even over its limit": driftIn([
    refresh("blocked", one),
    update("blocked", one, { ...two, additionLimit: 0 }),
  ]),
  "does not know drift of a list that was not read, although others were": driftIn([
    refresh("blocked", two),
    same("blocked", two),
    remove("other", second),
  ]),
  "does not know drift at another base URL": driftIn(
    [refresh("blocked", moved), update("blocked", unreadMoved, two)],
    [move],
    stack,
  ),
  "knows drift if the account is another one": driftIn([
    refresh("blocked", two),
    update("blocked", two, { ...two, account: "eu" }),
  ]),
  "does not know drift of a new list beside a refreshed stack": driftIn([refreshedStack, create("blocked", two)]),
  "does not know drift of a stack without a list": driftIn([refreshedStack, stackStep]),
  "fails as drift alone if a replacement over its limit ended the preview": driftIn(
    [refresh("blocked", two), stackStep],
    [error("error: it would remove too much. [CHANGE_LIMIT]")],
  ),
  "fails as drift alone if something else does": driftIn([stackStep], [error("error: no network")]),

  "removes added entries with their resource, and keeps adopted ones": reportOf([remove("blocked", partly)]),
  "keeps all with retainOnDelete": reportOf([remove("blocked", { ...two, retainOnDelete: true })]),
  "keeps all of a resource that is deleted with another one, and of no other": reportOf([
    remove("anchor", { ...one, id: 1, deletedWith: "staying" }),
    remove("blocked", { ...two, deletedWith: "anchor" }),
  ]),
  "keeps entries that a resource of another name declares: a rename without an alias": reportOf([
    create("after", one),
    remove("before", two),
  ]),
  "takes a resource beside a deleted one for no rename": reportOf([
    remove("before", two),
    update("other", apps("com.c"), apps("com.c")),
  ]),
  "does not count additions of unknown outcome, which a delete removes if they appear": reportOf([
    remove("blocked", { ...one, missing: apps("com.b") }),
  ]),
  "replaces a resource by one of another list, once with all steps of it": reportOf(
    ["create-replacement", "replace", "delete-replaced"].map((op) => ({ ...replaced(elsewhere), op })),
  ),
  "replaces a resource by one of another account, whose list may be the same": reportOf([replaced({ account: "eu" })]),
  "replaces a resource on its list": changed(partly, apps("com.a", "com.c"), "replace"),
  "does not know what an exclusive replacement removes": changed(
    { ...partly, ...exclusive },
    { ...apps("com.c"), ...exclusive },
    "replace",
  ),
  "still deletes in the old list of an incomplete replacement": reportOf([...incomplete, stackStep]),
  "still deletes in the old list, which the preview shows after the new one": reportOf([
    ...incomplete.toReversed(),
    stackStep,
  ]),
  "has a resource that was not refreshed, although others were": reportOf([
    refresh("blocked", two),
    same("blocked", two),
    remove("other", second),
  ]),
  "takes lists of two explicit providers for two lists, but for a delete": reportOf([
    ofPlugin(create("ofEu", one), "eu"),
    ofPlugin(remove("ofUs", one), "us"),
  ]),
  "has one resource in a stack that moves from one host to the other": reportOf([
    refresh("blocked", two),
    { ...ofPlugin(update("blocked", lost, three)), oldState: oldState("blocked", lost) },
  ]),

  "does not know entries that are an output": reportOf([
    update("blocked", { ...one, ...sites }, { appBundles: unknown, websites: ["b.example"] }),
  ]),
  "does not know an ID that is an output": reportOf([create("blocked", { appListId: unknown, ...one })]),
  "does not show secret entries, even if they do not change": reportOf([
    {
      op: "update",
      urn: urnOf("blocked"),
      oldState: { ...oldState("blocked", {}), outputs: { ...secret, adopted: secret, stateVersion: 1 } },
      newState: { inputs: secret },
    },
  ]),
  "does not know the numbers of a kind that becomes secret": changed(
    { ...two, ...sites },
    { ...one, websites: "[secret]" },
  ),
  "does not know the numbers of a kind that was secret": reportOf([
    { ...update("blocked", two, { ...one, ...sites }), oldState: hiding },
  ]),
  "does not know the numbers of a delete with a secret kind": reportOf([
    { ...remove("blocked", two), oldState: hiding },
  ]),
  "reads inputs that were not checked, because their provider is not known yet": reportOf([
    unchecked({
      appBundles: [{ entry: "com.z", note: "gambling" }, "com.a", "com.a"],
      websites: "# a comment\nb.example # note\n\na.example\n",
      placementIds: ["no placement"],
    }),
  ]),
  "does not guess entries that a list of such inputs hides": reportOf([
    unchecked({ appBundles: ["com.a", "[secret]"], websites: [{ entry: unknown }, "a.example"] }),
  ]),

  "imports what the program declares": reportOf([unchecked(apps("com.b", "com.a"), "import")]),
  "keeps imported entries that are not declared, and adds what is": reportOf([
    unchecked(apps("com.a", "com.c"), "import"),
    settled(apps("com.a", "com.c")),
  ]),
  "removes imported entries that an exclusive resource does not declare": reportOf([
    unchecked({ ...one, ...exclusive }, "import"),
    settled({ ...one, ...exclusive }),
  ]),
  "keeps dropped lines after an import without an update, however few stay": reportOf([
    settled(apps("com.app9"), numbered(10)),
  ]),
  "imports another list by a replacement": reportOf([
    { ...toOther, newState: { ...toOther.newState, importID: "4321" } },
  ]),
  "does not know the changes after a failed import, nor those of a refresh beside it": reportOf(
    [unchecked(two, "import"), refresh("other", two)],
    [error("error: Preview failed: the list cannot be read")],
  ),

  "has no resources of other types, whatever their properties": reportOf([
    {
      op: "create",
      urn: urnOf("bucket", "my:component$aws:s3/bucket:Bucket"),
      newState: { inputs: null, outputs: { a: [1, { b: null }] } },
    },
    { ...stackStep, op: "update" },
  ]),
  "has the resources without changes last, if the preview shows them": reportOf([
    refresh("first", one),
    same("first", one),
    refresh("second", second),
    update("second", second, { ...elsewhere, ...apps("com.c") }),
  ]),
  "has the provider's warnings, and none of its other messages": reportOf(
    [update("blocked", { ...one, facts: { name: quoting } }, apps("com.b"))],
    [
      warning(`app list 4321 ${JSON.stringify(quoting)}: warning: moved.`),
      warning("app list 43210: warning: of another list."),
      { ...warning("app list 4321: plan: +1 −1 app bundles"), severity: "info" },
    ],
  ),
  "has the warnings about files above all lists": reportOf(
    [create("blocked", one)],
    [{ severity: "warning", message: "warning: app-list: lists/a.csv:7: is the header again: its row is skipped\n" }],
  ),
  "has warnings about a resource that the preview omits, and none of others": reportOf(
    [],
    [
      warning(mistakes, urnOf("hidden")),
      warning("something else"),
      { message: "warning: something else\n", severity: "warning" },
    ],
  ),
  "has warnings about a resource at its list": reportOf(
    [create("blocked", one)],
    [warning(mistakes, urnOf("blocked"))],
  ),
};

describe("a preview", () => {
  testReports("build-report.txt", cases);
});

it("drift alone is reported for a pipeline with its own ways out, and does not promise that a deployment repairs it", () => {
  const markdown = printMarkdown(driftIn(losing(three)));
  expect(markdown).toContain("To repair all, start it by hand, with repair. To accept drift, declare");
  expect(markdown).toContain("**1 app bundle missing (drift)**");
  expect(markdown).toContain("<td>drift: 1 missing</td>");
});

it("a preview of the plugin has the same report as that of the dynamic provider", () => {
  const steps = [refresh("blocked", two), update("blocked", lost, apps("com.b", "com.c  # dating"))];
  const ofDynamic = reportOf(steps);
  const resources = ofDynamic.resources.map((resource) => ({ ...resource, urn: urnOf("blocked", pluginType) }));
  expect(reportOf(steps.map((step) => ofPlugin(step)))).toEqual({ ...ofDynamic, resources });
});

it("each error is reported once, with its resources and without the words of the engine", () => {
  const failed = (message: string, name?: string) => ({
    ...error(`error: ${message}\n`),
    ...(name && { urn: urnOf(name) }),
  });
  const problem = 'appBundles[0]: "a,b" contains a comma\n  appBundles[1]: "" is empty';
  const diagnostics = [
    failed(`${pluginType} resource 'blocked' has a problem: \n  ${problem}`, "blocked"),
    failed("Preview failed: The API could not be reached.", "one"),
    failed("Preview failed: The API could not be reached.", "two"),
    failed("\u001b[31mpreview failed\u001b[39m"),
    { message: "pulumi-app-list: failed, see the error of the resource\n", severity: "info#err" },
  ];
  const report = reportOf([], diagnostics);
  expect(report.errors.map(printError)).toEqual([
    `resource "blocked": ${problem}`,
    'resources "one", "two": The API could not be reached.',
  ]);
  expect(report.errors.map(({ urns }) => urns.length)).toEqual([1, 2]);
  expect(reportOutcome(report)).toBe("error");
  expect(reportOf([], diagnostics.slice(3)).errors.map(printError)).toEqual(["preview failed"]);
});

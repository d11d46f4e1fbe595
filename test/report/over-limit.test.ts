import { describe, expect, it } from "vitest";
import { printMarkdown } from "../../provider/report/markdown";
import type { Report } from "../../provider/report/report";
import { viewOf } from "../../provider/report/view";
import {
  create,
  driftIn,
  numbered,
  ofPlugin,
  oldState,
  pluginType,
  refresh,
  remove,
  reportOf,
  update,
  urnOf,
  type PrintedDiagnostic,
  type PrintedStep,
  testReports,
} from "./preview";

const reason = 'removalLimit "30%" allows 3 of 12; this change removes 9';
/** The error of the same change, as the engine prints it. */
const failed: PrintedDiagnostic = {
  urn: urnOf("blocked"),
  severity: "error",
  message: `error: app list 4321: ${reason}. [CHANGE_LIMIT]\nNothing was changed.\n`,
};

const apps = (count: number) => ({ appBundles: numbered(count) });
const change = update("blocked", apps(12), apps(3));
const unread = update(
  "blocked",
  { ...apps(2), exclusive: true, facts: { unmanaged: 9 } },
  { ...apps(2), exclusive: true },
);
const another = (name: string) => update(name, { ...apps(12), id: 7 }, { ...apps(3), appListId: 7 });

const hiding = { outputs: { ...oldState("blocked", apps(20)).outputs, websites: "[secret]" } };

/** A step of a component's child. */
function ofComponent(component: string, step: PrintedStep): PrintedStep {
  const urn = urnOf("list", `my:component:${component}$${pluginType}`);
  return { ...step, urn, oldState: { ...step.oldState, urn }, newState: { ...step.newState, urn } };
}
/** Entries that end before the day of a report, on it, and never. */
const ending = { appBundles: ["com.a  # until 2027-01-30", "com.b  # until 2027-01-31", "com.c"] };
const replaced = (more: object = {}) =>
  update("blocked", apps(20), { ...apps(20), appListId: 9876, ...more }, "replace");
const emptied = ofComponent("One", update("list", apps(12), apps(3)));
const added = ofComponent("Two", update("list", { ...apps(1), id: 7 }, { ...apps(2), appListId: 7 }));

describe("a change over its limit", () => {
  testReports("over-limit.txt", {
    "is reported with every entry and its digest": reportOf([change]),
    "is not known before an exclusive list is read": reportOf([unread]),
    "can be one of several, which one command approves": reportOf([change, another("two")]),
    "is an error in the provider's words if the preview failed by it": reportOf([], [failed]),
    "is an error if something else fails": reportOf(
      [change],
      [{ severity: "error", message: "error: The API could not be reached. [SERVICE_UNAVAILABLE]" }],
    ),
    "is marked at its own list, if two components have a child of the same name": reportOf([emptied, added]),
    "is judged if the engine calls no Diff for it: a replacement on its list": reportOf([
      update("blocked", apps(20), apps(2), "replace"),
    ]),
    "is judged if the engine calls no Diff for it: a replacement on another list": reportOf([replaced()]),
    "is judged by the limit of the program, as its replacement has one": reportOf([replaced({ removalLimit: "100%" })]),
    "is judged without what another resource declares, as in its preview": reportOf([
      update("from", apps(20), apps(10)),
      create("to", apps(18)),
    ]),
    "is judged by the kinds that the preview shows, if it does not show all of a delete": reportOf([
      { ...replaced(), oldState: { ...replaced().oldState, ...hiding } },
    ]),
    "is reported for each of two resources": reportOf([
      ofPlugin(change),
      ofPlugin(update("eu", apps(12), apps(3)), "eu"),
    ]),
    "is judged if the engine calls no Diff for it: another name without aliases": reportOf([
      remove("blocked", apps(20)),
      create("banned", apps(2)),
    ]),
    "does not count entries whose last day is over": reportOf([
      update("blocked", ending, { appBundles: ["com.d"] }),
      update("other", { ...ending, id: 7 }, { appBundles: ["com.b", "com.c"], appListId: 7 }),
    ]),
    "does not count expired entries as drift": driftIn([
      refresh("blocked", ending),
      update("blocked", ending, { appBundles: ["com.d"] }),
    ]),
    "is not judged if its resource is only deleted": reportOf([remove("blocked", apps(20))]),
    "may be judged if the preview omits a resource without changes": reportOf([remove("blocked", apps(20))], [], {
      same: 1,
    }),
    "is judged if another resource of the list stays": reportOf([
      remove("blocked", apps(20)),
      update("other", { appBundles: ["com.other"] }, { appBundles: ["com.other"] }, "same"),
    ]),
  });
});

it.each<[what: string, step: PrintedStep, cells: readonly string[]]>([
  [
    "additions",
    update("blocked", apps(12), { ...apps(20), additionLimit: 5 }),
    ["+8; arguments: additionLimit; over the limit of 5 entries: 8 app bundles", "nothing"],
  ],
  [
    "none, as additions of a kind that was secret are not judged",
    {
      ...update("blocked", apps(20), { ...apps(21), websites: ["a.example"], additionLimit: 1 }),
      oldState: { ...oldState("blocked", apps(20)), ...hiding },
    },
    ["additions and removals not known yet; arguments: additionLimit", "not known yet; limit 30%"],
  ],
  [
    "one kind of many entries",
    update("blocked", { ...apps(30), placementIds: numbered(10, "1-a") }, apps(30)),
    ["−10", "10 of 40 managed (25%); over the limit of 30%: 10 of 10 placement IDs"],
  ],
  [
    "one kind of few entries",
    update("blocked", { ...apps(30), placementIds: numbered(2, "1-a") }, apps(30)),
    ["−2", "2 of 32 managed (6.3%); over the limit of 30%: 2 of 2 placement IDs"],
  ],
])("a list is marked with the limit that stops its change: of %s", (_, step, cells) => {
  expect(viewOf(reportOf([step]), "terminal").lists[0]?.cells).toEqual(cells);
});

const digestsOf = ({ resources }: Report): readonly string[] =>
  resources.flatMap(({ overLimit }) => overLimit.map(({ digest }) => digest));

it("a comment has the lines to approve changes as code, with the names of their resources after them", () => {
  const intended = "\n\nNot intended? Restore the file or the program. Intended: add";
  const where = "to the file app-list-approvals beside Pulumi.yaml, in this pull request:";
  const one = reportOf([change]);
  const [digest = ""] = digestsOf(one);
  expect(digest).toMatch(/^[0-9a-f]{16}$/u);
  expect(printMarkdown(one)).toContain(`${intended} this line ${where}\n\n<p><code>${digest}  # blocked</code></p>\n`);
  const two = reportOf([change, another("two`@all")]);
  const lines = `<p><code>${digest}  # blocked</code><br>\n<code>${digestsOf(two)[1]}  # two\`@all</code></p>`;
  expect(printMarkdown(two)).toContain(`${intended} the lines of these changes ${where}\n\n${lines}\n`);
  expect(printMarkdown(reportOf([unread]))).not.toContain("app-list-approvals");
});

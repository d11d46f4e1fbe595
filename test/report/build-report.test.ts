import { describe, expect, it } from "vitest";
import { printNotice } from "./notice-lines";
import { reportOutcome, type KindReport, type Report } from "../../provider/report/report";
import { viewOf } from "../../provider/report/view";
import { printError } from "../../provider/report/summary";
import { printText } from "../../provider/report/text";
import { bundles, entries } from "../list/entries";
import {
  create,
  newState,
  oldState,
  refresh,
  refreshByProgram,
  remove,
  reportOf,
  update,
  urnOf,
  type PrintedDiagnostic,
} from "./preview";

/** A kind's report with the names of the entries alone. */
function names({
  kind,
  unchanged,
  added,
  removed,
  missing,
  unexpected,
  kept,
}: KindReport): Readonly<Record<string, unknown>> {
  const list = (entries: KindReport["added"]) => entries.map(({ entry }) => entry);
  const all = {
    added: list(added),
    removed: list(removed),
    missing: list(missing),
    unexpected: list(unexpected),
    kept: list(kept),
  };
  return { kind, unchanged, ...Object.fromEntries(Object.entries(all).filter(([, entries]) => entries.length > 0)) };
}

function info(message: string, urn?: string): PrintedDiagnostic {
  return { message: `${message}\n\n`, severity: "info", ...(urn !== undefined && { urn }) };
}

describe("a new resource", () => {
  it("adds everything that it declares, with the notes", () => {
    const report = reportOf([
      create("blocked", { appBundles: ["com.a  # gambling", "com.b"], websites: ["a.example"] }),
    ]);
    expect(report.resources).toMatchObject([
      {
        name: "blocked",
        operation: "create",
        appListId: 4321,
        kinds: [
          { kind: "appBundles", unchanged: 0, added: [{ entry: "com.a", note: "gambling" }, { entry: "com.b" }] },
          { kind: "websites", unchanged: 0, added: [{ entry: "a.example" }] },
        ],
      },
    ]);
    expect(report.stack).toBe("brand-safety/dev");
    expect(reportOutcome(report)).toBe("changes");
  });
});

describe("entries with a last day", () => {
  const lines = (...days: readonly string[]) => days.map((day, index) => `com.app${index}  # test, until ${day}`);

  it("are reported if it is at most 14 days away", () => {
    const [resource] = reportOf([
      create("blocked", { appBundles: lines("2027-01-31", "2027-02-14", "2027-02-15"), websites: ["a.example"] }),
    ]).resources;
    expect(resource?.kinds.map(({ expiring }) => expiring.map(({ entry, until }) => [entry, until]))).toEqual([
      [
        ["com.app0", "2027-01-31"],
        ["com.app1", "2027-02-14"],
      ],
      [],
    ]);
  });

  it("are not reported if the program no longer declares them", () => {
    const { resources } = reportOf([remove("blocked", { appBundles: lines("2027-02-01") })]);
    expect(resources.flatMap(({ kinds }) => kinds.map(({ expiring }) => expiring))).toEqual([[]]);
  });
});

describe("an updated resource", () => {
  it("adds newly declared entries, removes those that are no longer declared, and keeps the rest", () => {
    const [resource] = reportOf([
      update(
        "blocked",
        { appBundles: ["com.a", "com.b  # old note", "com.c"], adopted: { appBundles: ["com.c"] } },
        { appBundles: ["com.a  # new note", "com.d  # dating"] },
      ),
    ]).resources;
    expect(resource).toMatchObject({ listName: "blocked apps", hasAssociatedCampaigns: false });
    expect(resource?.kinds).toMatchObject([
      {
        unchanged: 1,
        added: [{ entry: "com.d", note: "dating" }],
        removed: [
          { entry: "com.b", note: "old note" },
          { entry: "com.c", origin: "adopted" },
        ],
      },
    ]);
  });

  it("keeps entries that another resource of the same list declares from now on", () => {
    const { resources } = reportOf([
      update("from", { appBundles: ["com.a", "com.b"] }, { appBundles: ["com.a"] }),
      update("to", { appBundles: ["com.c"] }, { appBundles: ["com.b", "com.c"] }),
    ]);
    expect(resources.map(({ kinds }) => kinds.map(names))).toEqual([
      [{ kind: "appBundles", unchanged: 1, kept: ["com.b"] }],
      [{ kind: "appBundles", unchanged: 2 }],
    ]);
    expect(resources[1]?.remarks).toEqual(["Takes over 1 app bundle from another resource, unchanged in the list."]);
  });

  it.each([
    ["of another list", { appListId: 9876 }],
    ["of another account", { account: "eu" }],
  ])("removes entries that only a resource %s declares", (_, elsewhere) => {
    const { resources } = reportOf([
      update("from", { appBundles: ["com.a", "com.b"] }, { appBundles: ["com.a"] }),
      create("to", { appBundles: ["com.b"], ...elsewhere }),
    ]);
    expect(resources[0]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 1, removed: ["com.b"] }]);
    expect(resources[1]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 0, added: ["com.b"] }]);
  });
});

describe("drift", () => {
  it("has the declared entries that are missing from the list", () => {
    const held = { appBundles: ["com.a"], missing: { appBundles: ["com.b", "com.c"] } };
    const report = reportOf([
      refresh("blocked", { appBundles: ["com.a", "com.b", "com.c"] }),
      update("blocked", held, { appBundles: ["com.a", "com.b  # dating", "com.d"] }),
    ]);
    expect(report.isRefreshed).toBe(true);
    expect(report.resources.map(({ kinds }) => kinds.map(names))).toEqual([
      [{ kind: "appBundles", unchanged: 1, added: ["com.d"], missing: ["com.b"] }],
    ]);
    expect(report.resources[0]?.kinds[0]?.missing).toEqual([{ entry: "com.b", note: "dating" }]);
  });

  it("has the unmanaged entries of an exclusive list", () => {
    const held = { appBundles: ["com.a"], exclusive: true, facts: { unmanaged: 2 } };
    const { resources } = reportOf([
      refresh("blocked", held),
      update(
        "blocked",
        { ...held, observed: { appBundles: ["com.a", "com.x", "com.y"] } },
        { appBundles: ["com.a", "com.y"], exclusive: true },
      ),
    ]);
    expect(resources[0]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 2, unexpected: ["com.x"] }]);
  });

  it("has no unmanaged entries if the list is no longer exclusive", () => {
    const held = { appBundles: ["com.a"], exclusive: true };
    const { resources } = reportOf([
      refresh("blocked", held),
      update("blocked", { ...held, observed: { appBundles: ["com.a", "com.x"] } }, { appBundles: ["com.a"] }),
    ]);
    expect(resources[0]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 1 }]);
    expect(resources[0]?.remarks).toEqual(["Changes arguments: exclusive."]);
  });

  it("is not guessed from the inputs of an incomplete change, without a refresh", () => {
    const held = { appBundles: ["com.a"], exclusive: true, observed: { appBundles: ["com.a", "com.gone"] } };
    const { resources } = reportOf([update("blocked", held, { appBundles: ["com.a", "com.b"], exclusive: true })]);
    expect(resources[0]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 1, added: ["com.b"] }]);
  });
});

describe("a deleted resource", () => {
  it("removes added entries and keeps adopted ones", () => {
    const held = { appBundles: ["com.own", "com.shared"], adopted: { appBundles: ["com.shared"] } };
    const { resources } = reportOf([remove("blocked", held)]);
    expect(resources[0]?.kinds.map(names)).toEqual([
      { kind: "appBundles", unchanged: 0, removed: ["com.own"], kept: ["com.shared"] },
    ]);
  });

  it("keeps everything with retainOnDelete", () => {
    const { resources } = reportOf([remove("blocked", { appBundles: ["com.own"], retainOnDelete: true })]);
    expect(resources[0]?.kinds.map(names)).toEqual([{ kind: "appBundles", unchanged: 0, kept: ["com.own"] }]);
    expect(resources[0]?.remarks).toEqual(["Its entries stay in the list (retainOnDelete)."]);
  });

  it("keeps entries that a resource of another name declares: a rename without an alias changes no list", () => {
    const { resources } = reportOf([
      create("after", { appBundles: ["com.a"] }),
      remove("before", { appBundles: ["com.a", "com.b"] }),
    ]);
    expect(resources.map(({ name, listName, kinds }) => [name, listName, kinds.map(names)])).toEqual([
      ["after", "blocked apps", [{ kind: "appBundles", unchanged: 1 }]],
      ["before", "blocked apps", [{ kind: "appBundles", unchanged: 0, removed: ["com.b"], kept: ["com.a"] }]],
    ]);
  });

  it("has a remark about additions of unknown outcome", () => {
    const { resources } = reportOf([
      remove("blocked", { appBundles: ["com.a"], unconfirmed: { appBundles: ["com.b"] } }),
    ]);
    expect(resources[0]?.remarks).toEqual([
      "Also removes entries of unknown outcome, which an earlier pulumi up may have added (1).",
    ]);
  });
});

describe("a replaced resource", () => {
  const held = { appBundles: ["com.own", "com.shared"], adopted: { appBundles: ["com.shared"] } };

  it("adds to the new list and removes from the old one", () => {
    const { resources } = reportOf([update("blocked", held, { appListId: 9876, appBundles: ["com.own"] }, "replace")]);
    expect(
      resources.map(({ appListId, operation, kinds, remarks }) => [appListId, operation, kinds.map(names), remarks]),
    ).toEqual([
      [9876, "replace", [{ kind: "appBundles", unchanged: 0, added: ["com.own"] }], []],
      [4321, "delete", [{ kind: "appBundles", unchanged: 0, removed: ["com.own"], kept: ["com.shared"] }], []],
    ]);
  });

  it("is reported once if the preview also shows the steps of the replacement", () => {
    const replaced = update("blocked", held, { appListId: 9876, appBundles: ["com.own"] }, "replace");
    const parts = [{ ...replaced, op: "create-replacement" }, replaced, { ...replaced, op: "delete-replaced" }];
    expect(reportOf(parts)).toEqual(reportOf([replaced]));
  });

  it("keeps declared entries if it stays on its list", () => {
    const { resources } = reportOf([update("blocked", held, { appBundles: ["com.own", "com.new"] }, "replace")]);
    expect(resources.map(({ kinds }) => kinds.map(names))).toEqual([
      [{ kind: "appBundles", unchanged: 1, added: ["com.new"] }],
      [{ kind: "appBundles", unchanged: 0, kept: ["com.own", "com.shared"] }],
    ]);
  });

  it("belongs to another list if its account is another one", () => {
    const { resources } = reportOf([update("blocked", held, { account: "eu", appBundles: ["com.own"] }, "replace")]);
    expect(resources.map(({ account, kinds }) => [account, kinds.map(names)])).toEqual([
      ["eu", [{ kind: "appBundles", unchanged: 0, added: ["com.own"] }]],
      [undefined, [{ kind: "appBundles", unchanged: 0, removed: ["com.own"], kept: ["com.shared"] }]],
    ]);
  });
});

describe("a value that a preview does not show", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  it("has a remark, and counts neither as an entry nor as none", () => {
    const held = { appBundles: ["com.a"], websites: ["a.example"] };
    const { resources } = reportOf([update("blocked", held, { appBundles: unknown, websites: ["b.example"] })]);
    expect(resources[0]?.kinds.map(names)).toEqual([
      { kind: "websites", unchanged: 0, added: ["b.example"], removed: ["a.example"] },
    ]);
    expect(resources[0]?.remarks[0]).toMatch(/^Its app bundles are outputs of another resource and not known yet/u);
  });

  it("may be the ID of the list", () => {
    const { resources } = reportOf([create("blocked", { appListId: unknown, appBundles: ["com.a"] })]);
    expect(resources[0]).toMatchObject({ appListId: undefined, kinds: [{ added: [{ entry: "com.a" }] }] });
    expect(resources[0]?.remarks[0]).toContain('"appListId"');
  });

  it("may be a secret, also one that does not change", () => {
    const secret = { ...oldState("blocked", {}), inputs: { appListId: 4321, appBundles: "[secret]" } };
    const outputs = {
      appListId: "[secret]",
      appBundles: "[secret]",
      adopted: { appBundles: "[secret]" },
      stateVersion: 1,
    };
    const step = { op: "update", urn: urnOf("blocked"), oldState: { ...secret, outputs } };
    const { resources } = reportOf([
      { ...step, newState: { inputs: { appListId: "[secret]", appBundles: "[secret]" } } },
    ]);
    expect(resources).toMatchObject([{ appListId: 4321, kinds: [] }]);
    expect(resources[0]?.remarks).toEqual(["Its app bundles are secret: their changes are not shown."]);
  });
});

describe("a resource with an alias", () => {
  it("is one resource, although its refresh has the old name", () => {
    const held = { appBundles: ["com.a"] };
    const step = {
      op: "same",
      urn: urnOf("after"),
      oldState: oldState("before", held),
      newState: newState("after", held),
    };
    const report = reportOf([refresh("before", held), step]);
    expect(report.resources.map(({ name, operation }) => [name, operation])).toEqual([["after", "same"]]);
  });
});

describe("resources without changes", () => {
  it("follow those with changes, if the preview shows them", () => {
    const report = reportOf([
      refresh("first", { appBundles: ["com.a"] }),
      refresh("second", { appBundles: ["com.b"], id: 2 }),
      { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") },
      update("second", { appBundles: ["com.b"], id: 2 }, { appListId: 2, appBundles: ["com.c"] }),
    ]);
    expect(report.resources.map(({ name, operation }) => [name, operation])).toEqual([
      ["second", "update"],
      ["first", "same"],
    ]);
  });

  it("have the outcome nothing", () => {
    const stack = { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") };
    expect(reportOutcome(reportOf([refresh("first", { appBundles: ["com.a"] }), stack]))).toBe("nothing");
  });

  it("are omitted after a failure, because their changes are unknown", () => {
    const report = reportOf(
      [refresh("first", { appBundles: ["com.a"] })],
      [{ message: "error: no", severity: "error" }],
    );
    expect(report.resources).toEqual([]);
  });
});

describe("errors", () => {
  it("are reported once each, with their resources and without the words of the engine", () => {
    const type = "pulumi-nodejs:dynamic/app-list:AppListEntries";
    const error = (message: string, name?: string): PrintedDiagnostic => ({
      message: `error: ${message}\n`,
      severity: "error",
      ...(name !== undefined && { urn: urnOf(name) }),
    });
    const report = reportOf(
      [],
      [
        error(
          `${type} resource 'blocked' has a problem: \n  appBundles[0]: "a,b" contains a comma\n  appBundles[1]: "" is empty`,
          "blocked",
        ),
        error("Preview failed: The API could not be reached.", "one"),
        error("Preview failed: The API could not be reached.", "two"),
        error("\u001b[31mpreview failed\u001b[39m"),
        { message: "pulumi-app-list: failed, see the error of the resource\n", severity: "info#err" },
      ],
    );
    expect(report.errors.map(printError)).toEqual([
      'resource "blocked": appBundles[0]: "a,b" contains a comma\n  appBundles[1]: "" is empty',
      'resources "one", "two": The API could not be reached.',
    ]);
    expect(reportOutcome(report)).toBe("error");
  });

  it("include the engine's last one if there is no other", () => {
    expect(reportOf([], [{ message: "error: preview failed\n", severity: "error" }]).errors.map(printError)).toEqual([
      "preview failed",
    ]);
  });
});

describe("messages", () => {
  const held = { appBundles: ["com.a"], facts: { name: 'a "name": with; marks' } };
  const list = { appListId: 4321, name: 'a "name": with; marks' };
  const stack = { op: "same", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") };

  it("about what is not verified determine the outcome if there are no changes", () => {
    const reason = "the API refuses to remove an entry";
    const sentence = printNotice({ kind: "driftUnknown", list, reason });
    const report = reportOf([refresh("blocked", held), stack], [info(sentence)]);
    expect(report.resources[0]).toMatchObject({
      notVerified: ["appBundles"],
      messages: [{ message: sentence, topic: "notVerified" }],
    });
    expect(printText(report, { style: (_, text) => text })).toContain(`Not verified:\n  ${sentence}\n`);
    expect(reportOutcome(report)).toBe("notVerified");
  });

  it("about a planned change are omitted, because the report has its entries", () => {
    const [before, after] = [bundles("com.a"), bundles("com.b")];
    const change = printNotice({ kind: "change", list, before, after });
    const report = reportOf([update("blocked", held, { appBundles: ["com.b"] })], [info(change)]);
    expect(report.resources[0]).toMatchObject({ remarks: [], messages: [] });
    expect(report.messages).toEqual([]);
  });

  it("about a planned change are shown if they contain more than its entries", () => {
    const start = 'app list 4321 "x": ';
    const line = `${start}+1 app bundle → 2; claims 1 adopted entry, so pulumi destroy will remove it`;
    const others = ["+1 app bundle → 2; campaigns are associated with this list", "update: not known yet, because"];
    const report = reportOf(
      [update("blocked", held, { appBundles: ["com.b"] })],
      [info(line), ...others.map((other) => info(start + other))],
    );
    expect(report.resources[0]?.messages.map(({ message }) => message)).toEqual([line]);
  });

  it("about a resource or its list belong to the resource", () => {
    const expired = '1 app bundle has expired and is no longer declared: "com.x" (until 2026-01-31).';
    const missing = printNotice({ kind: "missing", list, entries: bundles("com.a") });
    const steps = [create("blocked", { appBundles: ["com.a"] })];
    const report = reportOf(steps, [info(expired, urnOf("blocked")), info(missing)]);
    expect(report.resources[0]).toMatchObject({
      remarks: [],
      messages: [{ message: expired }, { message: missing, topic: "drift" }],
    });
  });

  it("about secret entries are shown without them", () => {
    const secret = { appBundles: "[secret]" };
    const steps = [update("blocked", { websites: ["a.example"] }, secret), create("other", { appListId: 9 })];
    const entries = bundles("com.hidden");
    const lines = [
      printNotice({ kind: "missing", list, entries }),
      printNotice({ kind: "imported", list, entries }),
      printNotice({ kind: "missing", list: { appListId: 9 }, entries: bundles("com.shown") }),
    ];
    for (const urn of [undefined, urnOf("blocked")]) {
      const report = reportOf(steps, [
        ...lines.slice(0, 2).map((line) => info(line, urn)),
        ...lines.slice(2).map((line) => info(line)),
        info('1 app bundle has expired and is no longer declared: "com.hidden".', urn ?? urnOf("blocked")),
      ]);
      expect(JSON.stringify(report)).not.toContain("com.hidden");
      expect(report.resources.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([
        'app list 4321 "a \\"name\\": with; marks": drift; the entries are secret.',
        lines[2],
      ]);
    }
  });

  it("about a list that several resources of the preview have belong to none of them", () => {
    const missing = printNotice({ kind: "missing", list, entries: bundles("com.a") });
    const steps = [create("one", { appBundles: ["com.a"] }), create("other", { appBundles: ["com.b"] })];
    const report = reportOf(steps, [info(missing)]);
    expect(report.resources.flatMap(({ messages }) => messages)).toEqual([]);
    expect(report.messages).toEqual([{ severity: "info", message: missing, topic: "drift" }]);
  });

  it("about a resource that the preview omits belong to none, and unrelated ones are omitted", () => {
    const report = reportOf(
      [],
      [
        info("1 line repeats websites of other lines; each is declared once.", urnOf("hidden")),
        {
          message: "warning: app-list:password is in the stack's configuration file as plain text\n",
          severity: "warning",
        },
        { message: "warning: something else\n", severity: "warning" },
        info("hello"),
      ],
    );
    expect(report.messages.map(({ severity, message }) => [severity, message])).toEqual([
      ["info", "hidden: 1 line repeats websites of other lines; each is declared once."],
      ["warning", "app-list:password is in the stack's configuration file as plain text"],
    ]);
  });
});

describe("kinds that the API does not show", () => {
  const held = { websites: ["a.example"], facts: { notVerified: ["websites"] as const } };
  const step = update("blocked", { ...held, facts: { notVerified: ["websites"] } }, { websites: ["b.example"] });
  const list = { appListId: 4321, name: "blocked apps" };
  const notice = printNotice({ kind: "hiddenEntries", list, entries: entries({ websites: ["a.example"] }) });

  const notVerifiedIn = (report: Report) =>
    viewOf(report).before.flatMap(({ id, messages }) => (id === "notVerified" ? messages : []));
  const refreshed = refresh("blocked", { websites: held.websites });

  it("are not verified after a refresh, and reported once", () => {
    expect(notVerifiedIn(reportOf([refreshed, step]))).toEqual([
      'app list 4321 "blocked apps": not verified: the API did not show its websites.',
    ]);
    expect(notVerifiedIn(reportOf([refreshed, step], [info(notice)]))).toEqual([notice]);
  });

  it("are known from the state and from the provider's notices, with --run-program", () => {
    const stack = { op: "same", urn: urnOf("dev", "pulumi:pulumi:Stack") };
    const { websites } = held;
    const [verified, hidden] = [{ websites }, { websites, facts: { notVerified: ["websites" as const] } }].map(
      (state) => refreshByProgram("blocked", state, { websites }),
    );
    if (verified === undefined || hidden === undefined) throw new Error("There are two steps.");
    expect(reportOutcome(reportOf([stack, verified]))).toBe("nothing");
    for (const report of [reportOf([stack, hidden]), reportOf([stack, verified], [info(notice)])]) {
      const [resource] = report.resources;
      expect(resource).toMatchObject({ operation: "same", notVerified: ["websites"] });
      expect(reportOutcome(report)).toBe("notVerified");
    }
  });

  it("are not reported without a refresh", () => {
    expect(notVerifiedIn(reportOf([step]))).toEqual([]);
  });
});

describe("other resources of the preview", () => {
  it("are not reported", () => {
    const report = reportOf([
      { op: "create", urn: urnOf("bucket", "my:component$aws:s3/bucket:Bucket") },
      { op: "update", urn: urnOf("brand-safety-dev", "pulumi:pulumi:Stack") },
    ]);
    expect(report.resources).toEqual([]);
    expect(reportOutcome(report)).toBe("nothing");
  });
});
